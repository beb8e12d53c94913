import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { newId } from '@recoup/contract/core/ids';
import { createPool } from '../apps/server/src/platform/database/pool.ts';
import { demoAttorneys, demoFirmAdmins } from '../apps/server/src/seeds/demo-people.ts';
import { type Answer, ask } from './support/ask.ts';
import { defineDrill } from './support/drill.ts';
import { startPostgres } from './support/postgres.ts';
import { inTurn } from './support/processes.ts';
import { createRandom, type Random } from './support/random.ts';
import { freePort, type Server, startServer } from './support/server.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const clients = 8;
const migrationFolder = 'apps/server/migrations/';

export type Upgrade = {
  from: string;
  /** Migrations that ran while the older version served. */
  migrations: number;
  requests: number;
  failed: string[];
  /** Entries that were acknowledged and are not in the database. */
  lost: number;
  slowestMs: number;
  seconds: number;
};

export const drill = defineDrill({
  about:
    'Starts this version beside the one before its newest `migrations`, on one database and ' +
    'under load, then ends the older one: no request may fail.',
  options: { migrations: 1, requests: 10_000, seed: 1 },
  run: async (options) => {
    const found = await upgradeUnderLoad(options);
    console.log(found);
    return isUnnoticed(found);
  },
});

export function isUnnoticed({ failed, lost, migrations }: Upgrade): boolean {
  return failed.length + lost === 0 && migrations > 0;
}

/**
 * The newest commit on migrations that lacks so many of today's or more, and has no other: a commit
 * whose migration was renamed before its release never met this version's database. undefined where
 * the history does not reach so far.
 */
export function commitBefore(migrations: number): string | undefined {
  const today = new Set(migrationsAt('HEAD'));
  return git('log', '--format=%h', '--', migrationFolder)
    .split('\n')
    .filter(Boolean)
    .find((commit) => {
      const then = migrationsAt(commit);
      return then.length <= today.size - migrations && then.every((name) => today.has(name));
    });
}

function migrationsAt(commit: string): string[] {
  return git('ls-tree', '--name-only', commit, migrationFolder).split('\n').filter(Boolean);
}

function git(...words: string[]): string {
  return execFileSync('git', words, { cwd: root, encoding: 'utf8' });
}

type Options = { migrations: number; requests: number; seed: number };

