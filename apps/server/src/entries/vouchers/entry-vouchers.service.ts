import type { Voucher } from '@recoup/contract/vouchers/endpoints';
import { type Actor, type AuditContext, requireFirmScope } from '../../platform/core/actor.ts';
import { AppError, conflict, notFound } from '../../platform/core/app-error.ts';
import type { Db, Trx } from '../../platform/database/connections.ts';
import {
  type AddedFile,
  getActiveLink,
  linkVoucher,
  type LinkRow,
  listLinkRows,
  type NewVoucher,
  noteVoucher,
  type OwnedVoucher,
  type Owner,
  removeLink,
  toVoucher,
  type VoucherActions,
  withdrawVoucher,
} from '../../vouchers/voucher-links.service.ts';
import { storeVoucher, type StoredVoucher } from '../../vouchers/vouchers.service.ts';
import { findEntryRow, lockEntry, type StoredEntry } from '../entries.repository.ts';
import { holdsEntry, noEntry, ownEntriesOnly } from '../entry-rules.service.ts';
import { findAccountVoucher, findShownVoucher } from './entry-vouchers.repository.ts';

export const entryVouchers: VoucherActions = {
  list: listEntryVouchers,
  add: addEntryVoucher,
  remove: removeEntryVoucher,
  withdraw: withdrawEntryVoucher,
};

/** Withdrawn ones too for those who see the whole firm. Throws `not_found`. */
async function listEntryVouchers(db: Db, actor: Actor, entryId: string): Promise<Voucher[]> {
  const firm = requireFirmScope(actor);
  await requireEntry(db, actor, entryId);
  const withWithdrawn = ownEntriesOnly(actor) === undefined;
  const owner = entryOwner(entryId);
  return (await listLinkRows(db, firm, { owner, withWithdrawn })).map(toVoucher);
}

/**
 * Links an entry with a voucher; `isNew` is false for one that it has. Throws `not_found`, and
 * `invalid_input` for a file that is refused and above 20 vouchers.
 */
async function addEntryVoucher(
  db: Db,
  by: AuditContext,
  input: NewVoucher,
): Promise<{ voucher: Voucher; isNew: boolean }> {
  const { ownerId: entryId, fileName } = input;
  await requireEntry(db, by.actor, entryId);
  const { stored, name, pages } = await getAddedVoucher(db, by, input);
  return db.transaction().execute(async (trx) => {
    await lockHeldEntry(trx, by.actor, entryId);
    const owner = entryOwner(entryId);
    return linkVoucher(trx, by, { owner, stored, name: fileName || name, pages });
  });
}

/** One that is linked by its id keeps its name and the pages that the actor sees. */
export async function getAddedVoucher(
  db: Db,
  by: AuditContext,
  { file, voucher: id }: AddedFile,
): Promise<{ stored: StoredVoucher; name: string; pages: string | null }> {
  if (id === undefined) {
    const stored = await storeVoucher(db, requireFirmScope(by.actor), { file, now: by.now });
    return { stored, name: 'Voucher', pages: null };
  }
  const stored = await getShownVoucher(db, by.actor, { id, entryId: undefined });
  return { stored, name: stored.name, pages: stored.shownPages };
}

/**
 * Throws `not_found`, `entry_is_locked` while a closing export holds the entry, and
 * `part_of_account` for a voucher of its account.
 */
async function removeEntryVoucher(db: Db, by: AuditContext, of: OwnedVoucher): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { entry, row } = await lockOwnLink(trx, by, of);
    if (entry.exportNumber !== null)
      throw new AppError('entry_is_locked', {
        message: `Export ${entry.exportNumber} holds the entry. Withdraw the voucher instead.`,
      });
    await removeLink(trx, by, { owner: entryOwner(of.ownerId), row });
  });
}

/**
 * Throws `not_found`, `conflict` for an entry that no closing export holds, and `part_of_account`
 * for a voucher of its account.
 */
