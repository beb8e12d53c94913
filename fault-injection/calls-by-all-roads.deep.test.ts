import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { CallRecord } from '@recoup/contract/call-records/endpoints';
import { minutesFromSeconds } from '@recoup/contract/call-fees/rules';
import { newId } from '@recoup/contract/core/ids';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { callSenders, basic } from '../apps/server/test/call-events.ts';
import { callFile, type CallLine, useCallFirm } from '../apps/server/test/call-firm.ts';
import { bill, callLog, type LoggedCall } from '../apps/server/test/own-calls.ts';
import { testSecretKey } from '../apps/server/test/secret-key.ts';
import { freePort, type Server, startServer } from './support/server.ts';

const { ctx, test, list, setPhones } = useCallFirm();
const { aSender } = callSenders(test, ctx);
/** Four built servers on the database of the test, each a process of its own. */
const servers: Server[] = [];
let dataDir = '';
beforeAll(async () => {
  // The sessions are opened by the clock of the servers.
  test.clock.set(new Date());
  dataDir = await mkdtemp(path.join(tmpdir(), 'recoup-calls-'));
  const environment = {
    DATABASE_URL: test.databaseUrl,
    RECOUP_DATA_DIR: dataDir,
    RECOUP_SECRET_KEY: testSecretKey,
  };
  while (servers.length < 4) {
    const server = startServer(environment, await freePort());
    servers.push(server);
    await server.ready;
  }
});
afterAll(async () => {
  await Promise.all(servers.map(async (server) => server.end('SIGTERM')));
  await rm(dataDir, { recursive: true, force: true });
});

const [attorneys, days, callsOfDay] = [20, 25, 20] as const;
const count = attorneys * days * callsOfDay;

type TrueCall = { at: number; attorney: number; day: number; seconds: number; number: string };

/** Calls in pairs: the second begins four minutes later, with the same client and length. */
const calls = Array.from({ length: count }, (_, index): TrueCall => {
  const attorney = index % attorneys;
  const ofAttorney = Math.floor(index / attorneys);
  const [day, place] = [ofAttorney % days, Math.floor(ofAttorney / days)];
  const pair = Math.floor(place / 2);
  const minute = 7 * 60 + pair * 50 + (place % 2) * 4;
  return {
    attorney,
    day,
    at: Date.parse('2026-02-01T00:00:00Z') + (day * 24 * 60 + minute) * 60_000,
    seconds: 60 + ((attorney * 37 + day * 11 + pair * 53) % 150),
    number: `+278255501${String(10 + ((attorney + pair) % 40))}`,
  };
});

/** The same order in each run, and no simple one. */
function shuffled<T>(items: readonly T[]): T[] {
  return items
    .map((item, at) => ({ item, by: (at * 7919 + 13) % 10_007 }))
    .toSorted((one, other) => one.by - other.by)
    .map(({ item }) => item);
}

const extension = (attorney: number) => String(200 + attorney);
const southAfrican = (at: number) =>
  new Date(at + 2 * 3_600_000).toISOString().replace('T', ' ').slice(0, 19);
const logged = ({ number, at, seconds }: TrueCall): LoggedCall => [
  number,
  southAfrican(at + 20_000),
  seconds + 3,
];
const billed = ({ number, at, seconds }: TrueCall): LoggedCall => [
  number,
  southAfrican(at - 15_000),
  minutesFromSeconds(seconds) * 60,
];

type Work = { url: string; headers: Record<string, string>; payload: object };
type Sender = { id: string; secret: string };

const json = (token: string) => ({
  authorization: `Bearer ${token}`,
  'content-type': 'application/json',
});

/** As the telephone system sends them, fifty at a time. */
const eventsOf = (sender: Sender): Work[] =>
  batches(shuffled(calls), 50).map((some) => ({
    url: `call-events/${sender.id}`,
    headers: { ...basic(sender.secret), 'content-type': 'application/json' },
    payload: some.map((each) => ({
      id: `${each.attorney} ${each.at}`,
      startedAt: new Date(each.at).toISOString(),
      seconds: each.seconds,
      direction: 'out',
      ownParty: extension(each.attorney),
      otherParty: each.number,
    })),
  }));

/** In files of the same system, three seconds later and one shorter: a bill rounds up by 59. */
const filesOf = (sender: Sender): Work[] =>
  batches(calls, 2_500).map((some) => {
    const lines = some.map(
      (each): CallLine => [
        southAfrican(each.at + 3_000),
        extension(each.attorney),
        each.number,
        each.seconds - 1,
      ],
    );
    const fileStream = callFile(...lines);
    const payload = { source: sender.id, isZoneConfirmed: true, fileStream };
    return { url: 'call-imports', headers: json(ctx.admin), payload };
  });

