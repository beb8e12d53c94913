import { afterEach, expect, inject, it, vi } from 'vitest';
import { streamOf } from '../../../test/cut-connections.ts';
import { takeWorkerDatabase } from '../../../test/worker-database.ts';
import { createPool } from './pool.ts';

afterEach(() => void vi.useRealTimers());

it('waits for no answer to a query on a connection that has ended', async () => {
  const pool = createPool(await takeWorkerDatabase(inject('databaseUrl')), { max: 1 });
  const client = await pool.connect();
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const ended = new Promise<void>((resolve) => client.once('end', resolve));
  streamOf(client).destroy();
  await ended;
  // As a transaction rolls back after it has lost its connection.
  await expect(client.query('rollback')).rejects.toThrow('Client has encountered a connection');
  await vi.advanceTimersByTimeAsync(1_000);
  // It would probe the database every five seconds for as long as the process runs.
  expect(vi.getTimerCount()).toBe(0);
  client.release(true);
  await pool.end();
});
