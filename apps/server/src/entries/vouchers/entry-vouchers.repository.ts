import type { VoucherKind } from '@recoup/contract/vouchers/rules';
import { sql } from 'kysely';
import type { FirmScope } from '../../platform/core/actor.ts';
import type { Db, Trx } from '../../platform/database/connections.ts';
import { joinByFirm } from '../../platform/database/join-by-firm.ts';
import { voucherColumns } from '../../platform/database/voucher-columns.ts';
import { matchingEntries } from '../entry-filter.repository.ts';

/**
 * A voucher that an entry shows the user, with its name and pages there: of several entries that
 * which shows the whole file. `visibleTo` is an attorney, who sees own entries and no withdrawn
 * vouchers.
 */
export async function findShownVoucher(
  db: Db,
  firm: FirmScope,
  of: { id: string; entryId: string | undefined; visibleTo: string | undefined },
) {
  const { id, entryId, visibleTo } = of;
  return matchingEntries(db, firm, { visibleTo })
    .innerJoin('entryVouchers as links', (join) =>
      join.onRef('links.firmId', '=', 'entries.firmId').onRef('links.entryId', '=', 'entries.id'),
    )
    .innerJoin('vouchers', (join) => joinByFirm(join, 'vouchers.id', 'links.voucherId'))
    .where('links.firmId', '=', firm.firmId)
    .where('links.voucherId', '=', id)
    .$if(entryId !== undefined, (query) => query.where('links.entryId', '=', entryId ?? ''))
    .where('vouchers.firmId', '=', firm.firmId)
    .$if(visibleTo !== undefined, (query) => query.where('links.withdrawnAt', 'is', null))
    .select(voucherColumns)
    .$narrowType<{ kind: VoucherKind }>()
    .select(['links.name', 'links.entryId', 'links.pages as shownPages'])
    .orderBy(sql`links.pages is not null`)
    .orderBy('links.addedAt')
    .orderBy('links.id')
    .limit(1)
    .executeTakeFirst();
}

/** A voucher that an account shows those who see the whole firm. */
export async function findAccountVoucher(db: Db, { firmId }: FirmScope, id: string) {
  return db
    .selectFrom('accountVouchers as links')
    .innerJoin('vouchers', (join) => joinByFirm(join, 'vouchers.id', 'links.voucherId'))
    .innerJoin('supplierAccounts as accounts', (join) =>
      joinByFirm(join, 'accounts.id', 'links.accountId'),
    )
    .where('links.firmId', '=', firmId)
    .where('vouchers.firmId', '=', firmId)
    .where('links.voucherId', '=', id)
    .select(voucherColumns)
    .$narrowType<{ kind: VoucherKind }>()
    .select(['links.name', 'links.accountId', 'accounts.number'])
    .orderBy('links.addedAt')
    .orderBy('links.id')
    .limit(1)
    .executeTakeFirst();
}

/** The vouchers of an entry are those of its replacement too. */
export async function copyLinks(
  trx: Trx,
  { firmId }: FirmScope,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await sql`
    insert into entry_vouchers
        (firm_id, id, entry_id, voucher_id, name, added_by, added_at, pages, account_voucher_id)
    select firm_id, gen_random_uuid(), ${to}, voucher_id, name, added_by, added_at, pages,
        account_voucher_id
    from entry_vouchers
    where firm_id = ${firmId} and entry_id = ${from} and withdrawn_at is null`.execute(trx);
}
