import { newId } from '@recoup/contract/core/ids';
import type { Voucher } from '@recoup/contract/vouchers/endpoints';
import { voucherLimits } from '@recoup/contract/vouchers/rules';
import { type Actor, type AuditContext, requireFirmScope } from '../../platform/core/actor.ts';
import { AppError, conflict, notFound } from '../../platform/core/app-error.ts';
import type { Db, Trx } from '../../platform/database/connections.ts';
import { recordAudit } from '../../platform/security/audit-log.repository.ts';
import {
  contentFields,
  holdVoucher,
  type ReceivedFile,
  storeVoucher,
  type StoredVoucher,
} from '../../vouchers/vouchers.service.ts';
import { findEntryRow, lockEntry, type StoredEntry } from '../entries.repository.ts';
import { holdsEntry, noEntry, ownEntriesOnly } from '../entry-rules.service.ts';
import {
  countLinks,
  deleteLink,
  findActiveLink,
  findShownVoucher,
  getLinkRow,
  insertLink,
  type LinkRow,
  listLinkRows,
  withdrawLink,
} from './entry-vouchers.repository.ts';

/** Withdrawn ones too for those who see the whole firm. Throws `not_found`. */
export async function listEntryVouchers(db: Db, actor: Actor, entryId: string): Promise<Voucher[]> {
  const firm = requireFirmScope(actor);
  await requireEntry(db, actor, entryId);
  const withWithdrawn = ownEntriesOnly(actor) === undefined;
  return (await listLinkRows(db, firm, { entryId, withWithdrawn })).map(toVoucher);
}

/** A file, or the id of a voucher that the actor may see. */
export type AddedVoucher = { entryId: string; fileName: string | undefined } & (
  | { file: ReceivedFile; voucher?: undefined }
  | { voucher: string; file?: undefined }
);

/**
 * Links an entry with a voucher; `isNew` is false for one that it has. Throws `not_found`, and
 * `invalid_input` for a file that is refused and above 20 vouchers.
 */
export async function addEntryVoucher(
  db: Db,
  by: AuditContext,
  input: AddedVoucher,
): Promise<{ voucher: Voucher; isNew: boolean }> {
  const firm = requireFirmScope(by.actor);
  const { entryId, fileName } = input;
  await requireEntry(db, by.actor, entryId);
  const { name: shownName = 'Voucher', ...stored } = await getContent(db, by, input);
  const name = fileName || shownName;
  return db.transaction().execute(async (trx) => {
    await lockHeldEntry(trx, by.actor, entryId);
    const known = await findActiveLink(trx, firm, { entryId, voucherId: stored.id });
    const id = known ?? (await link(trx, by, { entryId, stored, name }));
    return { voucher: toVoucher(await getLinkRow(trx, firm, id)), isNew: known === undefined };
  });
}

/** The stored file; one that is linked by its id has a name. */
async function getContent(
  db: Db,
  by: AuditContext,
  input: AddedVoucher,
): Promise<StoredVoucher & { name?: string }> {
  if (input.voucher !== undefined) return getShownVoucher(db, by.actor, input.voucher);
  const firm = requireFirmScope(by.actor);
  return storeVoucher(db, firm, { file: input.file, now: by.now });
}

async function link(
  trx: Trx,
  by: AuditContext,
  { entryId, stored, name }: { entryId: string; stored: StoredVoucher; name: string },
): Promise<string> {
  const firm = requireFirmScope(by.actor);
  if ((await countLinks(trx, firm, entryId)) >= voucherLimits.perEntry)
    throw new AppError('invalid_input', {
      message: `An entry has at most ${voucherLimits.perEntry} vouchers. Remove one first.`,
    });
  await holdVoucher(trx, firm, { id: stored.id, now: by.now });
  const id = newId(by.now.getTime());
  const added = { addedBy: by.actor.userId, addedAt: by.now };
  await insertLink(trx, firm, { id, entryId, voucherId: stored.id, name, ...added });
  await audit(trx, by, { action: 'voucher.added', entryId, stored, details: { name } });
  return id;
}

