/**
 * How pages and closings grow with the entries of all firms: 1,000,000 in 200 firms against
 * 10,000,000 in 2,000, over two years, 100,000 of them in one firm, and what an entry takes on the
 * disk. Two databases and two servers, asked in turn: `npm run bench -- growth`; another size:
 * `npx tsx --conditions=source benchmarks/growth.ts 2000000`.
 */
import type { ChildProcess } from 'node:child_process';
import { performance } from 'node:perf_hooks';
import pg from 'pg';
import {
  median,
  processorTime,
  startRecoup,
  startTemporaryPostgres,
  stopProcess,
  withClient,
} from './support/measure.ts';
import { type FirmOfYears, firmsOfYears, seedYears } from './support/years.ts';

const most = Number(process.argv[2] ?? 10_000_000);
const entriesOfFirm = 5_000;
const rounds = 15;
const limit = 1.3;
const recorded = 1_000;

type Side = {
  child: ChildProcess;
  databaseUrl: string;
  origin: string;
  firms: Awaited<ReturnType<typeof firmsOfYears>>;
  stop: () => Promise<void>;
};
type Ask = (side: Side, firm: FirmOfYears) => Promise<void>;

const dayBefore = (days: number) =>
  new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
const month = { from: dayBefore(60), to: dayBefore(31) };
const period = `from=${month.from}&to=${month.to}`;

const kinds: Record<string, Ask> = {
  'first page': list(() => 'page=1'),
  'last page': list(({ entries }) => `page=${Math.floor(entries / 20)}`),
  'an attorney': list(({ attorney }) => `page=1&attorney=${attorney}`),
  'a matter': list(({ matter }) => `page=1&matter=${matter}`),
  'a type in a month': list(({ type }) => `page=1&disbursementType=${type}&${period}`),
  'a search': list(() => 'page=1&search=client%204711'),
  months: read(() => '/recoveries'),
  'months of a year': read(() => `/recoveries?from=${dayBefore(365)}`),
  'exceptions of a month': read(() => `/exceptions?${period}&itemsPerPage=50`),
};

const few = await begin(most / 10);
const many = await begin(most);
console.log(`one request after the other, in turn; medians of ${rounds}, and their ratio`);
for (const size of ['large', 'ordinary'] as const) {
  console.log(`a firm of ${few.firms[size].entries} and of ${many.firms[size].entries} entries:`);
  for (const [kind, ask] of Object.entries(kinds)) await compare(kind, size, { ask });
  await compare('closing of a month', size, { ask: close, after: reopen });
}
await record(many);
await few.stop();
await many.stop();

async function begin(entries: number): Promise<Side> {
  const start = performance.now();
  const postgres = await startTemporaryPostgres();
  const size = { firms: entries / entriesOfFirm, entries, large: most / 100 };
  await seedYears(postgres.url, size);
  const seconds = ((performance.now() - start) / 1000).toFixed(0);
  console.log(`${entries.toLocaleString('en')} entries: there after ${seconds} s`);
  await printDisk(postgres.url, entries);
  const { child, said } = await startRecoup({ DATABASE_URL: postgres.url });
  const stop = async (): Promise<void> => {
    await stopProcess(child);
    await postgres.stop();
  };
  const firms = await firmsOfYears(postgres.url);
  return { child, databaseUrl: postgres.url, origin: said, firms, stop };
}

/** Bytes for each entry: of the tables, their long values, and each index. */
async function printDisk(url: string, entries: number): Promise<void> {
  const { rows } = await withClient(url, (client) =>
    client.query<{ name: string; bytes: string }>(
      `select c.relname as name, pg_table_size(c.oid) as bytes from pg_class c
        left join pg_index i on i.indexrelid = c.oid
        where coalesce(i.indrelid, c.oid) in ('entries'::regclass, 'entry_days'::regclass)
        order by coalesce(i.indrelid, c.oid), i.indrelid is not null, 2 desc`,
    ),
  );
  const each = rows.map(({ name, bytes }) => [name, Number(bytes) / entries] as const);
  const all = each.reduce((sum, [, bytes]) => sum + bytes, 0);
  console.log(`  ${all.toFixed(0)} bytes for each entry:`);
  for (const [name, bytes] of each) console.log(`    ${name.padEnd(36)} ${bytes.toFixed(0)}`);
}

