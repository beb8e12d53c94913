/**
 * The rate matrix of a firm of 200 attorneys × 10 types, each with schedules of three years: `npm
 * run bench -- fee-matrix`. Read as JSON and as CSV against a bare node:http + pg program with the
 * very statements of the request; then its file taken back, and with every price changed. The
 * processor time is that of the program and of its connections in PostgreSQL.
 */
import { performance } from 'node:perf_hooks';
import pg from 'pg';
import {
  median,
  processorTime,
  startTemporaryPostgres,
  withNewDatabase,
} from './support/measure.ts';
import { startBesideBare } from './support/recorder.ts';
import { seedFirm } from './support/seed-firm.ts';
import { seedFeeMatrix } from './support/seed-matrix.ts';

const size = { attorneys: 200, types: 10 };
const rounds = 15;
const limitsMs = { read: 300, save: 2_000 };
const address = '/core/api/rate-matrix';

const postgres = await startTemporaryPostgres();
const { firmId, token } = await withNewDatabase(postgres.url, (db) => seedFirm(db));
await seedFeeMatrix(postgres.url, { firmId, ...size });
const authorization = `Bearer ${token}`;
const read = { path: `${address}?on=2026-06-01`, headers: { authorization } };
const { recoup, bare, stop } = await startBesideBare(postgres.url, [read]);

const client = new pg.Client({ connectionString: postgres.url });
await client.connect();
/** Seconds by process, also of connections that have ended. */
const spent = new Map<number, number>();

const cells = size.attorneys * size.types;
console.log(
  `${size.attorneys} attorneys × ${size.types} types; milliseconds of one request after the other:`,
  `median, longest and processor of ${rounds}`,
);
await compareReads();
await measureUploads();

await client.end();
await stop();
await postgres.stop();

async function compareReads(): Promise<void> {
  const sides = {
    'same statements': async () => get(bare.url, 'application/json'),
    'as JSON': async () => get(recoup.url, 'application/json'),
    'as CSV': async () => get(recoup.url, 'text/csv'),
  };
  const found = new Map<string, Taken[]>();
  for (let round = -2; round < rounds; round += 1)
    for (const [name, ask] of Object.entries(sides)) {
      const taken = await measure(ask);
      if (round >= 0) found.set(name, [...(found.get(name) ?? []), taken]);
    }
  const medianOf = (name: string) => median((found.get(name) ?? []).map(({ ms }) => ms));
  for (const [name, all] of found) {
    const ratio = `${(medianOf(name) / medianOf('same statements')).toFixed(2)} x`;
    print(name, all, { limit: limitsMs.read, note: ratio });
  }
}

type Taken = { ms: number; processor: number };

async function measure(work: () => Promise<unknown>): Promise<Taken> {
  const before = await processor();
  const start = performance.now();
  await work();
  const ms = performance.now() - start;
  return { ms, processor: (await processor()) - before };
}

/** Milliseconds of both programs and of their connections so far. */
async function processor(): Promise<number> {
  const { rows } = await client.query<{ pid: number }>(
    `select pid from pg_stat_activity
      where backend_type = 'client backend' and pid <> pg_backend_pid()`,
  );
  for (const { pid } of [recoup.child, bare.child, ...rows])
    if (pid !== undefined) spent.set(pid, processorTime({ pid }));
  return 1000 * [...spent.values()].reduce((sum, seconds) => sum + seconds, 0);
}

async function measureUploads(): Promise<void> {
  const file = await get(recoup.url, 'text/csv');
  const raised = file
    .replaceAll(/,\d{4}-\d\d-\d\d,/g, ',,')
    .replaceAll(/(\d+)\.\d\d/g, (_, rand: string) => `${Number(rand) + 1}.00`);
  await upload('file taken back', file, { changed: 0 });
  await upload('all fees changed, dry run', raised, { changed: cells, dryRun: true });
  await upload('all fees changed', raised, { changed: cells });
}

async function upload(
  name: string,
  fileStream: string,
  { changed, dryRun = false }: { changed: number; dryRun?: boolean },
): Promise<void> {
  let text = '';
  const taken = await measure(async () => {
    const reply = await fetch(recoup.url + address, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ fileStream, dryRun }),
    });
    text = await reply.text();
  });
  const found = (text.match(/"row":/g) ?? []).length;
  if (!text.startsWith('{"data"') || found !== changed) throw new Error(`${name}: ${text}`);
  print(name, [taken], { limit: limitsMs.save });
}

function print(
  name: string,
  all: readonly Taken[],
  { limit, note = '' }: { limit: number; note?: string },
): void {
  const times = all.map(({ ms }) => ms);
  const mean = all.reduce((sum, one) => sum + one.processor, 0) / all.length;
  const figures = [median(times), Math.max(...times), mean].map((ms) => ms.toFixed(0).padStart(6));
  const verdict = median(times) < limit ? '' : `   over ${limit} ms`;
  console.log(`  ${name.padEnd(28)}${figures.join('')}  ${note}${verdict}`);
}

async function get(origin: string, accept: string): Promise<string> {
  const reply = await fetch(origin + read.path, { headers: { ...read.headers, accept } });
  if (!reply.ok) throw new Error(`${origin}: ${reply.status} ${await reply.text()}`);
  return reply.text();
}
