import type pg from 'pg';

/** Takes an advisory lock as heartbeat; PostgreSQL releases it when the process dies. */
export async function acquireHeartbeat(pool: pg.Pool, workerId: string): Promise<pg.PoolClient> {
  const client = await pool.connect();
  // The next tick reports a broken connection.
  client.on('error', () => {});
  await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [workerId]);
  return client;
}

/** graphile-worker itself keeps the jobs of a killed process locked for four hours. */
export async function releaseJobsOfDeadWorkers(client: pg.PoolClient, ownWorkerId: string) {
  // A worker that has just started may not hold its lock yet. A wrong clock locked for later.
  const { rows } = await client.query<{ worker: string }>(
    `select distinct locked_by as worker from graphile_worker._private_jobs
     where abs(extract(epoch from now() - locked_at)) > 4 and locked_by <> $1`,
    [ownWorkerId],
  );
  for (const { worker } of rows) {
    const { rows: locks } = await client.query<{ isDead: boolean }>(
      'select pg_try_advisory_lock(hashtextextended($1, 0)) as "isDead"',
      [worker],
    );
    if (locks[0]?.isDead !== true) continue;
    await client.query('select graphile_worker.force_unlock_workers(array[$1::text])', [worker]);
    await client.query('select pg_advisory_unlock(hashtextextended($1, 0))', [worker]);
  }
}
