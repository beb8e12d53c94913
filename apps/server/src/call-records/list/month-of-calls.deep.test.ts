import type { CallRecord } from '@recoup/contract/call-records/endpoints';
import { toRand } from '@recoup/contract/core/money';
import { minutesFromSeconds } from '@recoup/contract/call-fees/rules';
import { beforeAll, expect, it } from 'vitest';
import { useApp } from '../../../test/app.ts';
import type { UnlinkedEntry } from './calls.repository.ts';
import { type ComparedCall, matchEntries } from './known-calls.ts';
import { newId } from '@recoup/contract/core/ids';

type SeededCall = {
  attorney: number;
  /** ISO 8601, UTC. */
  startedAt: Date;
  seconds: number;
  /** Index of the attorney's matter. */
  matter: number;
  /** Whether the number is one of the matter, or unknown. */
  isKnown: boolean;
  hasCode: boolean;
  number: string;
};
type SeededEntry = {
  id: string;
  /** Index of its call. */
  call: number;
  date: string;
  minutes: number;
  startedAt: Date | null;
  seconds: number | null;
};

const attorneys = 20;
const mattersOfAttorney = 25;
const callsOfMonth = 5000;
const callsOfDay = 12;

/** Numbers from 0 up to 1, the same for the same seed. */
function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1664525 + 1013904223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

/** How far what was typed lies from what was measured. */
type Noise = { startSeconds: number; timedSeconds: number; typedSeconds: number };

/** Without a start, code or number nothing but the length would tell calls of a day apart. */
function needsStart({ isKnown, hasCode }: SeededCall, at: number): boolean {
  return at % 5 === 0 || !(isKnown || hasCode);
}

/**
 * A month of a firm: each attorney has twelve calls a day that do not overlap, at most one with
 * each matter. Of each five calls two are recorded by hand, more than half of these with a timer.
 */
function monthOfCalls(seed: number, noise: Noise) {
  const random = seededRandom(seed);
  const calls: SeededCall[] = [];
  for (let day = 0; calls.length < callsOfMonth; day++)
    for (let attorney = 0; attorney < attorneys && calls.length < callsOfMonth; attorney++)
      calls.push(...callsOn(day, attorney, random).slice(0, callsOfMonth - calls.length));
  const entries = calls.flatMap((call, at): SeededEntry[] =>
    at % 5 < 2 ? [toEntryRow(call, { at, isTimed: needsStart(call, at), random, noise })] : [],
  );
  return { calls, entries };
}

function callsOn(day: number, attorney: number, random: () => number): SeededCall[] {
  const midnight = Date.UTC(2026, 1, 1 + day);
  const matters = Array.from({ length: mattersOfAttorney }, (_, at) => ({ at, by: random() }))
    .toSorted((a, b) => a.by - b.by)
    .map(({ at }) => at);
  return Array.from({ length: callsOfDay }, (_, place): SeededCall => {
    const matter = matters[place] ?? 0;
    const isKnown = random() < 0.7;
    const minute = 5 * 60 + place * 45 + Math.floor(random() * 10);
    return {
      attorney,
      startedAt: new Date(midnight + minute * 60_000 + Math.floor(random() * 60) * 1000),
      seconds: 20 + Math.floor(random() * 1500),
      matter,
      isKnown,
      hasCode: random() < 0.3,
      number: `+27${isKnown ? 82 : 11}${String(attorney * 100 + matter).padStart(7, '0')}`,
    };
  });
}

function toEntryRow(
  call: SeededCall,
  of: { at: number; isTimed: boolean; random: () => number; noise: Noise },
): SeededEntry {
  const { at, isTimed, random, noise } = of;
  const off = (most: number) => Math.round((2 * random() - 1) * most);
  const startedAt = new Date(call.startedAt.getTime() + off(noise.startSeconds) * 1000);
  const most = isTimed ? noise.timedSeconds : noise.typedSeconds;
  const seconds = Math.max(1, call.seconds + off(most));
  return {
    id: newId(),
    call: at,
    date: (isTimed ? startedAt : call.startedAt).toISOString().slice(0, 10),
    minutes: minutesFromSeconds(seconds),
    startedAt: isTimed ? startedAt : null,
    seconds: isTimed ? seconds : null,
  };
}

