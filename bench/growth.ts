/**
 * How the attorneys page grows with the people of all firms: the median of one request after the other with 100,000 people in 200 firms and
 * with 1,000,000 in 2,000: `npm run bench -- growth`; with other numbers of firms:
 * `npx tsx --conditions=source bench/growth.ts 40,400`.
 */
import { performance } from 'node:perf_hooks';
import { attorneyPages, seedPeople, signInAdmins } from './support/people.ts';
import { type Asked, builtServer, median, startProcess, stopProcess, throwAwayPostgres } from './support/measure.ts';

const sizes = (process.argv[2] ?? '200,2000').split(',').map(Number);
const attorneysOfFirm = 500;
const asking = 100;
const limit = 1.3;
const kinds = ['first page', 'third page', 'search'] as const;

const measured: Record<(typeof kinds)[number], number>[] = [];
for (const firms of sizes) measured.push(await measure(firms));
const [small, large] = measured;
for (const kind of kinds) {
  const [a = Number.NaN, b = Number.NaN] = [small?.[kind], large?.[kind]];
  console.log(`${kind.padEnd(12)} p50 ${a.toFixed(2)} ms, then ${b.toFixed(2)} ms: ${(b / a).toFixed(2)} x (limit ${limit})`);
  if (b > a * limit) process.exitCode = 1;
}

async function measure(firms: number): Promise<Record<(typeof kinds)[number], number>> {
  const postgres = await throwAwayPostgres();
  await seedPeople(postgres.url, { firms, attorneysOfFirm });
  const requests = attorneyPages(await signInAdmins(postgres.url, asking));
  const recoup = await startProcess(builtServer, { DATABASE_URL: postgres.url, PORT: '0' }, /Recoup is ready at (\S+)/);
  const of = (kind: number) => timesOf(recoup.said, requests.slice(kind * asking, (kind + 1) * asking));
  for (const kind of kinds.keys()) await of(kind);
  const found = { 'first page': median(await of(0)), 'third page': median(await of(1)), search: median(await of(2)) };
  await stopProcess(recoup.child);
  await postgres.stop();
  const figures = kinds.map((kind) => `${kind} ${found[kind].toFixed(2)}`).join(', ');
  console.log(`${(firms * attorneysOfFirm).toLocaleString('en')} people in ${firms.toLocaleString('en')} firms: p50 in ms: ${figures}`);
  return found;
}

async function timesOf(url: string, requests: readonly Asked[]): Promise<number[]> {
  const times: number[] = [];
  for (const { path, headers } of [...requests, ...requests]) {
    const start = performance.now();
    const reply = await fetch(`${url}${path}`, { headers });
    await reply.arrayBuffer();
    times.push(performance.now() - start);
  }
  return times;
}
