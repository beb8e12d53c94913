/** The attorneys page (sorted by status, ten rows) through sign-in and all checks, against a bare node:http + pg program with the same SQL. */
import { fileURLToPath } from 'node:url';
import { accountCalls } from '@recoup/contract/account';
import { currentUser } from '@recoup/contract/users';
import { demoFirmAdmins } from '../apps/server/src/seeds/demo-people.ts';
import { builtServer, load, median, startProcess, stopProcess, throwAwayPostgres } from './support/measure.ts';

const rounds = 5;
const seconds = 4;

const postgres = await throwAwayPostgres();
const recoup = await startProcess(builtServer, { DATABASE_URL: postgres.url, RECOUP_DEMO: '1', PORT: '0' }, /Recoup is ready at (\S+)/);
const { token, firm } = await signIn(recoup.said);
const bare = await startProcess(
  fileURLToPath(new URL('./support/bare-server.ts', import.meta.url)),
  { DATABASE_URL: postgres.url, FIRM: firm },
  /^(\d+)\n/,
);

const ours = `${recoup.said}/core/api/users?role=0&page=1&itemsPerPage=10&sortOrderStatus=1`;
const floor = `http://127.0.0.1:${bare.said}/`;
await load(ours, { token, seconds: 2 });
await load(floor, { seconds: 2 });
const results: { ours: number; floor: number; p99: number }[] = [];
for (let round = 0; round < rounds; round += 1) {
  const a = await load(ours, { token, seconds });
  const b = await load(floor, { seconds });
  results.push({ ours: a.perSecond, floor: b.perSecond, p99: a.p99 });
}

const ratio = median(results.map((result) => result.ours / result.floor));
console.log(
  `attorneys page   ${Math.round(median(results.map((result) => result.ours)))} req/s, p99 ${median(results.map((result) => result.p99))} ms`,
);
console.log(`bare node:http   ${Math.round(median(results.map((result) => result.floor)))} req/s`);
console.log(`ratio            ${ratio.toFixed(2)} (median of ${rounds} alternating rounds of ${seconds} s, 20 connections)`);

await stopProcess(recoup.child);
await stopProcess(bare.child);
await postgres.stop();

async function signIn(url: string): Promise<{ token: string; firm: string }> {
  const { email, password } = demoFirmAdmins.lerato;
  const body = JSON.stringify({ email, password });
  const logon = await fetch(`${url}/core/api/logon`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  const { token: made } = accountCalls.logon.replies[200].parse(await logon.json());
  const me = await fetch(`${url}/core/api/me`, { headers: { authorization: `Bearer ${made}` } });
  const user = currentUser.parse(await me.json());
  return { token: made, firm: user.firm?._id ?? '' };
}
