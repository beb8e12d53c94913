import { sql } from 'kysely';
import type { Db } from '../database/connections.ts';

export type Waiting = { kind: string; firm: string | null; count: number };

/** Counts by kind and firm of the work that leaves once nothing holds the installation. */
export async function countWaiting(db: Db, now: Date): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    select kind, firms.name as firm, count(*)::integer as count from (
      select 1 as at, 'Emails' as kind, firm_id from mails where state = 'queued'
      union all
      select 2, 'Webhook deliveries', firm_id from webhook_deliveries where state = 'waiting'
      union all
      select 3, 'Hand-overs that are due, which close an export', firm_id from hand_overs
      where is_on and next_at <= ${now}
      union all
      select 4, 'Files of hand-overs', firm_id from hand_over_runs
      where state = 'sending' and mail_id is null
      union all
      select 5, 'Imports of matters that are due', firm_id from matter_intakes
      where is_on and next_at <= ${now}
      union all
      select 6, 'Pulls of calls that are due', firm_id from call_pulls
      where next_at <= ${now}) waiting
    left join firms on firms.id = waiting.firm_id
    group by at, kind, firms.name order by at, count desc, firms.name`.execute(db);
  return rows;
}
