import { sql } from 'kysely';
import type { FirmScope } from '../platform/core/actor.ts';
import type { Trx } from '../platform/database/connections.ts';

/** Forgets what re-priced entries were before: it has been restored. */
export async function deleteStoredPrices(trx: Trx, firm: FirmScope, id: string): Promise<void> {
  await passStoredPricesOn(trx, firm, id);
  await trx
    .deleteFrom('rateChangeEntries')
    .where('firmId', '=', firm.firmId)
    .where('changeId', '=', id)
    .execute();
}

/**
 * A later change that re-priced the same entry keeps what the entry had before both. In between it
 * may have been corrected: then version 0, which no entry has, says that the schedule prices it.
 */
async function passStoredPricesOn(trx: Trx, { firmId }: FirmScope, id: string): Promise<void> {
  await sql`
    with passed as materialized (
      select k.entry_id, later.change_id, k.schedule_id, k.amount_cents,
        case when later.version = k.version + 1 then later.version else 0 end as version
      from rate_change_entries k
      cross join lateral (select l.change_id, l.schedule_id, l.version from rate_change_entries l
        where l.firm_id = ${firmId} and l.entry_id = k.entry_id and l.change_id <> ${id}
        offset 0) later
      cross join lateral (select from call_fee_schedules s
        where s.firm_id = ${firmId} and s.id = later.schedule_id and s.change_id = ${id}
        offset 0) of_this
      where k.firm_id = ${firmId} and k.change_id = ${id}
    )
    update rate_change_entries l
    set schedule_id = p.schedule_id, amount_cents = p.amount_cents, version = p.version
    from passed p
    where l.firm_id = ${firmId} and l.entry_id = p.entry_id
      and l.change_id = p.change_id`.execute(trx);
}