/** What recording takes, with its line in the audit log. */
async function record(side: Side): Promise<void> {
  const { ordinary } = side.firms;
  const client = new pg.Client({ connectionString: side.databaseUrl });
  await client.connect();
  const state = async () => {
    const { rows } = await client.query<{ wal: number; log: number }>(
      `select (pg_current_wal_insert_lsn() - '0/0')::float8 as wal,
        pg_total_relation_size('audit_log')::float8 + pg_total_relation_size('audit_chain') as log`,
    );
    return rows[0] ?? { wal: 0, log: 0 };
  };
  const { matter, type: disbursementType, ownToken: token } = ordinary;
  const body = { matter, disbursementType, date: dayBefore(1), minutes: 7, amount: 33 };
  await client.query('checkpoint');
  const before = await state();
  const processor = processorTime(side.child);
  for (let count = 0; count < recorded; count += 1) {
    await send(side, { ...ordinary, token }, { method: 'POST', path: '/entries', body });
  }
  const ms = (1000 * (processorTime(side.child) - processor)) / recorded;
  const { wal, log } = await state();
  await client.end();
  const each = [wal - before.wal, log - before.log].map((bytes) => Math.round(bytes / recorded));
  console.log(
    `${recorded} entries recorded: ${ms.toFixed(1)} ms of our processor time each,`,
    `${each[0]} bytes of WAL, ${each[1]} of the audit log`,
  );
}

/** The first two rounds do not count. Which side comes first changes with each. */
async function compare(
  kind: string,
  size: 'large' | 'ordinary',
  { ask, after }: { ask: Ask; after?: Ask },
): Promise<void> {
  const times = { few: [] as number[], many: [] as number[] }; // empty lists say no type
  for (let round = -2; round < rounds; round += 1) {
    const sides = [
      ['few', few],
      ['many', many],
    ] as const;
    for (const [name, side] of round % 2 === 0 ? sides : sides.toReversed()) {
      const start = performance.now();
      await ask(side, side.firms[size]);
      if (round >= 0) times[name].push(performance.now() - start);
      await after?.(side, side.firms[size]);
    }
  }
  const [small, large] = [median(times.few), median(times.many)];
  const verdict = large / small > limit ? `   above ${limit}` : '';
  const ms = [small, large].map((time) => time.toFixed(1).padStart(8)).join(' ');
  console.log(`  ${kind.padEnd(22)} ${ms} ms  ${(large / small).toFixed(2)} x${verdict}`);
  if (verdict !== '') process.exitCode = 1;
}

function list(query: (firm: FirmOfYears) => string): Ask {
  return read((firm) => `/entries?itemsPerPage=20&${query(firm)}`);
}

function read(path: (firm: FirmOfYears) => string): Ask {
  return async (side, firm) => void (await send(side, firm, { path: path(firm) }));
}

async function close(side: Side, firm: FirmOfYears): Promise<void> {
  const body = { ...month, override: 'For the measurement' };
  await send(side, firm, { method: 'POST', path: '/exports', body });
}

async function reopen(side: Side, firm: FirmOfYears): Promise<void> {
  const reply = await send(side, firm, { path: '/exports?page=1&itemsPerPage=1' });
  const { data } = JSON.parse(reply) as { data: { _id: string }[] }; // the ledger, newest first
  const path = `/exports/${data[0]?._id}/reopening`;
  await send(side, firm, { method: 'PUT', path, body: { reason: 'For the measurement' } });
}

async function send(
  { origin }: Side,
  { token }: FirmOfYears,
  { method = 'GET', path, body }: { method?: string; path: string; body?: object },
): Promise<string> {
  const reply = await fetch(`${origin}/core/api${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await reply.text();
  if (!reply.ok) throw new Error(`${path}: ${reply.status} ${text}`);
  return text;
}
