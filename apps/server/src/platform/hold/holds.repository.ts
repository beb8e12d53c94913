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
