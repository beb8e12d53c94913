/**
 * Files of a firm's entries through the built server: `npm run bench -- exports`. CSV against `COPY … TO STDOUT` of the same rows, XLSX
 * against the streaming writer of exceljs (installed into a temporary folder, because it is no part of the product), PDF in rows a
 * second, closing and reopening against a bare UPDATE of the same entries, and how much memory the server's process took over what it has
 * when idle. The sides alternate; times are medians.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileTypes } from '@recoup/contract/exports/files';
import { connect, createPool, type Db } from '../apps/server/src/platform/database/connections.ts';
import { type Download, download, type Server } from './support/downloads.ts';
import { installExceljs, writeWithExceljs } from './support/exceljs.ts';
import {
  builtServer,
  median,
  startProcess,
  stopProcess,
  throwAwayPostgres,
} from './support/measure.ts';
import { residentMemory } from './support/memory.ts';
import {
  anOffice,
  copyOut,
  forgetExports,
  keepAndCopyOut,
  type Office,
  rewriteEntries,
} from './support/office.ts';

const rounds = 3;
const [small, large, pdfRows] = [100_000, 1_000_000, 10_000];
type Bench = { db: Db; databaseUrl: string; folder: string };

await run();

async function run(): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'recoup-bench-'));
  const database = await throwAwayPostgres();
  const db = connect(createPool(database.url, { max: 2 }));
  const bench = { db, databaseUrl: database.url, folder };
  try {
    // Makes the tables.
    await withServer(bench, async () => {});
    const office = await fill(bench, small);
    const inSmall = await measureCsv(bench, office);
    await measureXlsx(bench, office);
    await measureClosing(bench, office);
    await measurePdf(bench, await fill(bench, pdfRows));
    const largeOffice = await fill(bench, large);
    const inLarge = await measureCsv(bench, largeOffice);
    console.log("\nMemory of the server's process, peak over idle");
    console.log(
      `  CSV: ${count(small)} rows +${inSmall} MB, ${count(large)} rows +${inLarge} MB = ${ratio(inLarge, inSmall)} x`,
    );
    await measureJson(bench, largeOffice);
  } finally {
    await db.destroy();
    await database.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function fill({ db, databaseUrl }: Bench, rows: number): Promise<Office> {
  console.log(`\nFilling a firm with ${count(rows)} entries ...`);
  return anOffice(db, databaseUrl, rows);
}

/** Prints the times; returns by how many MB the process grew in all rounds. */
async function measureCsv(bench: Bench, office: Office): Promise<number> {
  const { rows, token } = office;
  const times: Record<'copy' | 'kept' | 'first' | 'firstByte' | 'again', number[]> = {
    copy: [],
    kept: [],
    first: [],
    firstByte: [],
    again: [],
  };
  const peaks: number[] = [];
  const idle = await withServer(bench, async (server, idleMemory) => {
    for (let round = 0; round < rounds; round += 1) {
      times.copy.push(await copyOut(bench.databaseUrl, office));
      const first = await fileOf(server, { path: '/download', token, type: fileTypes.csv });
      times.first.push(first.ms);
      times.firstByte.push(first.firstMs);
      times.kept.push(await keepAndCopyOut(bench.databaseUrl, office));
      const again = await fileOf(server, {
        path: `/exports/${await latestExport(bench, office)}/file`,
        token,
        type: fileTypes.csv,
      });
      times.again.push(again.ms);
      peaks.push(first.peak, again.peak);
      await forgetExports(bench.databaseUrl, office);
    }
    return idleMemory;
  });
  const [copy, kept, first, again] = [
    median(times.copy),
    median(times.kept),
    median(times.first),
    median(times.again),
  ];
  console.log(`\n${count(rows)} rows as CSV, medians of ${rounds} rounds`);
  console.log(`  floor: COPY TO STDOUT                       ${speed(rows, copy)}`);
  console.log(`  floor of keeping: into a table, COPY of it  ${speed(rows, kept)}`);
  console.log(
    `  first export: kept, hashed, entered, sent   ${speed(rows, first)} = ${ratio(copy, first)} of COPY's speed, ${ratio(kept, first)} of keeping's`,
  );
  console.log(
    `    of that until the first byte              ${(median(times.firstByte) / 1000).toFixed(2)} s`,
  );
  console.log(
    `  the same export sent again                  ${speed(rows, again)} = ${ratio(copy, again)} of COPY's speed`,
  );
  return Math.round(Math.max(...peaks) - idle);
}

async function measureJson(bench: Bench, { rows, token }: Office): Promise<void> {
  await withServer(bench, async (server, idle) => {
    const refused = await download(server, { path: '/download', token, type: 'application/json' });
    const { message } = JSON.parse(refused.said) as { message: string }; // the shape of every error
    const grown = Math.round(refused.peak - idle);
    console.log(
      `  ${count(rows)} rows as JSON: ${refused.status} after ${(refused.ms / 1000).toFixed(2)} s, +${grown} MB: ${message}`,
    );
  });
}

