import type { Voucher } from '@recoup/contract/vouchers/endpoints';
import { pagesWithin } from '@recoup/contract/vouchers/page-ranges';
import { lockAccountLines } from '../entries/account-entries.service.ts';
import { getAddedVoucher } from '../entries/vouchers/entry-vouchers.service.ts';
import {
  type Actor,
  type AuditContext,
  type FirmScope,
  requireFirmScope,
} from '../platform/core/actor.ts';
import { conflict, notFound } from '../platform/core/app-error.ts';
import type { Db, Trx } from '../platform/database/connections.ts';
import {
  getActiveLink,
  linkVoucher,
  type LinkRow,
  listLinkRows,
  type NewVoucher,
  type OwnedVoucher,
  type Owner,
  removeLink,
  toVoucher,
  type VoucherActions,
  withdrawVoucher,
} from '../vouchers/voucher-links.service.ts';
import type { StoredVoucher } from '../vouchers/vouchers.service.ts';
import {
  insertLineLinks,
  type LineLink,
  listNamedPages,
  listPlacedFiles,
  type PlacedFile,
  placeFile,
  withdrawLineLinks,
} from './account-vouchers.repository.ts';
import { type AccountRow, findAccountRow, lockAccount } from './accounts.repository.ts';

export const accountVouchers: VoucherActions = {
  list: listAccountVouchers,
  add: addAccountVoucher,
  remove: removeAccountVoucher,
  withdraw: withdrawAccountVoucher,
};

/** Also withdrawn ones. Throws `not_found`. */
async function listAccountVouchers(db: Db, actor: Actor, accountId: string): Promise<Voucher[]> {
  const firm = requireFirmScope(actor);
  await requireAccount(db, firm, accountId);
  return (await listRows(db, firm, accountId)).map(toVoucher);
}

/**
 * Links an account with a voucher, whose pages the lines show that name them; `isNew` is false for
 * one that it has. Throws `not_found`, and `invalid_input` for a file that is refused and above 20
 * vouchers.
 */
async function addAccountVoucher(
  db: Db,
  by: AuditContext,
  input: NewVoucher,
): Promise<{ voucher: Voucher; isNew: boolean }> {
  const firm = requireFirmScope(by.actor);
  const { ownerId: accountId, fileName } = input;
  await requireAccount(db, firm, accountId);
  const { stored, name } = await getAddedVoucher(db, by, input);
  return db.transaction().execute(async (trx) => {
    const owner = await lockOwner(trx, firm, accountId);
    const linked = { owner, stored, name: fileName || name, pages: null };
    const added = await linkVoucher(trx, by, linked);
    if (added.isNew) await showToLines(trx, by, { owner, stored });
    return added;
  });
}

/** Throws `not_found`, and `entry_is_locked` once something of the account is locked. */
async function removeAccountVoucher(
  db: Db,
  by: AuditContext,
  { ownerId: accountId, voucherId }: OwnedVoucher,
): Promise<void> {
  const firm = requireFirmScope(by.actor);
  await db.transaction().execute(async (trx) => {
    const owner = await lockOwner(trx, firm, accountId);
    const row = await getActiveLink(trx, by, { owner, voucherId });
    await lockAccountLines(trx, firm, accountId);
    // With those of its lines. The pages of other files keep their numbers.
    await removeLink(trx, by, { owner, row });
  });
}

/** Throws `not_found`, and `conflict` while nothing of the account is locked. */
async function withdrawAccountVoucher(
  db: Db,
  by: AuditContext,
  { ownerId: accountId, voucherId, reason }: OwnedVoucher & { reason: string },
): Promise<Voucher> {
  const firm = requireFirmScope(by.actor);
  return db.transaction().execute(async (trx) => {
    const owner = await lockOwner(trx, firm, accountId);
    const row = await getActiveLink(trx, by, { owner, voucherId });
    if (!(await requireAccount(trx, firm, accountId)).isLocked)
      throw conflict('Nothing of the account is locked. Remove the voucher instead.');
    const withdrawn = await withdrawVoucher(trx, by, { owner, row, reason });
    await withdrawLineLinks(trx, firm, row.linkId);
    return withdrawn;
  });
}

async function requireAccount(db: Db, firm: FirmScope, id: string): Promise<AccountRow> {
  const row = await findAccountRow(db, firm, id);
  if (!row) throw notFound('account');
  return row;
}

async function lockOwner(trx: Trx, firm: FirmScope, id: string): Promise<Owner> {
  const account = await lockAccount(trx, firm, id);
  if (!account) throw notFound('account');
  return { kind: 'account', id, number: account.number };
}

async function listRows(db: Db, firm: FirmScope, id: string): Promise<LinkRow[]> {
  return listLinkRows(db, firm, { owner: { kind: 'account', id }, withWithdrawn: true });
}

/**
 * Gives the pages of a new file their numbers: where a file was removed and they fit, the ones of
 * that, otherwise those behind the last. Shows them at the entries whose lines name them.
 */
async function showToLines(
  trx: Trx,
  by: AuditContext,
  { owner, stored }: { owner: Owner; stored: StoredVoucher },
): Promise<void> {
  const firm = requireFirmScope(by.actor);
  const { linkId } = await getActiveLink(trx, by, { owner, voucherId: stored.id });
  const all = await listPlacedFiles(trx, firm, owner.id);
  const count = stored.pages ?? 1;
  const firstPage = findPlace(
    all.filter((file) => file.linkId !== linkId),
    count,
  );
  await placeFile(trx, firm, { linkId, firstPage });
  const links: LineLink[] = [];
  for (const { entryId, pages: named } of await listNamedPages(trx, firm, owner.id)) {
    const pages = pagesWithin(named, { behind: firstPage - 1, count });
    if (pages !== undefined) links.push({ accountVoucherId: linkId, entryId, pages });
  }
  await insertLineLinks(trx, firm, links);
}

/** The first number from which so many are free; the files are in the order of theirs. */
function findPlace(files: readonly PlacedFile[], count: number): number {
  let next = 1;
  for (const file of files) {
    if (next + count <= file.firstPage) break;
    next = Math.max(next, file.firstPage + file.count);
  }
  return next;
}
