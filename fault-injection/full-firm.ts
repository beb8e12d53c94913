import { spawn } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { allEndpoints } from '@recoup/contract/endpoints';
import { connect } from '../apps/server/src/platform/database/connections.ts';
import { createPool } from '../apps/server/src/platform/database/pool.ts';
import { startTestDatabase } from '../apps/server/test/database.ts';
import { type Answer, ask, type Question } from './support/ask.ts';
import { defineDrill } from './support/drill.ts';
import { freePort, type Server, startServer } from './support/server.ts';
import { aWorker, type Worker } from './support/workers.ts';
import { newId } from '@recoup/contract/core/ids';
import type pg from 'pg';

/** `openCalls`: of further telephones, which belong to no attorney. */
type Size = { entries: number; calls: number; openCalls: number; matters: number };

/** Full of what a spreadsheet would run and of marks that are quoted, as long as it may be. */
const narration = 'Call; "report", =1+1 and the trust account | '.repeat(23).slice(0, 1_000);
const day = `date '2026-10-01' + (n % 31)`;
const start = `((${day}) + time '06:00' + make_interval(secs => (n / 31) * 7919 % 36000))`;

/** Fills a firm: matters, entries with the longest narrations, unrecorded calls beside them. */
async function fillFirm(pool: pg.Pool, worker: Worker, size: Size): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query('set local session_replication_role = replica');
    await client.query(insertMatters, [worker.firm, size.matters]);
    await client.query(insertEntries, [
      worker.firm,
      worker.attorney,
      worker.matter,
      worker.type,
      narration,
      size.entries,
    ]);
    const [sourceId, importId] = [newId(), newId()];
    await client.query(insertSource, [worker.firm, sourceId]);
    await client.query(insertImport, [worker.firm, importId, sourceId, worker.attorney]);
    await client.query(insertExtension, [worker.firm, worker.attorney]);
    const [all, own] = [size.calls + size.openCalls, size.calls];
    await client.query(insertCalls, [worker.firm, sourceId, importId, all, own]);
    await client.query('commit');
    await client.query('analyze');
  } finally {
    client.release();
  }
}

const insertMatters = `
  insert into matters (id, firm_id, number, description, client, status)
  select uuidv7(), $1, 'KM' || n, 'Transfer of Erf ' || n || ', Sandton',
    'Müller Boerdery ' || n % 5000, 'Open' from generate_series(1, $2::int) n`;

const insertEntries = `
  insert into entries (id, firm_id, attorney_id, created_by, matter_id, disbursement_type_id, date,
    minutes, seconds, started_at, amount_cents, narration)
  select uuidv7(), $1, $2, $2, $3, $4, ${day}, 5, 290,
    case when n % 2 = 0 then ${start} at time zone 'Africa/Johannesburg' end, n, $5
  from generate_series(1, $6::int) n`;

const insertSource = `
  insert into call_sources (firm_id, id, system, name, created_at)
  values ($1, $2, 'freepbx', 'FreePBX', now())`;

const insertImport = `
  insert into call_imports (firm_id, id, number, source_id, user_id, sha256, created_at, added,
    extended, repeated, unanswered, internal, private)
  values ($1, $2, 1, $3, $4, '', now(), 0, 0, 0, 0, 0, 0)`;

const insertExtension = `
  insert into extensions (firm_id, value, attorney_id) values ($1, '100', $2)`;

const insertCalls = `
  insert into call_records (firm_id, id, source_id, call_key, import_id, started_at, seconds,
    direction, own_party, other_party, legs)
  select $1, uuidv7(), $2, n::text, $3, ${start} at time zone 'Africa/Johannesburg', 270 + n % 40,
    'out', case when n <= $5::int then '100' else (200 + n % 40)::text end,
    '+27825550' || lpad((n % 1000)::text, 3, '0'), '{}'
  from generate_series(1, $4::int) n`;

/** Layouts with as many columns as one may have, each of which a narration does not fit. */
function fullLayouts(): Record<string, unknown>[] {
  const fields = ['narration', 'particulars', 'description'];
  const columns = (more: object) =>
    Array.from({ length: 100 }, (_, at) => ({
      title: `Column ${at + 1}`,
      field: fields[at % fields.length],
      ...more,
    }));
  return [
    { name: 'Rejects', columns: columns({}) },
    { name: 'Cuts', columns: columns({ fit: 'cut' }) },
    { name: 'Filled', delimiter: null, records: 2, columns: columns({ fit: 'cut', width: 100 }) },
  ];
}

/** A stranger waits so long (ms) at most, beyond what an idle process at the same moment needs. */
const mostMs = 250;
const mostMebibytes = 512;

