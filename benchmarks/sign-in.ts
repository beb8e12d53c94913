/**
 * Sign-ins a second against a floor in the same run, and against the bare rate of argon2id on the
 * same cores; and what other requests wait while 20 sign-ins a second arrive: `npm run bench --
 * sign-in`. The floor is a program of nothing but the promises: the hash, and a commit with session
 * and audit line (`support/bare-sign-in.ts`). Each sign-in is another person's, with the right
 * password. The client writes requests that are made beforehand to
 * connections that stay open, because it shares the cores and is not what is measured.
 */
import { availableParallelism } from 'node:os';
import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { role } from '@recoup/contract/core/access';
import {
  hashPassword,
  verifyPassword,
  shareOfFirm,
} from '../apps/server/src/platform/security/password-hashing.ts';
import { attorneyPageRequests, seedPeople, signInAdmins } from './support/people.ts';
import {
  load,
  median,
  processorTime,
  startProcess,
  startRecoup,
  startTemporaryPostgres,
  stopProcess,
  timesUntil,
  withClient,
} from './support/measure.ts';
import { once } from 'node:events';
import { connect } from 'node:net';

/** A connection that stays open, over which whole requests go as they are, one after the other. */
type Line = { ask(request: string): Promise<string>; close(): void };

/** A cheap client, which knows only where an answer with a `content-length` ends. */
async function openLine(origin: string): Promise<Line> {
  const { hostname, port } = new URL(origin);
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  await once(socket, 'connect');
  let answer = '';
  let done = (_answer: string): void => {};
  let failed = (_error: Error): void => {};
  let last = Promise.resolve('');
  socket.setEncoding('latin1').on('data', (text: string) => {
    answer += text;
    if (isWhole(answer)) done(answer);
  });
  socket.on('error', (error) => failed(error));
  socket.on('close', () => failed(new Error('the connection was closed')));
  const send = async (request: string): Promise<string> =>
    new Promise((resolve, reject) => {
      answer = '';
      [done, failed] = [resolve, reject];
      socket.write(request);
    });
  return {
    async ask(request) {
      last = last.then(async () => send(request));
      return last;
    },
    close: () => socket.destroy(),
  };
}

function isWhole(answer: string): boolean {
  const end = answer.indexOf('\r\n\r\n');
  const length = /\r\ncontent-length: (\d+)\r\n/i.exec(answer)?.[1];
  if (end < 0) return false;
  if (length === undefined) throw new Error(`an answer without a length: ${answer}`);
  return answer.length === end + 4 + Number(length);
}

const people = 400;
const rounds = 5;
const seconds = 3;
const arriving = 20;
const password = 'lantern-harbour-quiet-7';

const passwordHash = await hashPassword(password);
const postgres = await startTemporaryPostgres();
await seedPeople(postgres.url, { firms: 10, attorneysOfFirm: 50 });
const sent = (await givePasswords()).map(requestOf);
const pages = attorneyPageRequests(await signInAdmins(postgres.url, 1));
const recoup = await startRecoup({ DATABASE_URL: postgres.url });
const floor = await startProcess(
  fileURLToPath(new URL('./support/bare-sign-in.ts', import.meta.url)),
  { DATABASE_URL: postgres.url },
  /^(\d+)\n/,
);
// As many at once on either side, and twice as many as there are cores: a client with an answer
// asks again at once.
const openLines = async (origin: string): Promise<readonly Line[]> =>
  Promise.all(Array.from({ length: 2 * availableParallelism() }, async () => openLine(origin)));
const lines = await openLines(recoup.said);
const floorLines = await openLines(`http://127.0.0.1:${floor.said}`);

let next = 0;
const logOnBy = (all: readonly Line[]) => async (lane: number) => {
  const reply = await all[lane % all.length]?.ask(sent[next++ % sent.length] ?? '');
  if (reply?.startsWith('HTTP/1.1 200 ') !== true)
    throw new Error(`a sign-in was answered with ${reply}`);
};
const [logOn, logOnAtFloor] = [logOnBy(lines), logOnBy(floorLines)];
const hash = async (): Promise<void> => {
  if (!(await verifyPassword(password, passwordHash, shareOfFirm(undefined, 'bench'))))
    throw new Error('the hash is not of the password');
};

