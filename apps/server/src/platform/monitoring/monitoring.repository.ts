import { sql } from 'kysely';
import type { Db } from '../database/connections.ts';

export type QueueCounts = {
  /** Seconds for which the job that has waited longest is due; 0 if none is. */
  oldestJob: number;
  jobs: Readonly<Record<'waiting' | 'retrying' | 'failed', number>>;
  mails: Readonly<Record<'queued' | 'sent' | 'failed', number>>;
  /** Seconds since the last success, or since the first start. */
  ages: Readonly<Record<'backup' | 'rehearsal', number>>;
};

/** Counts of the whole installation, not by firm. */
export async function countQueues(db: Db): Promise<QueueCounts> {
  const jobs = await sql<QueueCounts['jobs']>`
    select count(*) filter (where attempts = 0) as waiting,
      count(*) filter (where attempts > 0 and attempts < max_attempts) as retrying,
      count(*) filter (where attempts >= max_attempts) as failed
    from graphile_worker._private_jobs`.execute(db);
  const oldest = await sql<{ age: number }>`
    select coalesce(greatest(extract(epoch from now() - min(run_at)), 0), 0)::float8 as age
    from graphile_worker._private_jobs
    where run_at <= now() and attempts < max_attempts`.execute(db);
  const mails = await sql<QueueCounts['mails']>`
    select count(*) filter (where state = 'queued') as queued,
      count(*) filter (where state = 'sent') as sent,
      count(*) filter (where state = 'failed') as failed
    from mails where state = 'queued' or created_at > now() - interval '24 hours'`.execute(db);
  const ages = await sql<QueueCounts['ages']>`
    select max(age) filter (where kind = 'backup') as backup,
      max(age) filter (where kind = 'rehearsal') as rehearsal
    from (select kind, extract(epoch from now() - coalesce(succeeded_at, created_at))::float8 as age
      from installation_runs) as runs`.execute(db);
  const [ageRow] = ages.rows;
  const [jobRow] = jobs.rows;
  const [mailRow] = mails.rows;
  if (!jobRow || !mailRow || !ageRow) throw new Error('a count without a row');
  const oldestJob = oldest.rows[0]?.age ?? 0;
  return { jobs: jobRow, mails: mailRow, oldestJob, ages: ageRow };
}

/**
 * Writes a row, and sorts more than fits into memory: a small row may still find room on a disk
 * that is full, and a new file does not.
 */
export async function writeOnce(db: Db): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`select set_config('work_mem', '64kB', true),
      set_config('statement_timeout', '2s', true)`.execute(trx);
    await sql`select count(*) from (
      select repeat(md5(n::text), 8) from generate_series(1, 2000) n order by 1 offset 0
    ) sorted`.execute(trx);
    await sql`insert into write_probes (at) values (now())
      on conflict (id) do update set at = excluded.at`.execute(trx);
  });
}

/**
 * Records how SMS went, which have no queue. `failure` is a sentence for an operator; undefined for
 * a success, which ends the failure.
 */
export async function recordSmsOutcome(
  db: Db,
  { failure, now }: { failure: string | undefined; now: Date },
): Promise<void> {
  if (failure === undefined) {
    await db.deleteFrom('roadFailures').where('kind', '=', 'sms').execute();
    return;
  }
  await db
    .insertInto('roadFailures')
    .values({ kind: 'sms', reason: failure, since: now, tries: 1 })
    .onConflict((conflict) =>
      conflict.column('kind').doUpdateSet((eb) => ({
        reason: failure,
        tries: eb('roadFailures.tries', '+', 1),
      })),
    )
    .execute();
}