/** Half of a log and the whole one with a private call, half of a bill and the whole one. */
const ownFilesOf = (token: string, attorney: number): Work[] => {
  const own = calls.filter((each) => each.attorney === attorney);
  const mother: LoggedCall = ['0834440999', southAfrican(Date.parse('2026-02-03T16:00:00Z')), 60];
  return [
    callLog(...own.filter(({ day }) => day < 13).map(logged), mother),
    callLog(...own.map(logged)),
    bill(...own.filter(({ day }) => day >= 13).map(billed)),
    bill(...own.map(billed), mother),
  ].map((fileStream) => ({
    url: 'own-call-imports',
    headers: json(token),
    payload: { fileStream },
  }));
};

const byHand = calls.filter((_, at) => at % 20 === 7);

/** A firm of twenty attorneys with extensions, matters with all numbers, and entries by hand. */
async function prepareFirm(): Promise<string[]> {
  const { firm, type } = ctx;
  const people = await Promise.all(
    Array.from({ length: attorneys }, async () => test.aUser({ firm })),
  );
  const extensions = people.map(({ id }, at) => ({ value: extension(at), attorney: id }));
  await test.call('PUT /extensions', { token: ctx.admin, body: { extensions } });
  for (let at = 0; at < 40; at += 10) {
    const { id } = await test.aMatter(firm, { number: `R${at}` });
    await setPhones(
      id,
      Array.from({ length: 10 }, (_, more) => `+278255501${10 + at + more}`),
    );
  }
  const { id: matterId } = await test.aMatter(firm, { number: 'HAND' });
  await test.insertRows(
    'entries',
    byHand.map(({ at, attorney, seconds, number }) => ({
      id: newId(),
      firmId: firm.id,
      attorneyId: people[attorney]?.id ?? '',
      createdBy: people[attorney]?.id ?? '',
      matterId,
      disbursementTypeId: type.id,
      date: southAfrican(at).slice(0, 10),
      minutes: minutesFromSeconds(seconds),
      startedAt: new Date(at + 30_000),
      otherParty: number,
      amountCents: 3300,
    })),
  );
  return Promise.all(people.map(async (person) => test.signIn(person)));
}

/** Each process takes the next one. Full lanes and other imports ask to come again. */
async function sendAll(waiting: Work[]): Promise<Map<number, number>> {
  const statuses = new Map<number, number>();
  const work = async (server: Server): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const { url, headers, payload } = next;
      const body = JSON.stringify(payload);
      const reply = await fetch(`${server.url}/${url}`, { method: 'POST', headers, body });
      await reply.arrayBuffer();
      statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1);
      if (![409, 429, 503].includes(reply.status)) continue;
      waiting.push(next);
      // The minute of 3,000 calls would end five times.
      if (reply.status === 429) await test.deleteRows('limits');
      await wait(50);
    }
  };
  await Promise.all(servers.map(work));
  return statuses;
}

it('keeps 10,000 calls once that come by every road', { timeout: 600_000 }, async () => {
  const tokens = await prepareFirm();
  const sender = await aSender('csv');
  const events = eventsOf(sender);
  const own = tokens.flatMap(ownFilesOf);
  const again = events.slice(0, 50);
  const works = [...events, ...filesOf(sender), ...own, ...again];
  const statuses = await sendAll(shuffled(works));
  expect([...statuses.keys()].filter((one) => ![201, 202, 409, 429, 503].includes(one))).toEqual(
    [],
  );
  expect((statuses.get(201) ?? 0) + (statuses.get(202) ?? 0)).toBe(works.length);
  expect(servers.every((server) => server.isAlive())).toBe(true);
  const { data, count: kept } = await list();
  expect(kept).toBe(count);
  expect(listKeys(data).size).toBe(count);
  expect(data.filter(({ entry }) => entry !== null)).toHaveLength(byHand.length);
});

/** A call of each true one: its attorney and client, and the nearest of the starts. */
function listKeys(data: readonly CallRecord[]): Set<string> {
  return new Set(
    data.map(({ attorney, otherParty, startedAt }) => {
      const twoMinutes = Math.round(Date.parse(startedAt) / 120_000);
      return `${attorney?._id} ${otherParty} ${twoMinutes}`;
    }),
  );
}

function batches<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, at) =>
    items.slice(at * size, (at + 1) * size),
  );
}