type Asked = Question & { path: string };
/** `healthMs` and `listMs` are without the wait of an idle process at the same moment. */
export type Waited = {
  request: string;
  answers: string;
  seconds: number;
  healthMs: number;
  listMs: number;
  mebibytes: number;
};

type Given = Size & { atOnce: number; seconds: number };

export const drill = defineDrill({
  about:
    'One firm with all its bounds reached asks for everything that it can read, many times at ' +
    'once: how long another firm waits for /healthz and its first list.',
  options: {
    entries: 10_000,
    calls: 12_000,
    openCalls: 60_000,
    matters: 50_000,
    atOnce: 6,
    seconds: 10,
  },
  run: async (options) => {
    const found = await pressFullFirm(options);
    console.table(found.toSorted((one, other) => worst(other) - worst(one)));
    return found.every(isFair);
  },
});

export function isFair(waited: Waited): boolean {
  return worst(waited) <= mostMs && waited.mebibytes < mostMebibytes;
}

function worst({ healthMs, listMs }: Waited): number {
  return Math.max(healthMs, listMs);
}

/** Each request in turn. A request that takes longer than the seconds is cut off. */
export async function pressFullFirm({ atOnce, seconds, ...size }: Given): Promise<Waited[]> {
  const database = await startTestDatabase();
  const pool = createPool(database.url);
  const db = connect(pool);
  const port = await freePort();
  const server = startServer(
    {
      DATABASE_URL: database.url.replace('@/', '@localhost/'),
      NODE_OPTIONS: `--max-old-space-size=${mostMebibytes}`,
    },
    port,
  );
  const idle = await startIdleProcess();
  try {
    await server.ready;
    const [full, other] = [await aWorker(db), await aWorker(db, { hasEntry: true })];
    await fillFirm(pool, full, size);
    const requests = await requestsOf(server, full, size);
    // The first list of a process takes longer.
    await ask(`${server.url}/entries`, { token: other.attorneyToken });
    const found: Waited[] = [];
    for (const request of requests)
      found.push(await press({ server, port, idle, other }, request, { atOnce, seconds }));
    return found;
  } finally {
    idle.end();
    await server.end('SIGTERM');
    await db.destroy();
    await database.stop();
  }
}

/** A process that only answers: its times are waits for a processor. */
async function startIdleProcess() {
  const port = await freePort();
  const program = `require('node:http').createServer((_, reply) => reply.end()).listen(${port})`;
  const child = spawn(process.execPath, ['-e', program], { stdio: 'ignore' });
  const url = `http://127.0.0.1:${port}/`;
  while ((await ask(url)).status !== 200) await wait(20);
  return { url, end: () => child.kill('SIGKILL') };
}

type Idle = Awaited<ReturnType<typeof startIdleProcess>>;

/** How long (ms) an answer took beyond that of the idle process. */
async function askBeside(idle: Idle, url: string, question?: Question): Promise<number> {
  const [answer, floor] = await Promise.all([ask(url, question), ask(idle.url)]);
  if (answer.status !== 200) throw new Error(`another firm got ${answer.status} from ${url}`);
  return answer.ms - floor.ms;
}

async function press(
  { server, port, idle, other }: { server: Server; port: number; idle: Idle; other: Worker },
  { path, ...question }: Asked,
  { atOnce, seconds }: { atOnce: number; seconds: number },
): Promise<Waited> {
  const startedAt = performance.now();
  const requested = { ...question, timeoutMs: seconds * 1_000, forgetsBody: true };
  const all = Promise.all(Array.from({ length: atOnce }, () => ask(server.url + path, requested)));
  const done = all.then(() => 'done' as const);
  const most = { healthMs: 0, listMs: 0, bytes: 0 };
  const token = other.attorneyToken;
  do {
    const healthMs = await askBeside(idle, `http://127.0.0.1:${port}/healthz`);
    const listMs = await askBeside(idle, `${server.url}/entries`, { token });
    most.healthMs = Math.max(most.healthMs, healthMs);
    most.listMs = Math.max(most.listMs, listMs);
    most.bytes = Math.max(most.bytes, server.rss());
  } while ((await Promise.race([done, wait(5)])) !== 'done');
  const { accept, method = 'GET' } = question;
  return {
    request: [method, path.slice(0, 70), accept].filter(Boolean).join(' '),
    answers: counted(await all),
    seconds: Math.round((performance.now() - startedAt) / 100) / 10,
    healthMs: Math.round(most.healthMs),
    listMs: Math.round(most.listMs),
    mebibytes: Math.round(most.bytes / 1024 / 1024),
  };
}

