import { sql } from 'kysely';
import { seconds } from '../core/clock.ts';
import type { Db } from '../database/connections.ts';
import type pg from 'pg';

/**
 * Crontab lines whose last run lies ahead: graphile-worker queues no job for them before that time.
 * `now` is the clock of this process, as graphile-worker takes it. Returns how many there were.
 */
export async function pullBackCrontabs(
  db: Db,
  { now, toleranceMs }: { now: Date; toleranceMs: number },
): Promise<number> {
  const { numAffectedRows } = await sql`
    update graphile_worker._private_known_crontabs set last_execution = ${now}
    where last_execution > ${new Date(now.getTime() + toleranceMs)}`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Queues the checks of the crontab now, beside their times. */
export async function queueChecks(db: Db, tasks: readonly string[]): Promise<void> {
  await sql`select graphile_worker.add_job(task, job_key := task)
    from unnest(${[...tasks]}::text[]) as named (task)`.execute(db);
}

/**
 * Jobs that wait longer than the pause of their failed attempts, or than `longestPauses` has (ms)
 * for their task; by the clock of PostgreSQL, which planned them. Returns how many there were.
 */
export async function pullBackJobs(
  db: Db,
  {
    longestPauses,
    toleranceMs,
  }: { longestPauses: Readonly<Record<string, number>>; toleranceMs: number },
): Promise<number> {
  const pauses = Object.entries(longestPauses);
  const { numAffectedRows } = await sql`
    with allowed as (
      select j.id, clock_timestamp() + greatest(p.pause, case when j.attempts = 0
        then interval '0' else exp(least(j.attempts, 10)) * interval '1 second' end) as until
      from graphile_worker._private_jobs j
      join graphile_worker._private_tasks t on t.id = j.task_id
      left join unnest(${pauses.map(([task]) => task)}::text[],
        ${pauses.map(([, ms]) => ms / seconds(1))}::float8[]) as named (task, in_seconds)
        on named.task = t.identifier
      cross join lateral (select named.in_seconds * interval '1 second' as pause) p)
    update graphile_worker._private_jobs j set run_at = allowed.until
    from allowed
    where allowed.id = j.id and j.locked_at is null
      and j.run_at > allowed.until + ${toleranceMs / seconds(1)} * interval '1 second'`.execute(db);
  return Number(numAffectedRows ?? 0);
}

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
