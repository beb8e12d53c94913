import pg from 'pg';
import { expect, it } from 'vitest';
import { useApp } from '../../test/app.ts';
import { startJobs } from './jobs.ts';
import { createLog } from './log.ts';

const test = useApp();

it('begins anew, and ends the job, when the database was away as it ended', { timeout: 60_000 }, async () => {
  const door = new pg.Client({ connectionString: test.databaseUrl.replace(/\/[^/?]*(?=\?|$)/, '/postgres') });
  await door.connect();
  const { rows } = await test.pool.query<{ name: string }>('select current_database() as name');
  const name = rows[0]?.name ?? '';
  const close = async (): Promise<void> => {
    await door.query(`alter database ${name} allow_connections false`);
    await door.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
  };
  const open = (): Promise<unknown> => door.query(`alter database ${name} allow_connections true`);

  const tried: unknown[] = [];
  const handle = async (payload: unknown): Promise<void> => {
    tried.push(payload);
    if (tried.length > 1) return;
    await close();
    throw new Error('the connection broke');
  };
  const write = (line: string): void => {
    if (line.includes('begins anew')) void open();
  };
  const jobs = await startJobs({ pool: test.pool, handlers: { handle }, log: createLog({ destination: { write } }) });
  await test.pool.query(`select graphile_worker.add_job('handle', '{"is": "cut off"}')`);
  await expect.poll(() => tried.length, { timeout: 45_000 }).toBe(2);
  expect(tried).toEqual([{ is: 'cut off' }, { is: 'cut off' }]);
  await jobs.stop();
  await door.end();
});
