import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { connect } from '../database/connections.ts';
import { createPool } from '../database/pool.ts';
import { startEmbeddedPostgres } from '../../embedded-postgres/start.ts';
import { startJobs } from './worker.ts';
import { migrate } from '../../startup/migrate.ts';

it('repeats a job that ended while the database was down, and keeps running', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'recoup-jobs-'));
  const first = await startEmbeddedPostgres({ dataDir });
  const pool = createPool(first.url);
  const db = connect(pool);
  await migrate(db, pool);
  const warned: string[] = [];
  const runs: string[] = [];
  const handlers = {
    async hold() {
      runs.push('begun');
      if (runs.length > 1) return;
      await first.stop();
      throw new Error('there is no database any more');
    },
  };
  const jobs = await startJobs({
    pool,
    handlers: { ...handlers, tick: async () => {} },
    crontab: '* * * * * tick',
    log: { warn: (_: object, text?: string) => void warned.push(text ?? '') },
  });
  await pool.query(`select graphile_worker.add_job('hold')`);
  await expect.poll(() => warned).toContain('a job failed');
  // Its failure cannot be written down now: an unhandled rejection would end this run.
  await expect.poll(async () => pool.query('select 1').catch(() => 'away')).toBe('away');

  const second = await startEmbeddedPostgres({ dataDir });
  await expect.poll(() => runs.length).toBe(2);
  await jobs.stop();
  await db.destroy();
  await second.stop();
  await rm(dataDir, { recursive: true, force: true });
});
