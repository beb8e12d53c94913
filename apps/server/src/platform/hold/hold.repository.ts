import { sql } from 'kysely';
import type { Db, Trx } from '../database/connections.ts';

export type HoldReason = 'restored' | 'setting';

/** A process with the setting renews it more often; a wrong clock may have written a later time. */
const isInForce = sql<boolean>`(reason = 'restored'
  or renewed_at between now() - interval '15 seconds' and now() + interval '5 seconds')`;

/** Undefined where nothing holds the installation. */
export async function findHold(
  db: Db,
): Promise<{ reasons: readonly HoldReason[]; since: Date } | undefined> {
  const rows = await db
    .selectFrom('holds')
    .where(isInForce)
    .select(['reason', 'since'])
    .orderBy('since')
    .execute();
  const [first] = rows;
  const reasons = rows.map(({ reason }) => reason as HoldReason); // a check of the table
  return first && { reasons, since: first.since };
}

export async function renewSetting(db: Db): Promise<void> {
  await sql`insert into holds (reason, renewed_at) values ('setting', now())
    on conflict (reason) do update set renewed_at = now(),
      since = case when holds.renewed_at < now() - interval '15 seconds'
        then now() else holds.since end`.execute(db);
}

/** Ends the hold of a restore. */
export async function deleteRestoredHold(trx: Trx): Promise<void> {
  await trx.deleteFrom('holds').where('reason', '=', 'restored').execute();
}

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
