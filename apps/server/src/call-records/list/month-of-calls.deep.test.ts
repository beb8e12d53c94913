import type { CallRecord } from '@recoup/contract/call-records/endpoints';
import { toRand } from '@recoup/contract/core/money';
import { minutesOfCall } from '@recoup/contract/call-records/rules';
import { beforeAll, expect, it } from 'vitest';
import { useApp } from '../../../test/app.ts';
import {
  attorneys,
  fileOfCalls,
  matterNumber,
  mattersOfAttorney,
  monthOfCalls,
  type SeededEntry,
} from '../../../test/month-of-calls.ts';
import type { UnlinkedEntry } from './calls.repository.ts';
import { type ComparedCall, matchEntries } from './known-calls.ts';

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
  const entryOf = new Map(entries.map(({ call, id }) => [call, id]));
  const found = await listOpen();
  expect(found.length).toBe(calls.length);
  const wrong = found.filter(({ startedAt, otherParty, entry }) => {
    const at = indexOf.get(keyOf(startedAt, otherParty)) ?? -1;
    return entry !== (entryOf.get(at) ?? null);
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
      ? [{ matterId: matterOf(at), minutes: minutesOfCall(call.seconds), seconds: call.seconds }]
      : [],
  );
  const byText = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row)).toSorted();
  expect(byText(recorded)).toEqual(byText(expected));
  const priced = await test.data<CallRecord[]>('GET /call-records?state=recorded', {
    token: ctx.token,
  });
  for (const { seconds, price } of priced) {
    const minutes = minutesOfCall(seconds);
    const cents = 3300 + (minutes <= 5 ? 0 : Math.ceil((minutes - 5) / 5) * 1000);
    expect(price).toBe(toRand(cents));
  }
});

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