async function measureXlsx(bench: Bench, office: Office): Promise<void> {
  const { rows, token } = office;
  const hasExceljs = installExceljs(bench.folder);
  const csv = path.join(bench.folder, 'kept.csv');
  const [ours, others]: { ms: number; megabytes: number }[][] = [[], []];
  await withServer(bench, async (server, idle) => {
    await fileOf(server, { path: '/download', token, type: fileTypes.csv, file: csv });
    const id = await latestExport(bench, office);
    for (let round = 0; round < rounds; round += 1) {
      const { ms, peak } = await fileOf(server, {
        path: `/exports/${id}/file`,
        token,
        type: fileTypes.xlsx,
      });
      ours?.push({ ms, megabytes: Math.round(peak - idle) });
      if (hasExceljs) others?.push(writeWithExceljs(bench.folder, csv));
    }
  });
  const sides = [ours, others].map((side = []) => ({
    ms: median(side.map(({ ms }) => ms)),
    megabytes: Math.max(...side.map(({ megabytes }) => megabytes)),
  }));
  const [mine = { ms: 0, megabytes: 0 }, theirs = mine] = sides;
  console.log(`\n${count(rows)} rows as XLSX, medians of ${rounds} rounds`);
  console.log(
    `  ours                                        ${speed(rows, mine.ms)}, +${mine.megabytes} MB`,
  );
  if (!hasExceljs)
    console.log('  exceljs could not be installed, so there is nothing to compare with.');
  else
    console.log(
      `  exceljs, streaming                          ${speed(rows, theirs.ms)}, +${theirs.megabytes} MB: ${ratio(theirs.ms, mine.ms)} x as long as ours`,
    );
}

async function measurePdf(bench: Bench, office: Office): Promise<void> {
  const { rows, token } = office;
  await withServer(bench, async (server, idle) => {
    await fileOf(server, { path: '/download', token, type: fileTypes.csv });
    const id = await latestExport(bench, office);
    const files: Download[] = [];
    for (let round = 0; round < rounds; round += 1)
      files.push(await fileOf(server, { path: `/exports/${id}/file`, token, type: fileTypes.pdf }));
    const grown = Math.round(Math.max(...files.map(({ peak }) => peak)) - idle);
    console.log(`\n${count(rows)} rows as PDF, median of ${rounds} rounds`);
    console.log(
      `  ours                                        ${speed(rows, median(files.map(({ ms }) => ms)))}, +${grown} MB`,
    );
  });
}

/** An export that closes locks each of its entries, and one that is reopened frees them: every row is written anew. */
async function measureClosing(bench: Bench, office: Office): Promise<void> {
  const { rows, token } = office;
  const times: Record<'floor' | 'closing' | 'reopening', number[]> = {
    floor: [],
    closing: [],
    reopening: [],
  };
  await withServer(bench, async (server) => {
    for (let round = 0; round < rounds; round += 1) {
      times.floor.push(await rewriteEntries(bench.databaseUrl, office));
      times.closing.push(await send(server, { method: 'POST', path: '/exports', token, body: {} }));
      const address = `/exports/${await latestExport(bench, office)}/reopening`;
      times.reopening.push(
        await send(server, { method: 'PUT', path: address, token, body: { reason: 'Measured' } }),
      );
    }
  });
  const [floor, closing, reopening] = [
    median(times.floor),
    median(times.closing),
    median(times.reopening),
  ];
  console.log(
    `\n${count(rows)} entries closed into an export and reopened, medians of ${rounds} rounds`,
  );
  console.log(`  floor: an UPDATE of each                    ${speed(rows, floor)}`);
  console.log(
    `  closing: locked, kept, counted, entered     ${speed(rows, closing)} = ${ratio(closing, floor)} x`,
  );
  console.log(
    `  reopening                                   ${speed(rows, reopening)} = ${ratio(reopening, floor)} x`,
  );
}

/** A server of its own, so that nobody else's garbage is measured; `idle` is its memory when it is ready and has answered something. */
async function withServer<T>(
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

async function fileOf(
  server: Server,
  asked: { path: string; token: string; type: string; file?: string },
): Promise<Download> {
  const got = await download(server, asked);
  if (got.status !== 200) throw new Error(`${asked.path}: ${got.status} ${got.said}`);
  return got;
}

/** Milliseconds until the answer. */
async function send(
  server: Server,
  asked: { method: 'POST' | 'PUT'; path: string; token: string; body: object },
): Promise<number> {
  const start = performance.now();
  const reply = await fetch(server.url + asked.path, {
    method: asked.method,
    headers: { authorization: `Bearer ${asked.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(asked.body),
  });
  const said = await reply.text();
  if (!reply.ok) throw new Error(`${asked.path}: ${reply.status} ${said}`);
  return performance.now() - start;
}

async function latestExport({ db }: Bench, { firmId }: Office): Promise<string> {
  const query = db
    .selectFrom('exports')
    .select('id')
    .where('firmId', '=', firmId)
    .orderBy('number', 'desc')
    .limit(1);
  return (await query.executeTakeFirstOrThrow()).id;
}

function speed(rows: number, ms: number): string {
  return `${(ms / 1000).toFixed(2).padStart(6)} s, ${count(Math.round(rows / (ms / 1000))).padStart(9)} rows/s`;
}

function ratio(a: number, b: number): string {
  return (a / b).toFixed(2);
}

function count(value: number): string {
  return value.toLocaleString('en');
}