/** A file of any telephone system with these calls; times in South Africa. */
function fileOfCalls(calls: readonly SeededCall[]): string {
  return ['Start,Extension,Other party,Seconds,Account code,Id']
    .concat(
      calls.map(({ attorney, startedAt, seconds, number, matter, hasCode }, at) => {
        const local = new Date(startedAt.getTime() + 2 * 3_600_000).toISOString().slice(0, 19);
        const code = hasCode ? matterNumber(attorney, matter) : '';
        return [local.replace('T', ' '), 100 + attorney, number, seconds, code, at].join(',');
      }),
    )
    .join('\n');
}

function matterNumber(attorney: number, matter: number): string {
  return `A${attorney}/${matter}`;
}

const test = useApp();
const { calls, entries } = monthOfCalls(1, {
  startSeconds: 540,
  timedSeconds: 60,
  typedSeconds: 0,
});
const people: string[] = [];
const ctx = { token: '', people, matters: new Map<string, string>(), type: '' };
const matterOf = (at: number): string => {
  const { attorney = 0, matter = 0 } = calls[at] ?? {};
  return ctx.matters.get(matterNumber(attorney, matter)) ?? '';
};

beforeAll(async () => {
  const firm = await test.aFirm();
  ctx.token = await test.signInAdmin({ firm });
  const type = await test.aDisbursementType(firm, { title: 'Call' });
  ctx.type = type.id;
  for (let at = 0; at < attorneys; at++) {
    const attorney = await test.aUser({ firm });
    ctx.people.push(attorney.id);
    await test.callFees({ firm, attorney, type }, { upTo: { 5: 3300 }, thereafter: [5, 1000] });
    for (let matter = 0; matter < mattersOfAttorney; matter++) {
      const number = matterNumber(at, matter);
      ctx.matters.set(number, (await test.aMatter(firm, { number, attorneyId: attorney.id })).id);
    }
  }
  await test.assignTypes(firm);
  for (const { attorney, matter, number } of calls.filter(({ isKnown }) => isKnown))
    await test.updateRows(
      'matters',
      { id: ctx.matters.get(matterNumber(attorney, matter)) ?? '' },
      { phones: [number] },
    );
  const extensions = ctx.people.map((attorney, at) => ({ value: String(100 + at), attorney }));
  await test.call('PUT /extensions', { token: ctx.token, body: { extensions } });
  const rows = entries.map(({ id, call, ...entry }) => ({
    id,
    firmId: firm.id,
    attorneyId: ctx.people[calls[call]?.attorney ?? 0] ?? '',
    matterId: matterOf(call),
    disbursementTypeId: type.id,
    amountCents: 1,
    createdAt: test.clock.now(),
    createdBy: ctx.people[calls[call]?.attorney ?? 0] ?? '',
    ...entry,
  }));
  await test.insertRows('entries', rows);
  const body = { fileStream: fileOfCalls(calls) };
  await test.call('POST /call-imports', { token: ctx.token, body });
});

const listOpen = async () =>
  test.data<CallRecord[]>('GET /call-records?isOpen=true', { token: ctx.token });

const inTime = calls
  .map((call, at) => ({ ...call, at }))
  .toSorted((a, b) => a.startedAt.getTime() - b.startedAt.getTime());
/** Of each call by its start and number. */
const keyOf = (startedAt: string, number: string | null) => `${startedAt} ${number ?? ''}`;
const indexOf = new Map(
  inTime.map(({ at, startedAt, number }) => [keyOf(startedAt.toISOString(), number), at]),
);

it('proposes every unrecorded call, and each recorded one with its own entry', async () => {
  const entryIds = new Map(entries.map(({ call, id }) => [call, id]));
  const found = await listOpen();
  expect(found.length).toBe(calls.length);
  const wrong = found.filter(({ startedAt, otherParty, entry }) => {
    const at = indexOf.get(keyOf(startedAt, otherParty)) ?? -1;
    return entry !== (entryIds.get(at) ?? null);
  });
  expect(wrong).toEqual([]);
  const known = found.filter(({ proposal }) => proposal === 'code' || proposal === 'number');
  expect(
    known.filter(({ startedAt, otherParty, matter }) => {
      const at = indexOf.get(keyOf(startedAt, otherParty)) ?? -1;
      return matter?._id !== matterOf(at);
    }),
  ).toEqual([]);
  expect(known.length).toBeGreaterThan(calls.length / 2);
});

