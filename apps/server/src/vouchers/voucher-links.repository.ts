import type { VoucherKind } from '@recoup/contract/vouchers/rules';
import { sql } from 'kysely';
import type { FirmScope } from '../platform/core/actor.ts';
import type { Db, Trx } from '../platform/database/connections.ts';
import { isFirmRow } from '../platform/database/firm-row.ts';
import type { StoredVoucher } from './vouchers.repository.ts';

/** The owner of a link: an entry, or the account of a supplier, with its number. */
export type Owner = { kind: 'entry'; id: string } | { kind: 'account'; id: string; number: string };
type OwnerKey = Pick<Owner, 'kind' | 'id'>;
/** `id` is that of the link. */
export type LinkKey = Pick<Owner, 'kind' | 'id'>;

/** Their columns are the same, but for the owner's. */
const tables = {
  entry: { name: 'entryVouchers', links: sql`entry_vouchers`, owner: sql`entry_id` },
  account: { name: 'accountVouchers', links: sql`account_vouchers`, owner: sql`account_id` },
} as const;

export type LinkRow = StoredVoucher & {
  kind: VoucherKind;
  linkId: string;
  name: string;
  addedBy: string;
  addedAt: Date;
  adderName: string;
  withdrawnAt: Date | null;
  withdrawnBy: string | null;
  withdrawnReason: string | null;
  withdrawerName: string | null;
  /** The pages of the file that an entry shows; null for all. */
  shownPages: string | null;
  /** Whether the link comes from the account of the entry. */
  isOfAccount: boolean;
};

/** The links of an owner with their content, the first added first. */
export async function listLinkRows(
  db: Db,
  firm: FirmScope,
  { owner, withWithdrawn }: { owner: OwnerKey; withWithdrawn: boolean },
): Promise<LinkRow[]> {
  const isFound = sql`l.${tables[owner.kind].owner} = ${owner.id}::uuid
    and (${withWithdrawn} or l.withdrawn_at is null)`;
  return selectLinks(db, firm, { kind: owner.kind, isFound });
}

export async function getLinkRow(db: Db, firm: FirmScope, { kind, id }: LinkKey): Promise<LinkRow> {
  const [row] = await selectLinks(db, firm, { kind, isFound: sql`l.id = ${id}::uuid` });
  if (!row) throw new Error('a link of a voucher that was just read is gone');
  return row;
}

async function selectLinks(
  db: Db,
  { firmId }: FirmScope,
  { kind, isFound }: { kind: Owner['kind']; isFound: ReturnType<typeof sql> },
): Promise<LinkRow[]> {
  const ofEntry = sql`l.pages as shown_pages, l.account_voucher_id is not null as is_of_account`;
  const ofAccount = sql`null as shown_pages, false as is_of_account`;
  const { rows } = await sql<LinkRow>`
    select v.id, v.kind, v.bytes, v.pages, v.sha256, v.received_sha256, l.id as link_id, l.name,
      l.added_by, l.added_at, a.name as adder_name, l.withdrawn_at, l.withdrawn_by,
      l.withdrawn_reason, w.name as withdrawer_name, ${kind === 'entry' ? ofEntry : ofAccount}
    from ${tables[kind].links} l
    join vouchers v on v.firm_id = ${firmId} and v.id = l.voucher_id
    join users a on a.firm_id = ${firmId} and a.id = l.added_by
    left join users w on w.firm_id = ${firmId} and w.id = l.withdrawn_by
    where l.firm_id = ${firmId} and ${isFound}
    order by l.added_at, l.id`.execute(db);
  return rows;
}

/** The link that counts, of an owner that is locked. */
export async function findActiveLink(
  trx: Trx,
  { firmId }: FirmScope,
  { owner, voucherId }: { owner: OwnerKey; voucherId: string },
): Promise<string | undefined> {
  const table = tables[owner.kind];
  const { rows } = await sql<{ id: string }>`
    select id from ${table.links} where firm_id = ${firmId} and ${table.owner} = ${owner.id}
      and voucher_id = ${voucherId} and withdrawn_at is null`.execute(trx);
  return rows[0]?.id;
}

/** Without withdrawn ones. */
export async function countLinks(db: Db, { firmId }: FirmScope, owner: OwnerKey): Promise<number> {
  const table = tables[owner.kind];
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from ${table.links}
    where firm_id = ${firmId} and ${table.owner} = ${owner.id} and withdrawn_at is null`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

type NewLink = {
  id: string;
  owner: OwnerKey;
  voucherId: string;
  name: string;
  addedBy: string;
  addedAt: Date;
};

export async function insertLink(
  trx: Trx,
  { firmId }: FirmScope,
  { owner, ...link }: NewLink & { pages: string | null },
): Promise<void> {
  if (owner.kind === 'entry') {
    const row = { ...link, firmId, entryId: owner.id };
    await trx.insertInto('entryVouchers').values(row).execute();
    return;
  }
  const { pages: _, ...whole } = link;
  const row = { ...whole, firmId, accountId: owner.id };
  await trx.insertInto('accountVouchers').values(row).execute();
}

export async function deleteLink(trx: Trx, firm: FirmScope, { kind, id }: LinkKey): Promise<void> {
  await trx.deleteFrom(tables[kind].name).where(isFirmRow(firm, id)).execute();
}

export async function withdrawLink(
  trx: Trx,
  firm: FirmScope,
  {
    kind,
    id,
    ...withdrawn
  }: LinkKey & { withdrawnAt: Date; withdrawnBy: string; withdrawnReason: string },
): Promise<void> {
  await trx.updateTable(tables[kind].name).set(withdrawn).where(isFirmRow(firm, id)).execute();
}
