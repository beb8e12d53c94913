import { connect, type Db } from '../../apps/server/src/platform/database/connections.ts';
import { createPool } from '../../apps/server/src/platform/database/pool.ts';
import { type Download, download, type Server } from './downloads.ts';
import { builtServer, startProcess, startTemporaryPostgres, stopProcess } from './measure.ts';
import { residentMemory } from './memory.ts';
import { type FirmWithEntries, seedFirmWithEntries } from './seed-firm.ts';

/** A database with the product's tables. */
export type Bench = { db: Db; databaseUrl: string };

export async function withBench(work: (bench: Bench) => Promise<void>): Promise<void> {
  const database = await startTemporaryPostgres();
  const db = connect(createPool(database.url, { max: 2 }));
  const bench = { db, databaseUrl: database.url };
  try {
    // Makes the tables.
    await withServer(bench, async () => {});
    await work(bench);
  } finally {
    await db.destroy();
    await database.stop();
  }
}

export async function fill({ db, databaseUrl }: Bench, rows: number): Promise<FirmWithEntries> {
  console.log(`\nFilling a firm with ${count(rows)} entries ...`);
  return seedFirmWithEntries(db, databaseUrl, rows);
}

/** A new server process each time; `idle` is its memory when it is ready and has answered once. */
export async function withServer<T>(
  bench: Bench,
  work: (server: Server, idle: number) => Promise<T>,
): Promise<T> {
  const env = { DATABASE_URL: bench.databaseUrl, RECOUP_DEMO: '0', PORT: '0' };
  const recoup = await startProcess(builtServer, env, /Recoup is ready at (\S+)/);
  const server = { url: `${recoup.said}/core/api`, pid: recoup.child.pid ?? 0 };
  try {
    await download(server, { path: '/openapi.json', token: '', type: 'application/json' });
    return await work(server, residentMemory(server.pid));
  } finally {
    await stopProcess(recoup.child);
  }
}

export async function fileOf(
  server: Server,
  request: { path: string; token: string; type: string },
): Promise<Download> {
  const got = await download(server, request);
  if (got.status !== 200) throw new Error(`${request.path}: ${got.status} ${got.message}`);
  return got;
}

export async function latestExport({ db }: Bench, { firmId }: FirmWithEntries): Promise<string> {
  const query = db
    .selectFrom('exports')
    .select('id')
    .where('firmId', '=', firmId)
    .orderBy('number', 'desc')
    .limit(1);
  return (await query.executeTakeFirstOrThrow()).id;
}

export function print(what: string, figures: string): void {
  console.log(`  ${what.padEnd(46)}${figures}`);
}

export function speed(rows: number, ms: number): string {
  const perSecond = count(Math.round(rows / (ms / 1000)));
  return `${(ms / 1000).toFixed(2).padStart(6)} s, ${perSecond.padStart(9)} rows/s`;
}

export function ratio(a: number, b: number): string {
  return (a / b).toFixed(2);
}

export function count(value: number): string {
  return value.toLocaleString('en');
}
