import { newId } from '@recoup/contract/core/ids';
import type { Voucher } from '@recoup/contract/vouchers/endpoints';
import { countPages } from '@recoup/contract/vouchers/page-ranges';
import { voucherLimits } from '@recoup/contract/vouchers/rules';
import { type Actor, type AuditContext, requireFirmScope } from '../platform/core/actor.ts';
import { AppError, notFound } from '../platform/core/app-error.ts';
import type { Db, Trx } from '../platform/database/connections.ts';
import { recordAudit } from '../platform/security/audit-log.repository.ts';
import {
  countLinks,
  deleteLink,
  findActiveLink,
  getLinkRow,
  insertLink,
  type LinkRow,
  type Owner,
  withdrawLink,
} from './voucher-links.repository.ts';
import {
  contentFields,
  holdVoucher,
  type ReceivedFile,
  type StoredVoucher,
} from './vouchers.service.ts';

export { type LinkRow, listLinkRows, type Owner } from './voucher-links.repository.ts';

/** A file, or the id of a voucher that the actor may see. */
export type AddedFile =
  | { file: ReceivedFile; voucher?: undefined }
  | { voucher: string; file?: undefined };
export type NewVoucher = AddedFile & { ownerId: string; fileName: string | undefined };
export type OwnedVoucher = { ownerId: string; voucherId: string };

/** Actions on the vouchers of a kind of owner; withdrawing one is for what is locked. */
export type VoucherActions = {
  list: (db: Db, actor: Actor, ownerId: string) => Promise<Voucher[]>;
  add: (
    db: Db,
    by: AuditContext,
    input: NewVoucher,
  ) => Promise<{ voucher: Voucher; isNew: boolean }>;
  remove: (db: Db, by: AuditContext, of: OwnedVoucher) => Promise<void>;
  withdraw: (db: Db, by: AuditContext, of: OwnedVoucher & { reason: string }) => Promise<Voucher>;
};

/** `pages`: those that an entry shows, such as 2-3,5; null for the whole file. */
type Linked = { owner: Owner; stored: StoredVoucher; name: string; pages: string | null };

/**
 * Links an owner that is locked with a voucher; `isNew` is false for one that it has. Throws
 * `not_found` if the content is gone, and `invalid_input` above 20 vouchers.
 */
export async function linkVoucher(
  trx: Trx,
  by: AuditContext,
  linked: Linked,
): Promise<{ voucher: Voucher; isNew: boolean }> {
  const firm = requireFirmScope(by.actor);
  const { owner, stored } = linked;
  const known = await findActiveLink(trx, firm, { owner, voucherId: stored.id });
  const id = known ?? (await insertNew(trx, by, linked));
  const row = await getLinkRow(trx, firm, { kind: owner.kind, id });
  return { voucher: toVoucher(row), isNew: known === undefined };
}

async function insertNew(
  trx: Trx,
  by: AuditContext,
  { owner, stored, name, pages }: Linked,
): Promise<string> {
  const firm = requireFirmScope(by.actor);
  if ((await countLinks(trx, firm, owner)) >= voucherLimits.perEntry)
    throw new AppError('invalid_input', {
      message: `An ${owner.kind} has at most ${voucherLimits.perEntry} vouchers. Remove one first.`,
    });
  await holdVoucher(trx, firm, { id: stored.id, now: by.now });
  const id = newId(by.now.getTime());
  const added = { addedBy: by.actor.userId, addedAt: by.now };
  await insertLink(trx, firm, { id, owner, voucherId: stored.id, name, pages, ...added });
  await noteVoucher(trx, by, { action: 'added', owner, stored, details: { name } });
  return id;
}

/** The link that counts, of an owner that is locked. Throws `not_found`. */
export async function getActiveLink(
  trx: Trx,
  by: AuditContext,
  of: { owner: Owner; voucherId: string },
): Promise<LinkRow> {
  const firm = requireFirmScope(by.actor);
  const id = await findActiveLink(trx, firm, of);
  if (id === undefined) throw notFound('voucher');
  return getLinkRow(trx, firm, { kind: of.owner.kind, id });
}

export async function removeLink(
  trx: Trx,
  by: AuditContext,
  { owner, row }: { owner: Owner; row: LinkRow },
): Promise<void> {
  await deleteLink(trx, requireFirmScope(by.actor), { kind: owner.kind, id: row.linkId });
  const details = { name: row.name };
  await noteVoucher(trx, by, { action: 'removed', owner, stored: row, details });
}

export async function withdrawVoucher(
  trx: Trx,
  by: AuditContext,
  { owner, row, reason }: { owner: Owner; row: LinkRow; reason: string },
): Promise<Voucher> {
  const firm = requireFirmScope(by.actor);
  const link = { kind: owner.kind, id: row.linkId } as const;
  const withdrawn = { withdrawnAt: by.now, withdrawnBy: by.actor.userId };
  await withdrawLink(trx, firm, { ...link, ...withdrawn, withdrawnReason: reason });
  const details = { name: row.name, reason };
  await noteVoucher(trx, by, { action: 'withdrawn', owner, stored: row, details });
  return toVoucher(await getLinkRow(trx, firm, link));
}

type Noted = {
  action: 'added' | 'removed' | 'withdrawn' | 'sent';
  owner: Owner;
  stored: StoredVoucher;
  details: Readonly<Record<string, unknown>>;
  /** How many were sent. */
  rows?: number;
};

/** A line of the audit log, at the entry or the account. */
export async function noteVoucher(db: Db, by: AuditContext, noted: Noted): Promise<void> {
  const { action, owner, stored, details, rows } = noted;
  const noun = owner.kind === 'entry' ? 'voucher' : 'account-voucher';
  await recordAudit(db, by, {
    action: `${noun}.${action}`,
    subjectId: owner.id,
    details: {
      ...(owner.kind === 'account' && { account: owner.number }),
      ...details,
      voucher: stored.id,
      sha256: stored.sha256.toString('hex'),
    },
    rows,
  });
}

export function toVoucher(row: LinkRow): Voucher {
  const { shownPages, isOfAccount, pages } = row;
  return {
    ...contentFields(row),
    pages: shownPages === null || pages === null ? pages : countPages(shownPages),
    shownPages: pages === null ? null : shownPages,
    isOfAccount,
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
