import { sql } from 'kysely';
import type { Db } from '../database/connections.ts';

export type QueueCounts = {
  /** Seconds for which the job that has waited longest is due; 0 if none is. */
  oldestJob: number;
  jobs: Readonly<Record<'waiting' | 'retrying' | 'failed', number>>;
  mails: Readonly<Record<'queued' | 'sent' | 'failed', number>>;
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
  const [jobRow] = jobs.rows;
  const [mailRow] = mails.rows;
  if (!jobRow || !mailRow) throw new Error('a count without a row');
  return { jobs: jobRow, mails: mailRow, oldestJob: oldest.rows[0]?.age ?? 0 };
}