it('charges each call of an attorney once, at the seconds of the telephone system', async () => {
  const [attorney = ''] = ctx.people;
  const own = (await listOpen()).filter((call) => call.attorney?._id === attorney);
  for (const { _id, entry, startedAt, otherParty } of own) {
    const matter = matterOf(indexOf.get(keyOf(startedAt, otherParty)) ?? -1);
    const body = entry === null ? { state: 'recorded', matter } : { state: 'merged', entry };
    const path = `PUT /call-records/${_id}`;
    expect(await test.call(path, { token: ctx.token, body })).toAnswer(200);
  }
  const recorded = await test.listRows('entries', { attorneyId: attorney }, [
    'matterId',
    'minutes',
    'seconds',
  ]);
  const expected = calls.flatMap((call, at) =>
    call.attorney === 0
      ? [
          {
            matterId: matterOf(at),
            minutes: minutesFromSeconds(call.seconds),
            seconds: call.seconds,
          },
        ]
      : [],
  );
  const byText = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row)).toSorted();
  expect(byText(recorded)).toEqual(byText(expected));
  const priced = await test.data<CallRecord[]>('GET /call-records?state=recorded', {
    token: ctx.token,
  });
  for (const { seconds, price } of priced) {
    const minutes = minutesFromSeconds(seconds);
    const cents = 3300 + (minutes <= 5 ? 0 : Math.ceil((minutes - 5) / 5) * 1000);
    expect(price).toBe(toRand(cents));
  }
}, 240_000);

it('prints what is confused when times and lengths are typed badly', async () => {
  const lines: ({ startSeconds: number } & Awaited<ReturnType<typeof confusionOf>>)[] = [];
  for (const startSeconds of [0, 120, 300, 540, 900, 1800]) {
    const seconds = startSeconds / 5;
    const noise = { startSeconds, timedSeconds: seconds, typedSeconds: seconds };
    lines.push({ startSeconds, ...(await confusionOf(monthOfCalls(7, noise))) });
  }
  process.stdout.write(`confusions of merged calls: ${JSON.stringify(lines)}\n`);
  expect(lines[0]).toMatchObject({ wrong: 0, missed: 0 });
  expect(lines.every(({ right, wrong }) => wrong <= right)).toBe(true);
});

async function confusionOf(month: ReturnType<typeof monthOfCalls>) {
  const open = month.calls.map((call, at): ComparedCall => {
    const byNumber = call.isKnown ? 'number' : null;
    const proposal = call.hasCode ? 'code' : byNumber;
    return {
      id: String(at),
      startedAt: call.startedAt,
      day: call.startedAt.toISOString().slice(0, 10),
      seconds: call.seconds,
      otherParty: call.number,
      attorneyId: String(call.attorney),
      matterId: proposal && matterNumber(call.attorney, call.matter),
      proposal,
    };
  });
  const typed = month.entries.map((entry) => unlinked(entry, month));
  const found = await matchEntries(open, typed);
  const callOf = new Map(month.entries.map(({ id, call }) => [id, String(call)]));
  const pairs = [...found];
  const right = pairs.filter(([call, entry]) => callOf.get(entry) === call).length;
  return { right, wrong: pairs.length - right, missed: month.entries.length - right };
}

function unlinked(
  { id, call, date, minutes, startedAt, seconds }: SeededEntry,
  month: ReturnType<typeof monthOfCalls>,
): UnlinkedEntry {
  const { attorney = 0, matter = 0 } = month.calls[call] ?? {};
  return {
    id,
    attorneyId: String(attorney),
    day: date,
    startedAt,
    seconds: seconds ?? minutes * 60,
    matterId: matterNumber(attorney, matter),
    otherParty: null,
  };
}
