/**
 * Sign-ins a second against the bare rate of argon2id on the same cores, and what other requests wait while 20 sign-ins a second arrive:
 * `npm run bench -- sign-in`. Each sign-in is another person's, with the right password.
 */
import { availableParallelism } from 'node:os';
import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { role } from '@recoup/contract/access';
import pg from 'pg';
import { hashPassword, isPassword } from '../apps/server/src/platform/password.ts';
import { attorneyPages, seedPeople, signInAdmins } from './support/people.ts';
import { builtServer, median, startProcess, stopProcess, throwAwayPostgres, timesUntil } from './support/measure.ts';

const people = 400;
const rounds = 3;
const seconds = 3;
const arriving = 20;
const password = 'lantern-harbour-quiet-7';

const passwordHash = await hashPassword(password);
const postgres = await throwAwayPostgres();
await seedPeople(postgres.url, { firms: 10, attorneysOfFirm: 50 });
const emails = await givePasswords();
const [page] = attorneyPages(await signInAdmins(postgres.url, 1));
const recoup = await startProcess(builtServer, { DATABASE_URL: postgres.url, PORT: '0' }, /Recoup is ready at (\S+)/);

let next = 0;
const logOn = async (): Promise<void> => {
  const email = emails[next % emails.length];
  next += 1;
  const body = JSON.stringify({ email, password });
  const reply = await fetch(`${recoup.said}/core/api/logon`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  if (reply.status !== 200) throw new Error(`a sign-in was answered with ${reply.status} ${await reply.text()}`);
  await reply.arrayBuffer();
};
const hash = async (): Promise<void> => {
  if (!(await isPassword(password, passwordHash))) throw new Error('the hash is not of the password');
};

await rate(logOn);
const results: { ours: number; bare: number }[] = [];
for (let round = 0; round < rounds; round += 1) results.push({ ours: await rate(logOn), bare: await rate(hash) });
const ours = median(results.map((result) => result.ours));
console.log(`sign-ins         ${ours.toFixed(1)} a second, ${availableParallelism()} lanes`);
console.log(`argon2id alone   ${median(results.map((result) => result.bare)).toFixed(1)} a second, in this process`);
console.log(
  `ratio            ${median(results.map((result) => result.ours / result.bare)).toFixed(2)} (median of ${rounds} alternating rounds of ${seconds} s)`,
);
const idle = await others(wait(seconds * 1000));
const busy = await others(arrive());
console.log(`the attorneys page meanwhile, one after the other: p50 ${idle.p50} ms, p99 ${idle.p99} ms without sign-ins,`);
console.log(
  `  p50 ${busy.p50} ms, p99 ${busy.p99} ms while ${arriving} sign-ins a second arrive (${((100 * arriving) / ours).toFixed(0)} % of what it can)`,
);
await stopProcess(recoup.child);
await postgres.stop();

/** So many a second, with twice as many under way as there are cores. */
async function rate(work: () => Promise<void>): Promise<number> {
  const start = performance.now();
  let done = 0;
  const lane = async (): Promise<void> => {
    while (performance.now() - start < seconds * 1000) {
      await work();
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: 2 * availableParallelism() }, lane));
  return (done * 1000) / (performance.now() - start);
}

async function arrive(): Promise<void> {
  const under: Promise<void>[] = [];
  for (let count = 0; count < arriving * seconds; count += 1) {
    under.push(logOn());
    await wait(1000 / arriving);
  }
  await Promise.all(under);
}

async function others(until: Promise<unknown>): Promise<{ p50: string; p99: string }> {
  const times = await timesUntil(until, async () => {
    const reply = await fetch(`${recoup.said}${page?.path}`, page);
    await reply.arrayBuffer();
  });
  const at = (share: number) => (times[Math.floor(times.length * share)] ?? 0).toFixed(1);
  return { p50: at(0.5), p99: at(0.99) };
}

async function givePasswords(): Promise<string[]> {
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  const { rows } = await client.query<{ email: string }>(
    `update users set password_hash = $1, status = 2 where id in (select id from users where role = $2 limit $3) returning email`,
    [passwordHash, role.attorney, people],
  );
  await client.end();
  return rows.map(({ email }) => email);
}
