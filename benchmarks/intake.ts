/**
 * Files of 100,000 and 1,000,000 matters through the server, against COPY of the same data into the
 * same table: `npm run bench -- intake`. Prints the ratio, how much more memory the server took,
 * and the p99 of another firm's requests during the import.
 */
import { performance } from 'node:perf_hooks';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { newId } from '@recoup/contract/core/ids';
import { from as copyFrom } from 'pg-copy-streams';
import { inChunks } from './support/call-files.ts';
import type { Server } from './support/downloads.ts';
import { type Bench, withBench, withServer } from './support/exports-server.ts';
import { timesUntil, withClient } from './support/measure.ts';
import { residentMemory, watchMemory } from './support/memory.ts';
import { type Firm, seedFirm } from './support/seed-firm.ts';

const sizes = (process.argv[2] ?? '100000,1000000').split(',').map(Number);

const clients = [
  'Mahlangu Family Trust',
  'Smit & Seuns (Edms) Bpk',
  'Lévesque & Pillay (Pty) Ltd',
  'Müller Boerdery (Pty) Ltd',
  'Khumalo B',
];
const texts = [
  'Opposed motion – High Court',
  'Transfer of Erf 2473 Sandton',
  'Debt recovery',
  'Road Accident Fund claim',
  'Deceased estate',
];
const twoDigits = (value: number) => String(value).padStart(2, '0');
const day = (row: number) =>
  `20${10 + (row % 15)}-${twoDigits(1 + (row % 12))}-${twoDigits(1 + (row % 28))}`;

await withBench(async (bench) => {
  const bystander = await seedFirm(bench.db);
  await withServer(bench, async (server) => {
    for (const rows of sizes) await measure({ ...bench, server, rows, bystander });
  });
});

type Run = Bench & { server: Server; rows: number; bystander: Firm };

async function measure({ db, server, rows, bystander, databaseUrl }: Run): Promise<void> {
  const idle = await timeRequests(server.url, bystander.token, wait(5_000));
  const baseline = await copyMatters(databaseUrl, await seedFirm(db), rows);
  console.log(
    `\n${rows.toLocaleString('en')} matters. COPY into the table: ${seconds(baseline)};`,
    `other requests p99 ${idle.toFixed(1)} ms while idle`,
  );
  const send = async (what: string, work: () => Promise<Response>) => {
    const { ms, megabytes, p99, body } = await watchImport(server, bystander, work);
    console.log(
      `  ${what}: ${seconds(ms)} = ${(ms / baseline).toFixed(2)} x COPY; ${megabytes} MB more;`,
      `others p99 ${p99.toFixed(1)} ms = ${(p99 / idle).toFixed(1)} x; ${body.slice(0, 120)}`,
    );
  };
  const firm = await seedFirm(db);
  for (const what of ['text/csv', 'the same again'])
    await send(what, () =>
      post(server, firm, { body: Readable.from(csvLines(firm, rows)), type: 'text/csv' }),
    );
  if (rows > 200_000) return;
  const json = await seedFirm(db);
  const text = JSON.stringify({ fileStream: [...csvLines(json, rows)].join('') });
  await send('JSON', () => post(server, json, { body: text, type: 'application/json' }));
}

/** Time and memory of an import, and what another firm's requests took during it. */
async function watchImport(server: Server, bystander: Firm, work: () => Promise<Response>) {
  const before = residentMemory(server.pid);
  const memory = watchMemory(server.pid);
  const start = performance.now();
  const reply = work();
  const p99 = await timeRequests(server.url, bystander.token, reply);
  const ms = performance.now() - start;
  const body = await (await reply).text();
  return { ms, megabytes: Math.round(memory.stop() - before), p99, body };
}

function* csvLines({ email }: Firm, rows: number): Generator<string> {
  yield 'Matter Number,Description,Client,Attorney,Status,Opened\r\n';
  yield* inChunks(
    rows,
    (row) =>
      `M${row},${texts[row % 5]} ${row * 7919},${clients[row % 5]},${email},Open,${day(row)}\r\n`,
  );
}

/** COPY of the data that the file holds; in milliseconds. */
async function copyMatters(databaseUrl: string, firm: Firm, rows: number): Promise<number> {
  const lines = inChunks(
    rows,
    (row) =>
      `${newId()}\t${firm.firmId}\tM${row}\t${texts[row % 5]} ${row * 7919}\t` +
      `${clients[row % 5]}\t${firm.attorneyId}\tOpen\t${day(row)}\n`,
  );
  const columns = 'id, firm_id, number, description, client, attorney_id, status, opened';
  return withClient(databaseUrl, async (client) => {
    const start = performance.now();
    await pipeline(
      Readable.from(lines),
      client.query(copyFrom(`copy matters (${columns}) from stdin`)),
    );
    return performance.now() - start;
  });
}

function post(
  server: Server,
  firm: Firm,
  { body, type }: { body: Readable | string; type: string },
): Promise<Response> {
  const request: RequestInit & { duplex: 'half' } = {
    method: 'POST',
    headers: { authorization: `Bearer ${firm.token}`, 'content-type': type },
    // the same thing under two names
    body: typeof body === 'string' ? body : (Readable.toWeb(body) as ReadableStream),
    duplex: 'half',
    signal: AbortSignal.timeout(20 * 60_000),
  };
  return fetch(`${server.url}${type === 'text/csv' ? '/imports' : '/upload'}`, request);
}

/** The p99 of another firm's requests, sent one after the other until the work is done. */
async function timeRequests(url: string, token: string, until: Promise<unknown>): Promise<number> {
  const times = await timesUntil(until, async () => {
    const reply = await fetch(`${url}/matters?page=1&itemsPerPage=10`, {
      headers: { authorization: `Bearer ${token}` },
    });
    await reply.text();
    if (reply.status !== 200) throw new Error(`another request was answered with ${reply.status}`);
  });
  return times[Math.floor(times.length * 0.99)] ?? 0;
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
