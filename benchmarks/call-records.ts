/**
 * A FreePBX file of 100,000 calls through the server, against COPY of the same calls into the same
 * table, and pages of the open calls afterwards: `npm run bench -- call-records`.
 */
import { performance } from 'node:perf_hooks';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { newId } from '@recoup/contract/core/ids';
import { from as copyFrom } from 'pg-copy-streams';
import type { Db } from '../apps/server/src/platform/database/connections.ts';
import { copyLines, freePbxLines } from './support/call-files.ts';
import type { Server } from './support/downloads.ts';
import { type Bench, withBench, withServer } from './support/exports-server.ts';
import { median, withClient } from './support/measure.ts';
import { residentMemory, watchMemory } from './support/memory.ts';
import { type Firm, seedFirm } from './support/seed-firm.ts';

const rows = 100_000;
const rowsOfMonth = 5_000;
const rounds = 3;
const pages = 5;
const limit = 2.5;

await withBench(async (bench) =>
  withServer(bench, async (server) => {
    const firm = await measureImports(bench, server);
    await time(`the same file again`, async () => upload(server, firm, rows));
    await timePages(server, firm, `${rows} open calls`);
    const small = await seedCallFirm(bench.db);
    await upload(server, small, rowsOfMonth);
    await timePages(server, small, `a month of ${rowsOfMonth}`);
  }),
);

/** In turns; returns the last firm that was filled by the server. */
async function measureImports({ db, databaseUrl }: Bench, server: Server): Promise<Firm> {
  const [floors, imports]: [number[], number[]] = [[], []];
  let firm = await seedCallFirm(db);
  await upload(server, firm, 1_000);
  for (let round = 1; round <= rounds; round += 1) {
    floors.push(await copyCalls(db, databaseUrl));
    firm = await seedCallFirm(db);
    const before = residentMemory(server.pid);
    const memory = watchMemory(server.pid);
    const start = performance.now();
    await upload(server, firm, rows);
    imports.push(performance.now() - start);
    console.log(
      `${rows} calls: COPY ${seconds(floors.at(-1))}, import ${seconds(imports.at(-1))},`,
      `${Math.round(memory.stop() - before)} MB more`,
    );
  }
  const ratio = median(imports) / median(floors);
  console.log(`import ${ratio.toFixed(2)} x COPY (limit ${limit}); medians of ${rounds}`);
  if (ratio > limit) process.exitCode = 1;
  return firm;
}

/** A firm with an attorney and a thousand matters, some of whose numbers are called. */
async function seedCallFirm(db: Db): Promise<Firm> {
  const firm = await seedFirm(db);
  await db
    .insertInto('matters')
    .values(
      Array.from({ length: 1000 }, (_, at) => ({
        id: newId(),
        firmId: firm.firmId,
        number: `M${at + 1}`,
        description: 'Debt recovery',
        client: 'Khumalo B',
        status: 'Open',
        phones: [`+2782${String(5_550_000 + at * 9).padStart(7, '0')}`],
      })),
    )
    .execute();
  await db
    .insertInto('extensions')
    .values(
      Array.from({ length: 20 }, (_, at) => ({
        firmId: firm.firmId,
        value: String(100 + at),
        attorneyId: firm.attorneyId,
      })),
    )
    .execute();
  return firm;
}

/** COPY of the calls that the file holds; in milliseconds. */
async function copyCalls(db: Db, databaseUrl: string): Promise<number> {
  const firm = await seedCallFirm(db);
  const [sourceId, importId] = [newId(), newId()];
  return withClient(databaseUrl, async (client) => {
    await client.query(
      `insert into call_sources (firm_id, id, system, name, created_at)
        values ($1, $2, 'freepbx', 'FreePBX', now())`,
      [firm.firmId, sourceId],
    );
    await client.query(
      `insert into call_imports (firm_id, id, number, source_id, user_id, sha256, created_at, added,
          extended, repeated, unanswered, internal, private)
        values ($1, $2, 1, $3, $4, '', now(), 0, 0, 0, 0, 0, 0)`,
      [firm.firmId, importId, sourceId, firm.attorneyId],
    );
    const start = performance.now();
    const copy = client.query(
      copyFrom(
        `copy call_records (firm_id, id, source_id, call_key, import_id, started_at, seconds,
          direction, own_party, other_party, account_code, legs) from stdin`,
      ),
    );
    await pipeline(Readable.from(copyLines(firm, { sourceId, importId, rows, newId })), copy);
    return performance.now() - start;
  });
}

async function upload(server: Server, firm: Firm, count: number): Promise<string> {
  const request: RequestInit & { duplex: 'half' } = {
    method: 'POST',
    headers: { authorization: `Bearer ${firm.token}`, 'content-type': 'text/csv' },
    // the same thing under two names
    body: Readable.toWeb(Readable.from(freePbxLines(count))) as ReadableStream,
    duplex: 'half',
    signal: AbortSignal.timeout(20 * 60_000),
  };
  const reply = await fetch(`${server.url}/call-imports?fileName=calls.csv`, request);
  const text = await reply.text();
  if (reply.status !== 201) throw new Error(`${reply.status} ${text}`);
  return text;
}

async function timePages(server: Server, firm: Firm, what: string): Promise<void> {
  for (const [name, query] of [
    ['first page of 50', 'isOpen=true&itemsPerPage=50'],
    ['of a day', 'isOpen=true&itemsPerPage=50&from=2026-10-05&to=2026-10-05'],
  ])
    await time(`${what}, ${name}`, async () => {
      const reply = await fetch(`${server.url}/call-records?${query}`, {
        headers: { authorization: `Bearer ${firm.token}` },
      });
      const text = await reply.text();
      if (reply.status !== 200) throw new Error(`${reply.status} ${text}`);
    });
}

async function time(what: string, work: () => Promise<unknown>): Promise<void> {
  const times: number[] = [];
  for (let round = 0; round < pages; round += 1) {
    const start = performance.now();
    await work();
    times.push(performance.now() - start);
  }
  console.log(`${what}: ${median(times).toFixed(0)} ms, longest ${Math.max(...times).toFixed(0)}`);
}

function seconds(ms = Number.NaN): string {
  return `${(ms / 1000).toFixed(2)} s`;
}
