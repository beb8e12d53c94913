import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { apiRoot } from '@recoup/contract/core/endpoint';
import { newId } from '@recoup/contract/core/ids';
import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { aDisbursementType, aFirm, aMatter, assignTypes, aUser } from '../../../test/factories.ts';
import { createSession } from '../../account/session/sessions.service.ts';
import { buildApp } from '../../app.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../embedded-postgres/start.ts';
import { migrate } from '../../startup/migrate.ts';
import { startJobs } from '../jobs/worker.ts';
import { connect, type Db } from './connections.ts';
import { canCommit } from './dead-connection-watchdog.ts';
import { createPool } from './pool.ts';

type Context = {
  folder: string;
  server: EmbeddedPostgres;
  pool: pg.Pool;
  db: Db;
  app: FastifyInstance;
  /** These two are outside of the pools under test. */
  operator: pg.Client;
  committer: pg.Client;
  errors: string[];
};
const ctx: Partial<Context> = {};
const get = <K extends keyof Context>(name: K): Context[K] => ctx[name] as Context[K]; // beforeAll

beforeAll(async () => {
  ctx.folder = await mkdtemp(path.join(tmpdir(), 'recoup-stuck-'));
  ctx.server = await startEmbeddedPostgres({ dataDir: ctx.folder });
  ctx.errors = [];
  ctx.pool = createPool(ctx.server.url, {
    onError: ({ message }) => void ctx.errors?.push(message),
  });
  ctx.db = connect(ctx.pool);
  await migrate(ctx.db, ctx.pool);
  ctx.app = await buildApp({ db: ctx.db, publicUrl: 'http://recoup.test' });
  for (const name of ['operator', 'committer'] as const) {
    ctx[name] = new pg.Client({ connectionString: ctx.server.url });
    await ctx[name].connect();
  }
});

afterAll(async () => {
  await get('app').close();
  await get('operator').end();
  await get('committer').end();
  await get('db').destroy();
  await get('server').stop();
  await rm(get('folder'), { recursive: true, force: true });
});

/** Returns when a commit waits: the setting reaches each process of PostgreSQL in its own time. */
async function loseStandby(): Promise<void> {
  await setStandby('none_there');
  const lost = new AbortController();
  const commit = async (): Promise<void> => {
    while (!lost.signal.aborted)
      await get('committer').query(`select pg_logical_emit_message(true, 'a commit', '')`);
  };
  void commit();
  await expect.poll(countStuckCommits).toBeGreaterThan(0);
  lost.abort();
}

async function findStandby(): Promise<void> {
  await setStandby('');
  await expect.poll(countStuckCommits).toBe(0);
}

async function setStandby(name: string): Promise<void> {
  await get('operator').query(`alter system set synchronous_standby_names = '${name}'`);
  await get('operator').query('select pg_reload_conf()');
}

async function countStuckCommits(): Promise<number> {
  const { rowCount } = await get('operator').query(
    `select from pg_stat_activity where wait_event = 'SyncRep'`,
  );
  return rowCount ?? 0;
}

async function anEntryRequest(): Promise<{ token: string; body: object }> {
  const db = get('db');
  const firm = await aFirm(db);
  const attorney = await aUser(db, { firm });
  const matter = await aMatter(db, firm);
  const type = await aDisbursementType(db, firm);
  await assignTypes(db, firm);
  // The next request notes that the session is still in use.
  const now = new Date(Date.now() - 120_000);
  const token = await createSession(db, { userId: attorney.id, kind: 'full', now });
  const disbursement = { matter: matter.id, disbursementType: type.id, amount: 12 };
  return { token, body: { _id: newId(), ...disbursement, date: '2026-03-05', narration: 'Fax' } };
}

it('answers 503 while commits wait for a standby, still reads, and records once', async () => {
  const { token, body } = await anEntryRequest();
  const ask = async (method: 'GET' | 'POST', payload?: object) =>
    get('app').inject({
      method,
      url: `${apiRoot}/entries`,
      headers: { authorization: `Bearer ${token}` },
      payload,
    });
  await loseStandby();
  expect(await ask('POST', body)).toAnswer(503);
  expect(get('errors')).toContain('no synchronous standby confirms commits');
  const stuck = await countStuckCommits();
  expect(stuck).toBeGreaterThan(0);
  // PostgreSQL keeps the first commit: its locks would stop the second request for ten seconds.
  expect(await ask('POST', body)).toAnswer(503, { code: 'unavailable' });
  expect(await ask('POST', { ...body, _id: newId() })).toAnswer(503);
  expect(await countStuckCommits()).toBe(stuck);
  expect(await ask('GET')).toAnswer(200, { count: 0 });

  await findStandby();
  await expect.poll(() => canCommit(get('pool'))).toBe(true);
  await expect.poll(async () => (await ask('POST', body)).statusCode).toBe(201);
  expect(await ask('GET')).toAnswer({ count: 1 });
});

it('repeats a job whose commit waited for a standby', async () => {
  const runs: string[] = [];
  const warned: string[] = [];
  const handlers = {
    async write() {
      runs.push('begun');
      if (runs.length === 1) await loseStandby();
      await aFirm(get('db'));
      runs.push('done');
    },
  };
  const log = { warn: (_: object, text?: string) => void warned.push(text ?? '') };
  const jobs = await startJobs({ pool: get('pool'), handlers, log });
  onTestFinished(() => jobs.stop());
  await get('pool').query(`select graphile_worker.add_job('write')`);
  await expect.poll(() => warned).toContain('a job failed');
  await findStandby();
  await expect.poll(() => runs, { timeout: 45_000 }).toEqual(['begun', 'begun', 'done']);
});
