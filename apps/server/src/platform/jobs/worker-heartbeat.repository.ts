import type pg from 'pg';

/** A connection whose lock tells every other process that the jobs of this worker are in good hands; it falls with the process. */
export async function acquireHeartbeat(pool: pg.Pool, workerId: string): Promise<pg.PoolClient> {
  const client = await pool.connect();
  // The next beat meets the broken connection and says so.
  client.on('error', () => {});
  await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [workerId]);
  return client;
}

/** Jobs that a killed process had taken would else stay locked for four hours. */
export async function releaseJobsOfDeadWorkers(
  client: pg.PoolClient,
  ownWorkerId: string,
): Promise<void> {
  // A worker that has just begun may not hold its lock yet.
  const { rows } = await client.query<{ worker: string }>(
    `select distinct locked_by as worker from graphile_worker._private_jobs where locked_at < now() - interval '4 seconds' and locked_by <> $1`,
    [ownWorkerId],
  );
  for (const { worker } of rows) {
    const { rows: tried } = await client.query<{ isDead: boolean }>(
      'select pg_try_advisory_lock(hashtextextended($1, 0)) as "isDead"',
      [worker],
    );
    if (tried[0]?.isDead !== true) continue;
    await client.query('select graphile_worker.force_unlock_workers(array[$1::text])', [worker]);
    await client.query('select pg_advisory_unlock(hashtextextended($1, 0))', [worker]);
  }
}
