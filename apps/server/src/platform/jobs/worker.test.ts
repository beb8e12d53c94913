import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { deepIt } from '../../../test/deep.ts';
import { useApp } from '../../../test/app.ts';
import { startJobs, retryingPool } from './worker.ts';
import { createLog } from '../core/log.ts';

const test = useApp();
const ctx: { door?: pg.Client; name?: string } = {};

beforeAll(async () => {
  ctx.door = new pg.Client({
    connectionString: test.databaseUrl.replace(/\/[^/?]*(?=\?|$)/, '/postgres'),
  });
  await ctx.door.connect();
  const { rows } = await test.pool.query<{ name: string }>('select current_database() as name');
  ctx.name = rows[0]?.name ?? '';
});

afterAll(async () => ctx.door?.end());

async function closeDatabase(): Promise<void> {
  // As old as a job must be whose worker is taken for dead.
  await test.pool.query(
    `update graphile_worker._private_jobs set locked_at = now() - interval '1 minute'
     where locked_by is not null`,
  );
  await ctx.door?.query(`alter database ${ctx.name} allow_connections false`);
  await ctx.door?.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1',
    [ctx.name],
  );
}

/** The database is there again as soon as the queue has noticed that it was away. */
const log = createLog({
  destination: {
    write: (line: string): void => {
      if (line.includes('restarts'))
        void ctx.door?.query(`alter database ${ctx.name} allow_connections true`);
    },
  },
});

deepIt('restarts, and ends the job, when the database was away as it ended', async () => {
  const tried: unknown[] = [];
  const handle = async (payload: unknown): Promise<void> => {
    tried.push(payload);
    if (tried.length > 1) return;
    await closeDatabase();
    throw new Error('the connection broke');
  };
  const jobs = await startJobs({ pool: test.pool, handlers: { handle }, log });
  await test.pool.query(`select graphile_worker.add_job('handle', '{"is": "cut off"}')`);
  await expect.poll(() => tried.length, { timeout: 45_000 }).toBe(2);
  expect(tried).toEqual([{ is: 'cut off' }, { is: 'cut off' }]);
  await jobs.stop();
});

it('abandons a queue with a hanging job, and repeats that job', async () => {
  const tried: string[] = [];
  let isCut = false;
  let release = (): void => {};
  const hanging = new Promise<void>((resolve) => (release = resolve));
  const handlers = {
    async hang() {
      tried.push('hang');
      if (tried.length === 1) await hanging;
    },
    async cut() {
      if (isCut) return;
      isCut = true;
      await closeDatabase();
      throw new Error('the connection broke');
    },
  };
  // A heartbeat that went on would protect the hanging job before the worker is back.
  const jobs = await startJobs({
    pool: test.pool,
    handlers,
    log,
    shutdownTimeoutMs: 50,
    heartbeatIntervalMs: 50,
  });
  await test.pool.query(`select graphile_worker.add_job('hang')`);
  await expect.poll(() => tried).toEqual(['hang']);
  await test.pool.query(`select graphile_worker.add_job('cut')`);
  await expect.poll(() => tried, { timeout: 45_000 }).toEqual(['hang', 'hang']);
  release();
  await jobs.stop();
});

it('allows a second release of a connection that broke while the queue ended', async () => {
  const giveBack = await new Promise<() => void>((resolve, reject) => {
    retryingPool(test.pool).connect((error, _, release) =>
      error ? reject(error) : resolve(release),
    );
  });
  giveBack();
  expect(giveBack).not.toThrow();
});
