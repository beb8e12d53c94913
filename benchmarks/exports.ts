/**
 * Files of a firm's entries from the built server: `npm run bench -- exports`, or `-- exports
 * --closing` for closings alone. CSV is compared with `COPY … TO STDOUT` of the same rows, closing
 * and reopening with a bare UPDATE of the same entries, closing also with a program of nothing but
 * its promises (`support/bare-closing.ts`). Prints how much memory the server took beyond its idle
 * memory. The sides alternate; times are medians.
 */
import { performance } from 'node:perf_hooks';
import { fileTypes } from '@recoup/contract/exports/files';
import { closeBarely } from './support/bare-closing.ts';
import { download, type Server } from './support/downloads.ts';
import {
  type Bench,
  count,
  downloadFile,
  fill,
  latestExport,
  print,
  ratio,
  speed,
  withBench,
  withServer,
} from './support/exports-server.ts';
import { median } from './support/measure.ts';
import {
  copyOut,
  forgetExports,
  keepAndCopyOut,
  type FirmWithEntries,
  rewriteEntries,
} from './support/seed-firm.ts';

const rounds = 3;
const [small, large] = [100_000, 1_000_000];
/** The seeded entries have exceptions that block a closing. */
const override = { override: 'Measured' };

await withBench(async (bench) => {
  const firm = await fill(bench, small);
  if (process.argv.includes('--closing')) return measureClosing(bench, firm);
  const inSmall = await measureCsv(bench, firm);
  await measureClosing(bench, firm);
  const largeFirm = await fill(bench, large);
  const inLarge = await measureCsv(bench, largeFirm);
  console.log("\nMemory of the server's process, peak over idle");
  console.log(
    `  CSV: ${count(small)} rows +${inSmall} MB, ${count(large)} rows +${inLarge} MB`,
    `= ${ratio(inLarge, inSmall)} x`,
  );
  await measureJson(bench, largeFirm);
});

type CsvTimes = Record<'copy' | 'kept' | 'first' | 'firstByte' | 'again', number[]>;

/** Prints the times; returns by how many MB the process grew in all rounds. */
async function measureCsv(bench: Bench, firm: FirmWithEntries): Promise<number> {
  const { token } = firm;
  const type = fileTypes.csv;
  const times: CsvTimes = { copy: [], kept: [], first: [], firstByte: [], again: [] };
  const peaks: number[] = [];
  const idle = await withServer(bench, async (server, idleMemory) => {
    for (let round = 0; round < rounds; round += 1) {
      times.copy.push(await copyOut(bench.databaseUrl, firm));
      const first = await downloadFile(server, { path: '/download', token, type });
      times.first.push(first.ms);
      times.firstByte.push(first.firstMs);
      times.kept.push(await keepAndCopyOut(bench.databaseUrl, firm));
      const path = `/exports/${await latestExport(bench, firm)}/file`;
      const again = await downloadFile(server, { path, token, type });
      times.again.push(again.ms);
      peaks.push(first.peak, again.peak);
      await forgetExports(bench.databaseUrl, firm);
    }
    return idleMemory;
  });
  printCsv(firm.rows, times);
  return Math.round(Math.max(...peaks) - idle);
}

function printCsv(rows: number, times: CsvTimes): void {
  const [copy, stored] = [median(times.copy), median(times.kept)];
  const [first, again] = [median(times.first), median(times.again)];
  console.log(`\n${count(rows)} rows as CSV, medians of ${rounds} rounds`);
  print('baseline: COPY TO STDOUT', speed(rows, copy));
  print('baseline of keeping: into a table, COPY of it', speed(rows, stored));
  print(
    'first export: kept, hashed, entered, sent',
    `${speed(rows, first)} = ${ratio(copy, first)} of COPY's speed, ` +
      `${ratio(stored, first)} of keeping's`,
  );
  print('  of that until the first byte', `${(median(times.firstByte) / 1000).toFixed(2)} s`);
  print(
    'the same export sent again',
    `${speed(rows, again)} = ${ratio(copy, again)} of COPY's speed`,
  );
}

async function measureJson(bench: Bench, { rows, token }: FirmWithEntries): Promise<void> {
  await withServer(bench, async (server, idle) => {
    const rejected = await download(server, { path: '/download', token, type: 'application/json' });
    // the shape of every error
    const { message } = JSON.parse(rejected.message) as { message: string };
    const grown = Math.round(rejected.peak - idle);
    console.log(
      `  ${count(rows)} rows as JSON: ${rejected.status} after`,
      `${(rejected.ms / 1000).toFixed(2)} s, +${grown} MB: ${message}`,
    );
  });
}

/** Closing locks each entry of the export, reopening unlocks it: both rewrite every row. */
async function measureClosing(bench: Bench, firm: FirmWithEntries): Promise<void> {
  const { rows, token } = firm;
  const times: ClosingTimes = {
    baseline: [],
    floor: [],
    closing: [],
    reopening: [],
  };
  await withServer(bench, async (server) => {
    for (let round = 0; round < rounds; round += 1) {
      times.baseline.push(await rewriteEntries(bench.databaseUrl, firm));
      const closing = { method: 'POST', path: '/exports', token, body: override } as const;
      times.closing.push(await send(server, closing));
      const address = `/exports/${await latestExport(bench, firm)}/reopening`;
      times.reopening.push(
        await send(server, { method: 'PUT', path: address, token, body: { reason: 'Measured' } }),
      );
      times.floor.push(await closeBarely(bench.databaseUrl, firm));
    }
  });
  printClosing(rows, times);
}

type ClosingTimes = Record<'baseline' | 'floor' | 'closing' | 'reopening', number[]>;

function printClosing(rows: number, times: ClosingTimes): void {
  const [baseline, floor] = [median(times.baseline), median(times.floor)];
  const [closing, reopening] = [median(times.closing), median(times.reopening)];
  console.log(
    `\n${count(rows)} entries closed into an export and reopened, medians of ${rounds} rounds`,
  );
  print('baseline: an UPDATE of each', speed(rows, baseline));
  print(
    'floor: locked, stored, hashed, committed',
    `${speed(rows, floor)} = ${ratio(floor, baseline)} x`,
  );
  print(
    'closing: locked, kept, counted, entered',
    `${speed(rows, closing)} = ${ratio(closing, baseline)} x, ` +
      `${ratio(closing, floor)} x of the floor`,
  );
  print('reopening', `${speed(rows, reopening)} = ${ratio(reopening, baseline)} x`);
}

/** Milliseconds until the answer. */
async function send(
  server: Server,
  request: { method: 'POST' | 'PUT'; path: string; token: string; body: object },
): Promise<number> {
  const start = performance.now();
  const reply = await fetch(server.url + request.path, {
    method: request.method,
    headers: { authorization: `Bearer ${request.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(request.body),
  });
  const text = await reply.text();
  if (!reply.ok) throw new Error(`${request.path}: ${reply.status} ${text}`);
  return performance.now() - start;
}