function counted(answers: readonly Answer[]): string {
  const counts = new Map<string, number>();
  for (const { status, isHung } of answers) {
    const name = isHung ? 'cut off' : String(status);
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].map(([name, count]) => `${count} x ${name}`).join(', ');
}

/** All that reads, and what checks or counts without a change. */
async function requestsOf(server: Server, full: Worker, size: Size): Promise<Asked[]> {
  const token = full.adminToken;
  const { exportId, layoutIds } = await setUp(server, token);
  const fill = (path: string) =>
    path
      .replace('/exports/{id}', `/exports/${exportId}`)
      .replace('/matters/{id}', `/matters/${full.matter}`)
      .replace('/users/{id}', `/users/${full.attorney}`)
      .replace('/posting-layouts/{id}', `/posting-layouts/${layoutIds[0]}`);
  const reading = Object.values(allEndpoints)
    .filter(({ method }) => method === 'GET')
    .flatMap(({ path, produces = [] }) => [
      { path: fill(path) },
      ...produces.map((accept) => ({ path: fill(path), accept })),
    ]);
  const posting = layoutIds.flatMap((layout) => [
    { path: `/exports/${exportId}/file?layout=${layout}` },
    { method: 'POST', path: '/exports', body: { dryRun: true, layout } },
  ]);
  const lists = [
    { path: '/exceptions?level=block' },
    { path: '/call-records?isOpen=true' },
    { path: '/call-records?page=1&itemsPerPage=100' },
    { path: '/exceptions?page=1&itemsPerPage=100' },
    { method: 'POST', path: '/exports', body: { dryRun: true } },
    {
      method: 'POST',
      path: '/call-records/acceptances',
      body: { ids: await idsOfCalls(server, token) },
    },
    { path: '/entries?search=trust%20account' },
    { path: '/matters?search=Boerdery' },
  ];
  return [...posting, ...filesToCheck(size), ...lists, ...reading].map((asked) => ({
    ...asked,
    token,
  }));
}

/** As many as can be accepted at once; without an account code all are refused. */
async function idsOfCalls(server: Server, token: string): Promise<string[]> {
  const ids: string[] = [];
  for (const page of [1, 2]) {
    const path = `/call-records?isOpen=true&page=${page}&itemsPerPage=100`;
    const { body } = await ask(server.url + path, { token });
    const { data } = JSON.parse(body) as { data: { _id: string }[] }; // as the list of calls
    ids.push(...data.map(({ _id }) => _id));
  }
  return ids;
}

/** A closed export, and layouts that the entries are checked with. */
async function setUp(server: Server, token: string) {
  const send = async (method: string, path: string, body?: unknown): Promise<string> => {
    const { status, body: text } = await ask(server.url + path, { method, token, body });
    if (status >= 300) throw new Error(`${method} ${path}: ${status} ${text}`);
    return text;
  };
  const made = async (path: string, body?: unknown): Promise<string> => {
    const text = await send('POST', path, body);
    const { data } = JSON.parse(text) as { data: { _id: string } }; // as each reply of a new thing
    return data._id;
  };
  const exportId = await made('/exports', { to: '2026-10-10' });
  const layoutIds: string[] = [];
  for (const layout of fullLayouts()) {
    const id = await made('/posting-layouts', layout);
    layoutIds.push(id);
    await send('PUT', `/posting-layouts/${id}/settings`, { accounts: {}, checksEntries: true });
  }
  return { exportId, layoutIds };
}

/** Files of matters and of calls, which nothing is written of. */
function filesToCheck(size: Size): Asked[] {
  const matters = Array.from({ length: size.matters }, (_, at) => `KM${at},Transfer of Erf ${at}`);
  const calls = Array.from({ length: size.calls }, (_, at) => {
    const startedAt = `2026-10-${10 + (at % 20)} 10:${String(at % 60).padStart(2, '0')}:00`;
    return `${startedAt},${60 + (at % 900)},100,0825550${100 + (at % 900)}`;
  });
  const bodies = {
    '/upload': {
      fileStream: `Number,Description\n${matters.join('\n')}\n`,
      mapping: { number: 'Number', description: 'Description' },
    },
    '/call-imports': {
      fileStream: `Start,Seconds,From,To\n${calls.join('\n')}\n`,
      mapping: { start: 'Start', seconds: 'Seconds', from: 'From', to: 'To' },
    },
  };
  return Object.entries(bodies).map(([path, body]) => ({
    method: 'POST',
    path,
    body: { ...body, dryRun: true },
  }));
}
