import { sql } from 'kysely';
import type { FirmScope } from '../platform/core/actor.ts';
import type { Db, Trx } from '../platform/database/connections.ts';
import { isFirmRow } from '../platform/database/firm-row.ts';

/** An entry, and the pages of the account's files that it shows. */
export type NamedPages = { entryId: string; pages: string };

/** Pages by the entries of lines that name some, and by the replacements of these. */
export async function listNamedPages(
  db: Db,
  { firmId }: FirmScope,
  accountId: string,
): Promise<NamedPages[]> {
  const { rows } = await sql<NamedPages>`
    with recursive shown as (
      select id, account_pages as pages from entries
      where firm_id = ${firmId} and supplier_account_id = ${accountId}
        and account_pages is not null
      union all
      select e.id, shown.pages from shown
      join entries e on e.firm_id = ${firmId} and e.replaces = shown.id)
    select id as entry_id, pages from shown order by id`.execute(db);
  return rows;
}

/** A link of the account, at an entry that shows `pages` of its file. */
export type LineLink = { accountVoucherId: string; entryId: string; pages: string };

/** As the account has them; an entry that has the same file of its own shows it whole. */
export async function insertLineLinks(
  trx: Trx,
  { firmId }: FirmScope,
  links: readonly LineLink[],
): Promise<void> {
  await sql`
    insert into entry_vouchers (firm_id, id, entry_id, voucher_id, name, added_by, added_at,
      withdrawn_at, withdrawn_by, withdrawn_reason, pages, account_voucher_id)
    select ${firmId}::uuid, gen_random_uuid(), l.entry_id, a.voucher_id, a.name, a.added_by,
      a.added_at, a.withdrawn_at, a.withdrawn_by, a.withdrawn_reason, l.pages, a.id
    from unnest(${links.map(({ accountVoucherId }) => accountVoucherId)}::uuid[],
      ${links.map(({ entryId }) => entryId)}::uuid[],
      ${links.map(({ pages }) => pages)}::text[]) as l (link_id, entry_id, pages)
    join account_vouchers a on a.firm_id = ${firmId} and a.id = l.link_id
    on conflict (firm_id, entry_id, voucher_id) where withdrawn_at is null
    do nothing`.execute(trx);
}

/** A file of an account, also a withdrawn one, by the numbers of its pages there. */
export type PlacedFile = { linkId: string; voucherId: string; firstPage: number; count: number };

export async function listPlacedFiles(
  trx: Trx,
  { firmId }: FirmScope,
  accountId: string,
): Promise<PlacedFile[]> {
  const { rows } = await sql<PlacedFile>`
    select l.id as link_id, l.voucher_id, l.first_page, coalesce(v.pages, 1) as count
    from account_vouchers l
    join vouchers v on v.firm_id = ${firmId} and v.id = l.voucher_id
    where l.firm_id = ${firmId} and l.account_id = ${accountId}
    order by l.first_page, l.id`.execute(trx);
  return rows;
}

export async function placeFile(
  trx: Trx,
  firm: FirmScope,
  { linkId, firstPage }: Pick<PlacedFile, 'linkId' | 'firstPage'>,
): Promise<void> {
  await trx
    .updateTable('accountVouchers')
    .set({ firstPage })
    .where(isFirmRow(firm, linkId))
    .execute();
}

/** At the entries, as the account has withdrawn it. */
export async function withdrawLineLinks(trx: Trx, { firmId }: FirmScope, linkId: string) {
  await sql`
    update entry_vouchers e set withdrawn_at = a.withdrawn_at, withdrawn_by = a.withdrawn_by,
      withdrawn_reason = a.withdrawn_reason
    from account_vouchers a
    where a.firm_id = ${firmId} and a.id = ${linkId} and e.firm_id = ${firmId}
      and e.account_voucher_id = a.id`.execute(trx);
}