async function withdrawEntryVoucher(
  db: Db,
  by: AuditContext,
  { reason, ...of }: OwnedVoucher & { reason: string },
): Promise<Voucher> {
  return db.transaction().execute(async (trx) => {
    const { entry, row } = await lockOwnLink(trx, by, of);
    if (entry.exportNumber === null)
      throw conflict('No closing export holds the entry. Remove the voucher instead.');
    return withdrawVoucher(trx, by, { owner: entryOwner(of.ownerId), row, reason });
  });
}

/** Notes the vouchers that go with an entry that is deleted. */
export async function noteRemovedVouchers(
  trx: Trx,
  by: AuditContext,
  entryId: string,
): Promise<void> {
  const firm = requireFirmScope(by.actor);
  const owner = entryOwner(entryId);
  for (const row of await listLinkRows(trx, firm, { owner, withWithdrawn: false })) {
    const details = { name: row.name };
    await noteVoucher(trx, by, { action: 'removed', owner, stored: row, details });
  }
}

/** The voucher that is sent, which the audit log notes. Throws `not_found`. */
export async function sendVoucher(db: Db, by: AuditContext, of: Named): Promise<ShownVoucher> {
  const shown = await getShownVoucher(db, by.actor, of);
  const { owner, name, shownPages: pages } = shown;
  const details = { name, ...(pages !== null && { pages }) };
  await noteVoucher(db, by, { action: 'sent', owner, stored: shown, details, rows: 1 });
  return shown;
}

/** By the entry that shows it, if one is named. */
type Named = { id: string; entryId: string | undefined };

export type ShownVoucher = StoredVoucher & {
  owner: Owner;
  name: string;
  shownPages: string | null;
};

/**
 * The whole file, where an entry or an account shows it to the actor, or else the pages that the
 * first entry shows. Throws `not_found`.
 */
async function getShownVoucher(
  db: Db,
  actor: Actor,
  { id, entryId }: Named,
): Promise<ShownVoucher> {
  const firm = requireFirmScope(actor);
  const visibleTo = ownEntriesOnly(actor);
  const atEntry = await findShownVoucher(db, firm, { id, entryId, visibleTo });
  const isPart = atEntry === undefined || atEntry.shownPages !== null;
  const seesAccounts = visibleTo === undefined && entryId === undefined;
  const ofAccount = isPart && seesAccounts ? await findAccountVoucher(db, firm, id) : undefined;
  if (ofAccount) {
    const { accountId, number, ...shown } = ofAccount;
    return { ...shown, owner: { kind: 'account', id: accountId, number }, shownPages: null };
  }
  if (!atEntry) throw notFound('voucher');
  return { ...atEntry, owner: entryOwner(atEntry.entryId) };
}

async function requireEntry(db: Db, actor: Actor, id: string): Promise<void> {
  const of = { id, visibleTo: ownEntriesOnly(actor) };
  if (!(await findEntryRow(db, requireFirmScope(actor), of))) throw noEntry();
}

/** Also an entry that a closing export holds: its voucher often comes later. */
async function lockHeldEntry(trx: Trx, actor: Actor, id: string): Promise<StoredEntry> {
  const of = { id, visibleTo: ownEntriesOnly(actor) };
  const entry = await lockEntry(trx, requireFirmScope(actor), of);
  if (!entry || !(await holdsEntry(trx, actor, entry))) throw noEntry();
  return entry;
}

/** Throws `part_of_account` for a voucher of the account whose line the entry is. */
async function lockOwnLink(
  trx: Trx,
  by: AuditContext,
  { ownerId: entryId, voucherId }: OwnedVoucher,
): Promise<{ entry: StoredEntry; row: LinkRow }> {
  const entry = await lockHeldEntry(trx, by.actor, entryId);
  const row = await getActiveLink(trx, by, { owner: entryOwner(entryId), voucherId });
  if (row.isOfAccount)
    throw new AppError('part_of_account', {
      message: 'This is a voucher of the supplier’s account, and is changed there only.',
    });
  return { entry, row };
}

function entryOwner(id: string): Owner {
  return { kind: 'entry', id };
}
