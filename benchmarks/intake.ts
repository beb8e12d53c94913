/**
 * Files of 100,000 and 1,000,000 matters through the server, against COPY of the same data into the same table in the same run:
 * `npm run bench intake`. Prints the ratio, how much memory the server's process took more, and the p99 of other requests meanwhile.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { role } from '@recoup/contract/core/access';
import { newId } from '@recoup/contract/core/ids';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { createSession } from '../apps/server/src/account/session/sessions.service.ts';
import { connect, createPool, type Db } from '../apps/server/src/platform/database/connections.ts';
import { startEmbeddedPostgres } from '../apps/server/src/embedded-postgres/start.ts';
import { timesUntil } from './support/measure.ts';
import { residentMemory, watchMemory } from './support/memory.ts';

const sizes = (process.argv[2] ?? '100000,1000000').split(',').map(Number);
const linesAtOnce = 1000;
type Office = { firmId: string; attorneyId: string; email: string; token: string };
type Server = { url: string; child: ChildProcess };

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
const day = (row: number) =>
  `20${10 + (row % 15)}-${String(1 + (row % 12)).padStart(2, '0')}-${String(1 + (row % 28)).padStart(2, '0')}`;

await run();

async function run(): Promise<void> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'recoup-bench-'));
  const database = await startEmbeddedPostgres({ dataDir });
  const server = await startServer(database.url);
  const pool = createPool(database.url);
  const db = connect(pool);
  try {
    const bystander = await anOffice(db);
    for (const rows of sizes)
      await measure({ db, server, rows, bystander, databaseUrl: database.url });
  } finally {
    await db.destroy();
    const ended = new Promise((resolve) => server.child.once('exit', resolve));
    server.child.kill('SIGTERM');
    await ended;
    await database.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function measure(given: {
  db: Db;
  server: Server;
  rows: number;
  bystander: Office;
  databaseUrl: string;
}): Promise<void> {
  const { db, server, rows, bystander } = given;
  const idle = await timeRequests(server.url, bystander.token, wait(5_000));
  const floor = await copyMatters(given.databaseUrl, await anOffice(db), rows);
  console.log(
    `\n${rows.toLocaleString('en')} matters. COPY into the table: ${seconds(floor)}; other requests p99 ${idle.toFixed(1)} ms while idle`,
  );
  const office = await anOffice(db);
  const send = async (what: string, work: () => Promise<Response>) => {
    const pid = server.child.pid ?? 0;
    const before = residentMemory(pid);
    const memory = watchMemory(pid);
    const start = performance.now();
    const reply = work();
    const p99 = await timeRequests(server.url, bystander.token, reply);
    const ms = performance.now() - start;
    const body = await (await reply).text();
    const megabytes = Math.round(memory.stop() - before);
    console.log(
      `  ${what}: ${seconds(ms)} = ${(ms / floor).toFixed(2)} x COPY; ${megabytes} MB more; others p99 ${p99.toFixed(1)} ms = ${(p99 / idle).toFixed(1)} x; ${body.slice(0, 120)}`,
    );
  };
  await send('text/csv', () =>
    post(server, office, { body: Readable.from(csvLines(office, rows)), type: 'text/csv' }),
  );
  await send('the same again', () =>
    post(server, office, { body: Readable.from(csvLines(office, rows)), type: 'text/csv' }),
  );
  if (rows > 200_000) return;
  const json = await anOffice(db);
  const text = JSON.stringify({ fileStream: [...csvLines(json, rows)].join('') });
  await send('JSON', () => post(server, json, { body: text, type: 'application/json' }));
}

async function startServer(databaseUrl: string): Promise<Server> {
  const main = new URL('../apps/server/src/main.ts', import.meta.url).pathname;
  const child = spawn(process.execPath, ['--import', 'tsx', '--conditions=source', main], {
    env: {
      PATH: process.env.PATH ?? '',
      DATABASE_URL: databaseUrl.replace('@/', '@localhost/'),
      PORT: '0',
      RECOUP_DEMO: '0',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      const ready = /Recoup is ready at (\S+)/.exec(text)?.[1];
      if (ready !== undefined) resolve(ready);
    });
    child.once('exit', () => reject(new Error('The server ended before it was ready.')));
  });
  return { url: `${url}/core/api`, child };
}

async function anOffice(db: Db): Promise<Office> {
  const firmId = newId();
  const attorneyId = newId();
  const adminId = newId();
  const domain = `${firmId}.co.za`;
  const email = `${attorneyId}@${domain}`;
  await db
    .insertInto('firms')
    .values({ id: firmId, name: `Firm ${firmId}` })
    .execute();
  await db.insertInto('firmDomains').values({ firmId, position: 1, domain }).execute();
  const user = { firmId, name: 'Thabo Mokoena', cell: '', status: 2, passwordResetRequired: false };
  await db
    .insertInto('users')
    .values([
      { ...user, id: attorneyId, role: role.attorney, email },
      { ...user, id: adminId, role: role.attorneyAdmin, email: `${adminId}@${domain}` },
    ])
    .execute();
  return {
    firmId,
    attorneyId,
    email,
    token: await createSession(db, { userId: adminId, kind: 'full', now: new Date() }),
  };
}

function* csvLines({ email }: Office, rows: number): Generator<string> {
  yield 'Matter Number,Description,Client,Attorney,Status,Opened\r\n';
  yield* inChunks(
    rows,
    (row) =>
      `M${row},${texts[row % 5]} ${row * 7919},${clients[row % 5]},${email},Open,${day(row)}\r\n`,
  );
}

/** The very data that the file holds, as the table keeps it. */
async function copyMatters(databaseUrl: string, office: Office, rows: number): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl });
  client.on('error', () => {});
  await client.connect();
  const start = performance.now();
  const lines = inChunks(
    rows,
    (row) =>
      `${newId()}\t${office.firmId}\tM${row}\t${texts[row % 5]} ${row * 7919}\t${clients[row % 5]}\t${office.attorneyId}\tOpen\t${day(row)}\n`,
  );
  const copy = client.query(
    copyFrom(
      'copy matters (id, firm_id, number, description, client, attorney_id, status, opened) from stdin',
    ),
  );
  await pipeline(Readable.from(lines), copy);
  const ms = performance.now() - start;
  await client.end();
  return ms;
}

function* inChunks(rows: number, line: (row: number) => string): Generator<string> {
  for (let start = 1; start <= rows; start += linesAtOnce) {
    yield Array.from({ length: Math.min(linesAtOnce, rows - start + 1) }, (_, at) =>
      line(start + at),
    ).join('');
  }
}

function post(
  server: Server,
  office: Office,
  { body, type }: { body: Readable | string; type: string },
): Promise<Response> {
  const request: RequestInit & { duplex: 'half' } = {
    method: 'POST',
    headers: { authorization: `Bearer ${office.token}`, 'content-type': type },
    body: typeof body === 'string' ? body : (Readable.toWeb(body) as ReadableStream), // the same thing under two names
    duplex: 'half',
    signal: AbortSignal.timeout(20 * 60_000),
  };
  return fetch(`${server.url}${type === 'text/csv' ? '/imports' : '/upload'}`, request);
}

/** The p99 in milliseconds of a small request of another firm, sent one after the other until the work is done. */
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
