import type { VoucherKind } from '@recoup/contract/vouchers/rules';
import { sql } from 'kysely';
import type { FirmScope } from '../../platform/core/actor.ts';
import type { Db, Trx } from '../../platform/database/connections.ts';
import { isFirmRow } from '../../platform/database/firm-row.ts';
import { voucherColumns } from '../../platform/database/voucher-columns.ts';
import { matchingEntries } from '../entry-filter.repository.ts';

/** The links of an entry with their content, the first added first. */
export async function listLinkRows(
  db: Db,
  firm: FirmScope,
  of: { entryId: string; withWithdrawn: boolean },
) {
  return selectLinks(db, firm)
    .where('links.entryId', '=', of.entryId)
    .$if(!of.withWithdrawn, (query) => query.where('links.withdrawnAt', 'is', null))
    .orderBy('links.addedAt')
    .orderBy('links.id')
    .execute();
}

export type LinkRow = Awaited<ReturnType<typeof listLinkRows>>[number];

export async function getLinkRow(db: Db, firm: FirmScope, id: string): Promise<LinkRow> {
  return selectLinks(db, firm).where('links.id', '=', id).executeTakeFirstOrThrow();
}

function selectLinks(db: Db, { firmId }: FirmScope) {
  return db
    .selectFrom('entryVouchers as links')
    .innerJoin('vouchers', (join) =>
      join
        .onRef('vouchers.firmId', '=', 'links.firmId')
        .onRef('vouchers.id', '=', 'links.voucherId'),
    )
    .innerJoin('users as adders', (join) =>
      join.onRef('adders.firmId', '=', 'links.firmId').onRef('adders.id', '=', 'links.addedBy'),
    )
    .leftJoin('users as withdrawers', (join) =>
      join
        .onRef('withdrawers.firmId', '=', 'links.firmId')
        .onRef('withdrawers.id', '=', 'links.withdrawnBy'),
    )
    .where('links.firmId', '=', firmId)
    .where('vouchers.firmId', '=', firmId)
    .select(voucherColumns)
    .$narrowType<{ kind: VoucherKind }>()
    .select(['links.id as linkId', 'links.name', 'links.addedBy', 'links.addedAt'])
    .select(['links.withdrawnAt', 'links.withdrawnBy', 'links.withdrawnReason'])
    .select(['adders.name as adderName', 'withdrawers.name as withdrawerName']);
}

/** The link that counts, of an entry that is locked. */
export async function findActiveLink(
  trx: Trx,
  firm: FirmScope,
  of: { entryId: string; voucherId: string },
): Promise<string | undefined> {
  const row = await trx
    .selectFrom('entryVouchers')
    .where('firmId', '=', firm.firmId)
    .where('entryId', '=', of.entryId)
    .where('voucherId', '=', of.voucherId)
    .where('withdrawnAt', 'is', null)
    .select('id')
    .executeTakeFirst();
  return row?.id;
}

/** Without withdrawn ones. */
export async function countLinks(db: Db, firm: FirmScope, entryId: string): Promise<number> {
  const { count } = await db
    .selectFrom('entryVouchers')
    .where('firmId', '=', firm.firmId)
    .where('entryId', '=', entryId)
    .where('withdrawnAt', 'is', null)
    .select(sql<number>`count(*)::integer`.as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

export async function insertLink(
  trx: Trx,
  { firmId }: FirmScope,
  link: { id: string; entryId: string; voucherId: string } & {
    name: string;
    addedBy: string;
    addedAt: Date;
  },
): Promise<void> {
  await trx
    .insertInto('entryVouchers')
    .values({ ...link, firmId })
    .execute();
}

export async function deleteLink(trx: Trx, firm: FirmScope, id: string): Promise<void> {
  await trx.deleteFrom('entryVouchers').where(isFirmRow(firm, id)).execute();
}

export async function withdrawLink(
  trx: Trx,
  firm: FirmScope,
  {
    id,
    ...withdrawn
  }: { id: string } & {
    withdrawnAt: Date;
    withdrawnBy: string;
    withdrawnReason: string;
  },
): Promise<void> {
  await trx.updateTable('entryVouchers').set(withdrawn).where(isFirmRow(firm, id)).execute();
}

/**
 * A voucher that an entry shows the user, with the name that it has there. `visibleTo` is an
 * attorney, who sees own entries and no withdrawn vouchers.
 */
export async function findShownVoucher(
  db: Db,
  firm: FirmScope,
  { id, visibleTo }: { id: string; visibleTo: string | undefined },
) {
  return matchingEntries(db, firm, { visibleTo })
    .innerJoin('entryVouchers as links', (join) =>
      join.onRef('links.firmId', '=', 'entries.firmId').onRef('links.entryId', '=', 'entries.id'),
    )
    .innerJoin('vouchers', (join) =>
      join
        .onRef('vouchers.firmId', '=', 'links.firmId')
        .onRef('vouchers.id', '=', 'links.voucherId'),
    )
    .where('links.firmId', '=', firm.firmId)
    .where('links.voucherId', '=', id)
    .where('vouchers.firmId', '=', firm.firmId)
    .$if(visibleTo !== undefined, (query) => query.where('links.withdrawnAt', 'is', null))
    .select(voucherColumns)
    .$narrowType<{ kind: VoucherKind }>()
    .select(['links.name', 'links.entryId'])
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
    insert into entry_vouchers (firm_id, id, entry_id, voucher_id, name, added_by, added_at)
    select firm_id, gen_random_uuid(), ${to}, voucher_id, name, added_by, added_at
    from entry_vouchers
    where firm_id = ${firmId} and entry_id = ${from} and withdrawn_at is null`.execute(trx);
}