export async function upgradeUnderLoad(options: Options): Promise<Upgrade> {
  const from = commitBefore(options.migrations);
  if (from === undefined)
    throw new Error('The history of this checkout does not reach the version before: fetch it.');
  const folder = mkdtempSync(path.join(tmpdir(), 'recoup-upgrade-'));
  const postgres = await startPostgres();
  const pool = createPool(postgres.url, { max: 1 });
  const startedAt = performance.now();
  try {
    const { load, migrations } = await upgradeFrom(
      from,
      { folder, url: postgres.url, pool },
      options,
    );
    const { rows } = await pool.query<{ kept: number }>(
      'select count(*)::int as kept from entries where id = any($1)',
      [load.recorded],
    );
    return {
      from,
      migrations,
      requests: load.done,
      failed: load.failed,
      lost: load.recorded.length - (rows[0]?.kept ?? 0),
      slowestMs: Math.round(load.slowestMs),
      seconds: Math.round((performance.now() - startedAt) / 1_000),
    };
  } finally {
    await pool.end();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

type Pool = ReturnType<typeof createPool>;

async function upgradeFrom(
  commit: string,
  { folder, url, pool }: { folder: string; url: string; pool: Pool },
  options: Options,
): Promise<{ load: Load; migrations: number }> {
  const program = unpack(commit, path.join(folder, 'older'));
  const environment = {
    DATABASE_URL: url,
    RECOUP_DATA_DIR: path.join(folder, 'data'),
    HOME: process.env.HOME ?? folder,
  };
  const older = startServer({ ...environment, RECOUP_DEMO: '1' }, await freePort(), program);
  await older.ready;
  const before = await countMigrations(pool);
  const newer = async () => startServer(environment, await freePort());
  const load = await upgradeAtWork({ older, newer }, options);
  return { load, migrations: (await countMigrations(pool)) - before };
}

/** The older version's `npm start`, which installs and builds it. */
function unpack(commit: string, folder: string): string {
  mkdirSync(folder);
  const archive = execFileSync('git', ['archive', commit], { cwd: root, maxBuffer: 512 << 20 });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  return path.join(folder, 'scripts/start.mjs');
}

async function countMigrations(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    'select count(*)::int from kysely_migration',
  );
  return rows[0]?.count ?? 0;
}

type Load = { done: number; failed: string[]; recorded: string[]; slowestMs: number };
type Versions = { older: Server; newer: () => Promise<Server> };

/** The older one alone for a quarter of the requests, both for a half, then the newer one alone. */
async function upgradeAtWork(
  { older, newer }: Versions,
  { requests, seed }: { requests: number; seed: number },
): Promise<Load> {
  const load: Load = { done: 0, failed: [], recorded: [], slowestMs: 0 };
  const rotation = { next: inTurn([older.url]), isOver: false };
  const people = await signInAll(older.url);
  const send = async (random: Random): Promise<void> => {
    while (!rotation.isOver) await step(rotation.next(), { load, people, random });
  };
  const atWork = Array.from({ length: clients }, (_, at) => send(createRandom(seed * 1_000 + at)));
  const until = async (part: number) => {
    while (load.done < part * requests) await wait(20);
  };
  let started: Server | undefined;
  try {
    await until(0.25);
    started = await newer();
    await started.ready;
    rotation.next = inTurn([older.url, started.url]);
    await until(0.75);
    rotation.next = inTurn([started.url]);
    await older.end('SIGTERM');
    await until(1);
  } finally {
    rotation.isOver = true;
    await Promise.all(atWork);
    await older.end('SIGTERM');
    await started?.end('SIGTERM');
  }
  return load;
}

type Recorded = { matter: string; disbursementType: string; minutes?: number; amount?: number };
type People = { admin: string; attorney: string; paths: string[]; work: Recorded };

/** With every list that the older version has, and work that its attorney may record. */
async function signInAll(url: string): Promise<People> {
  const admin = await signIn(url, demoFirmAdmins.lerato);
  const attorney = await signIn(url, demoAttorneys.thabo);
  const api = read(await ask(`${url}/openapi.json`)) as {
    paths: Record<string, Record<string, unknown>>;
  }; // as OpenAPI has it
  const paths: string[] = [];
  for (const [name, methods] of Object.entries(api.paths)) {
    if (!('get' in methods) || name.includes('{')) continue;
    const { status } = await ask(url + name, { token: admin });
    if (status === 200) paths.push(name);
  }
  return { admin, attorney, paths, work: await findWork(url, attorney) };
}

async function signIn(
  url: string,
  { email, password }: { email: string; password: string },
): Promise<string> {
  const answer = await ask(`${url}/logon`, { method: 'POST', body: { email, password } });
  return (read(answer) as { token: string }).token; // the contract's reply
}

function read({ status, body }: Answer): unknown {
  if (status !== 200) throw new Error(`${status} ${body}`);
  return JSON.parse(body);
}

/** Work as one of the attorney's entries was: a call by its minutes, or a disbursement. */
async function findWork(url: string, token: string): Promise<Recorded> {
  const { data } = read(await ask(`${url}/entries?page=1&itemsPerPage=100`, { token })) as {
    data: { matter: { _id: string }; disbursementType: { _id: string }; minutes: number | null }[];
  }; // fields of the contract's reply
  let refusal = '';
  for (const { matter, disbursementType, minutes } of data) {
    const measure = minutes === null ? { amount: 12.5 } : { minutes };
    const work = { matter: matter._id, disbursementType: disbursementType._id, ...measure };
    const answer = await ask(`${url}/entries`, { method: 'POST', token, body: anEntry(work) });
    if (answer.status === 201) return work;
    refusal = answer.body;
  }
  throw new Error(`No work like that of the demo's entries can be recorded. ${refusal}`);
}

function anEntry(work: Recorded) {
  const date = new Date().toISOString().slice(0, 10);
  return { _id: newId(), ...work, date, narration: 'Upgrade' };
}

async function step(
  url: string,
  { load, people, random }: { load: Load; people: People; random: Random },
): Promise<void> {
  const isWrite = random.chance(0.3);
  const body = isWrite ? anEntry(people.work) : undefined;
  const endpoint = isWrite ? '/entries' : random.pick(people.paths);
  const answer = await ask(url + endpoint, {
    method: isWrite ? 'POST' : 'GET',
    token: isWrite ? people.attorney : people.admin,
    body,
  });
  load.done += 1;
  load.slowestMs = Math.max(load.slowestMs, answer.ms);
  if (answer.status !== (isWrite ? 201 : 200))
    load.failed.push(`${endpoint}: ${answer.status} ${answer.body.slice(0, 200)}`);
  else if (body) load.recorded.push(body._id);
}