// A server that has been at work: its code is compiled, its statements are prepared.
await load(recoup.said, pages, { seconds });
for (let warm = 0; warm < rounds; warm += 1) await rate(logOn);
await rate(logOnAtFloor);
const results: { ours: number; floor: number; bare: number; processor: number }[] = [];
for (let round = 0; round < rounds; round += 1) {
  const before = processorTime(recoup.child);
  const ours = await rate(logOn);
  const processor = ((processorTime(recoup.child) - before) * 1000) / ours.done;
  results.push({
    ours: ours.perSecond,
    processor,
    floor: (await rate(logOnAtFloor)).perSecond,
    bare: (await rate(hash)).perSecond,
  });
}
const middle = (figure: 'ours' | 'floor' | 'bare' | 'processor') =>
  median(results.map((result) => result[figure]));
const ours = middle('ours');
console.log(
  `sign-ins         ${ours.toFixed(1)} a second,`,
  `${middle('processor').toFixed(1)} ms of processor of our process each`,
);
console.log(`floor            ${middle('floor').toFixed(1)} a second`);
console.log(
  `argon2id alone   ${middle('bare').toFixed(1)} a second,`,
  `${availableParallelism()} at once in both`,
);
const ratioTo = (side: 'floor' | 'bare') =>
  median(results.map((result) => result.ours / result[side])).toFixed(2);
console.log(
  `ratio            ${ratioTo('floor')} of the floor, ${ratioTo('bare')} of argon2id alone`,
  `(median of ${rounds} alternating rounds of ${seconds} s)`,
);
const idle = await others(wait(seconds * 1000));
const busy = await others(arrive());
console.log(
  'the attorneys page, one request after the other:',
  `p50 ${idle.p50} ms, p99 ${idle.p99} ms without sign-ins,`,
);
console.log(
  `  p50 ${busy.p50} ms, p99 ${busy.p99} ms while ${arriving} sign-ins a second arrive`,
  `(${((100 * arriving) / ours).toFixed(0)} % of the maximum)`,
);
for (const line of [...lines, ...floorLines]) line.close();
await stopProcess(recoup.child);
await stopProcess(floor.child);
await postgres.stop();

/** With as many under way as there are lines. */
async function rate(work: (lane: number) => Promise<void>) {
  const start = performance.now();
  let done = 0;
  const lane = async (index: number): Promise<void> => {
    while (performance.now() - start < seconds * 1000) {
      await work(index);
      done += 1;
    }
  };
  await Promise.all(lines.map(async (_, index) => lane(index)));
  return { done, perSecond: (done * 1000) / (performance.now() - start) };
}

async function arrive(): Promise<void> {
  const under: Promise<void>[] = [];
  for (let count = 0; count < arriving * seconds; count += 1) {
    under.push(logOn(count));
    await wait(1000 / arriving);
  }
  await Promise.all(under);
}

async function others(until: Promise<unknown>): Promise<{ p50: string; p99: string }> {
  const [page] = pages;
  const times = await timesUntil(until, async () => {
    const reply = await fetch(`${recoup.said}${page?.path}`, page);
    await reply.arrayBuffer();
  });
  const at = (share: number) => (times[Math.floor(times.length * share)] ?? 0).toFixed(1);
  return { p50: at(0.5), p99: at(0.99) };
}

function requestOf(email: string): string {
  const body = JSON.stringify({ email, password });
  const head = [
    'POST /core/api/logon HTTP/1.1',
    'host: 127.0.0.1',
    'content-type: application/json',
    `content-length: ${body.length}`,
  ];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}

async function givePasswords(): Promise<string[]> {
  const { rows } = await withClient(postgres.url, (client) =>
    client.query<{ email: string }>(
      `update users set password_hash = $1, status = 2
        where id in (select id from users where role = $2 limit $3) returning email`,
      [passwordHash, role.attorney, people],
    ),
  );
  return rows.map(({ email }) => email);
}