/** Throws `not_found`, and `entry_is_locked` while a closing export holds the entry. */
export async function removeEntryVoucher(
  db: Db,
  by: AuditContext,
  of: { entryId: string; voucherId: string },
): Promise<void> {
  const firm = requireFirmScope(by.actor);
  await db.transaction().execute(async (trx) => {
    const { entry, row } = await lockLink(trx, by.actor, of);
    if (entry.exportNumber !== null)
      throw new AppError('entry_is_locked', {
        message: `Export ${entry.exportNumber} holds the entry. Withdraw the voucher instead.`,
      });
    await deleteLink(trx, firm, row.linkId);
    const details = { name: row.name };
    await audit(trx, by, { action: 'voucher.removed', entryId: of.entryId, stored: row, details });
  });
}

/** Throws `not_found`, and `conflict` for an entry that no closing export holds. */
export async function withdrawEntryVoucher(
  db: Db,
  by: AuditContext,
  { reason, ...of }: { entryId: string; voucherId: string; reason: string },
): Promise<Voucher> {
  const firm = requireFirmScope(by.actor);
  return db.transaction().execute(async (trx) => {
    const { entry, row } = await lockLink(trx, by.actor, of);
    if (entry.exportNumber === null)
      throw conflict('No closing export holds the entry. Remove the voucher instead.');
    await withdrawLink(trx, firm, {
      id: row.linkId,
      withdrawnAt: by.now,
      withdrawnBy: by.actor.userId,
      withdrawnReason: reason,
    });
    const details = { name: row.name, reason };
    await audit(trx, by, {
      action: 'voucher.withdrawn',
      entryId: of.entryId,
      stored: row,
      details,
    });
    return toVoucher(await getLinkRow(trx, firm, row.linkId));
  });
}

/** Notes the vouchers that go with an entry that is deleted. */
export async function noteRemovedVouchers(
  trx: Trx,
  by: AuditContext,
  entryId: string,
): Promise<void> {
  const firm = requireFirmScope(by.actor);
  for (const row of await listLinkRows(trx, firm, { entryId, withWithdrawn: false })) {
    const details = { name: row.name };
    await audit(trx, by, { action: 'voucher.removed', entryId, stored: row, details });
  }
}

/** The voucher that is sent, which the audit log notes. Throws `not_found`. */
export async function sendVoucher(db: Db, by: AuditContext, id: string) {
  const shown = await getShownVoucher(db, by.actor, id);
  const { entryId, name } = shown;
  const details = { name };
  await audit(db, by, { action: 'voucher.sent', entryId, stored: shown, details, rows: 1 });
  return shown;
}

/** Throws `not_found` unless an entry shows the voucher to the actor. */
async function getShownVoucher(db: Db, actor: Actor, id: string) {
  const shown = await findShownVoucher(db, requireFirmScope(actor), {
    id,
    visibleTo: ownEntriesOnly(actor),
  });
  if (!shown) throw notFound('voucher');
  return shown;
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

async function lockLink(trx: Trx, actor: Actor, of: { entryId: string; voucherId: string }) {
  const firm = requireFirmScope(actor);
  const entry = await lockHeldEntry(trx, actor, of.entryId);
  const id = await findActiveLink(trx, firm, of);
  if (id === undefined) throw notFound('voucher');
  return { entry, row: await getLinkRow(trx, firm, id) };
}

type Audited = {
  action: 'voucher.added' | 'voucher.removed' | 'voucher.withdrawn' | 'voucher.sent';
  entryId: string;
  stored: StoredVoucher;
  details: Readonly<Record<string, unknown>>;
  /** How many were sent. */
  rows?: number;
};

async function audit(db: Db, by: AuditContext, input: Audited): Promise<void> {
  const { action, entryId, stored, details, rows } = input;
  const { id: voucher, sha256 } = stored;
  await recordAudit(db, by, {
    action,
    subjectId: entryId,
    details: { ...details, voucher, sha256: sha256.toString('hex') },
    rows,
  });
}

function toVoucher(row: LinkRow): Voucher {
  return {
    ...contentFields(row),
    name: row.name,
    addedBy: { _id: row.addedBy, name: row.adderName },
    addedAt: row.addedAt.toISOString(),
    withdrawn: withdrawal(row),
  };
}

function withdrawal(row: LinkRow): Voucher['withdrawn'] {
  const { withdrawnAt, withdrawnBy, withdrawnReason: reason, withdrawerName } = row;
  if (withdrawnAt === null || withdrawnBy === null || reason === null) return null;
  const by = { _id: withdrawnBy, name: withdrawerName ?? '' };
  return { reason, by, at: withdrawnAt.toISOString() };
}
