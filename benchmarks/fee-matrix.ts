/**
 * The rate matrix of a firm of 200 attorneys × 10 types, each with schedules of three years: `npm
 * run bench -- fee-matrix`. Read as JSON and as CSV against a bare node:http + pg program with the
 * very statements of the request; then its file taken back, and with every price changed. The
 * processor time is that of the program and of its connections in PostgreSQL.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { connect } from '../apps/server/src/platform/database/connections.ts';
import { createPool } from '../apps/server/src/platform/database/pool.ts';
import { migrate } from '../apps/server/src/startup/migrate.ts';
import {
  builtServer,
  median,
  processorTime,
  startProcess,
  startTemporaryPostgres,
  stopProcess,
} from './support/measure.ts';
import { recordStatements } from './support/recorder.ts';
import { seedFirm } from './support/seed-firm.ts';

const size = { attorneys: 200, types: 10 };
const rounds = 15;
const limitsMs = { read: 300, save: 2_000 };
const address = '/core/api/rate-matrix';

const folder = await mkdtemp(path.join(tmpdir(), 'recoup-bench-'));
const postgres = await startTemporaryPostgres();
const authorization = `Bearer ${await seed(postgres.url)}`;
const read = { path: `${address}?on=2026-06-01`, headers: { authorization } };
const recorded = await recordStatements(postgres.url, [read]);
const statements = path.join(folder, 'statements.json');
await writeFile(statements, JSON.stringify(recorded));
const recoup = await startProcess(
  builtServer,
  { DATABASE_URL: postgres.url, PORT: '0' },
  /Recoup is ready at (\S+)/,
);
const bare = await startProcess(
  fileURLToPath(new URL('./support/bare-server.ts', import.meta.url)),
  { DATABASE_URL: postgres.url, STATEMENTS: statements },
  /^(\d+)\n/,
);

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
await stopProcess(recoup.child);
await stopProcess(bare.child);
await postgres.stop();
await rm(folder, { recursive: true, force: true });

async function compareReads(): Promise<void> {
  const sides = {
    'same statements': async () => get(`http://127.0.0.1:${bare.said}`, 'application/json'),
    'as JSON': async () => get(recoup.said, 'application/json'),
    'as CSV': async () => get(recoup.said, 'text/csv'),
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
  const file = await get(recoup.said, 'text/csv');
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
    const reply = await fetch(recoup.said + address, {
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

/** Returns the token of the firm's admin. */
async function seed(url: string): Promise<string> {
  const pool = createPool(url, { max: 2 });
  const db = connect(pool);
  await migrate(db, pool);
  const { firmId, token } = await seedFirm(db);
  await db.destroy();
  const owner = new pg.Client({ connectionString: url });
  await owner.connect();
  for (const [text, values] of insertions(firmId)) await owner.query(text, values);
  await owner.query('vacuum analyze');
  await owner.end();
  return token;
}

function insertions(firmId: string): [text: string, values: unknown[]][] {
  const domain = `f${firmId.slice(-12)}.co.za`;
  return [
    [
      `insert into users (id, firm_id, role, name, email, cell, status, password_reset_required)
        select uuidv7(), $1, 0, 'Attorney ' || n, 'attorney' || n || '@' || $2, '', 2, false
        from generate_series(1, $3::int - 1) n`,
      [firmId, domain, size.attorneys],
    ],
    [
      `insert into disbursement_types (id, firm_id, title, fixed, calculated)
        select uuidv7(), $1, 'Type ' || n, false, true from generate_series(1, $2::int) n`,
      [firmId, size.types],
    ],
    [
      `insert into user_disbursement_types (firm_id, user_id, disbursement_type_id, position)
        select $1, u.id, t.id, row_number() over (partition by u.id order by t.title)
        from users u, disbursement_types t where u.firm_id = $1 and u.role = 0 and t.firm_id = $1`,
      [firmId],
    ],
    [
      `insert into call_fee_schedules (id, firm_id, user_id, disbursement_type_id, valid_from)
        select uuidv7(), $1, user_id, disbursement_type_id, day
        from user_disbursement_types,
          unnest(array['2000-01-01', '2025-03-01', '2026-03-01']::date[]) as day
        where firm_id = $1`,
      [firmId],
    ],
    [
      `insert into call_fee_bands
        (firm_id, schedule_id, position, start_minute, end_minute, additional_minutes, charge_cents)
        select $1, id, p, case when p = 5 then -1 else 5 * (p - 1) end,
          case when p = 5 then -1 else 5 * p end, case when p = 5 then 5 else 0 end, 3300 * p
        from call_fee_schedules, generate_series(1, 5) p where firm_id = $1`,
      [firmId],
    ],
  ];
}
