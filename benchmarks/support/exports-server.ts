import type { Db } from '../../apps/server/src/platform/database/connections.ts';
import { type Download, download, type Server } from './downloads.ts';
import {
  median,
  startRecoup,
  startTemporaryPostgres,
  stopProcess,
  withNewDatabase,
} from './measure.ts';
import { residentMemory } from './memory.ts';
import { type FirmWithEntries, seedFirmWithEntries } from './seed-firm.ts';

/** A database with the product's tables. */
export type Bench = { db: Db; databaseUrl: string };

export async function withBench(work: (bench: Bench) => Promise<void>): Promise<void> {
  const database = await startTemporaryPostgres();
  try {
    await withNewDatabase(database.url, (db) => work({ db, databaseUrl: database.url }));
  } finally {
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
  settings: Readonly<Record<string, string>> = {},
): Promise<T> {
  const own = { DATABASE_URL: bench.databaseUrl, RECOUP_DEMO: '0' };
  const recoup = await startRecoup({ ...own, ...settings });
  const server = { url: `${recoup.said}/core/api`, pid: recoup.child.pid ?? 0 };
  try {
    await download(server, { path: '/openapi.json', token: '', type: 'application/json' });
    return await work(server, residentMemory(server.pid));
  } finally {
    await stopProcess(recoup.child);
  }
}

export async function downloadFile(
  server: Server,
  request: { path: string; token: string; type: string },
): Promise<Download> {
  const got = await download(server, request);
  if (got.status !== 200) throw new Error(`${request.path}: ${got.status} ${got.message}`);
  return got;
}

/** The median of its milliseconds, and by how many MB the server grew at most. */
export async function downloadRepeatedly(
  server: Server,
  request: { path: string; token: string; type: string },
  rounds: number,
): Promise<{ ms: number; grown: number }> {
  const idle = residentMemory(server.pid);
  const files: Download[] = [];
  for (let round = 0; round < rounds; round += 1) files.push(await downloadFile(server, request));
  const grown = Math.round(Math.max(...files.map(({ peak }) => peak)) - idle);
  return { ms: median(files.map(({ ms }) => ms)), grown };
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
