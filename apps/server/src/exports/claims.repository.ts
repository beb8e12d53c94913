import { toRandTotal } from '@recoup/contract/core/money';
import { toVatTotals } from '@recoup/contract/vat/totals';
import { sql } from 'kysely';
import type { FirmScope } from '../platform/core/actor.ts';
import { lockName } from '../platform/database/advisory-lock.ts';
import type { Db, Trx } from '../platform/database/connections.ts';
import { isInPeriod, netCents, type Period } from './snapshot/lines.repository.ts';

/** Two closings must not claim the same entry: closing exports of a firm wait for each other. */
export async function lockClosing(trx: Trx, firm: FirmScope): Promise<void> {
  await sql`set local lock_timeout = '2min'`.execute(trx);
  // The usual timeout would end the wait for the lock.
  await sql`set local statement_timeout = '10min'`.execute(trx);
  await lockName(trx, `closing exports ${firm.firmId}`);
}

/** Claims what no closed export holds; returns the count. The caller inserts the export. */
export async function claimEntries(trx: Trx, firm: FirmScope, what: Period & { exportId: string }) {
  await sql`set local statement_timeout = '10min'`.execute(trx);
  const { numUpdatedRows } = await trx
    .updateTable('entries')
    .set({ exportId: what.exportId })
    .where('firmId', '=', firm.firmId)
    .where(isUnclaimed(what))
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Count, sum in Rand and days of what `claimEntries` would claim; undefined for none. */
export async function sumUnclaimedEntries(db: Db, firm: FirmScope, period: Period) {
  const { rows, cents, net, vat, hasVat, firstDay, lastDay } = await db
    .selectFrom('entries')
    .where('firmId', '=', firm.firmId)
    .where(isUnclaimed(period))
    .select([
      sql<number>`count(*)`.as('rows'),
      sql<string>`coalesce(sum(amount_cents), 0)::text`.as('cents'),
      sql<string>`coalesce(sum(${netCents}), 0)::text`.as('net'),
      sql<string>`coalesce(sum(vat_cents), 0)::text`.as('vat'),
      sql<boolean>`bool_or(vat_treatment <> 'none')
        or (select is_vat_vendor from firms where id = ${firm.firmId})`.as('hasVat'),
    ])
    .select((eb) => [eb.fn.min('date').as('firstDay'), eb.fn.max('date').as('lastDay')])
    .executeTakeFirstOrThrow();
  return firstDay === null || lastDay === null
    ? undefined
    : {
        rows,
        sum: toRandTotal(BigInt(cents)),
        ...(hasVat && { vat: toVatTotals(BigInt(net), BigInt(vat)) }),
        firstDay,
        lastDay,
      };
}

function isUnclaimed(period: Period) {
  return sql<boolean>`export_id is null and ${isInPeriod(period)}`;
}

export async function unclaimEntries(trx: Trx, firm: FirmScope, exportId: string): Promise<void> {
  await sql`set local statement_timeout = '10min'`.execute(trx);
  await trx
    .updateTable('entries')
    .set({ exportId: null })
    .where('firmId', '=', firm.firmId)
    .where('exportId', '=', exportId)
    .execute();
}
