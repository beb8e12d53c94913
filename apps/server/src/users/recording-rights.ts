import { userStatus } from '@recoup/contract/core/access';
import type { PricesOfAttorney } from '@recoup/contract/users/user';
import { type AuditContext, requireFirmScope } from '../platform/core/actor.ts';
import { type AppError, invalidField, notFound } from '../platform/core/app-error.ts';
import type { Db, Trx } from '../platform/database/connections.ts';
import { recordAudit } from '../platform/security/audit-log.repository.ts';
import { bumpVersion } from './locked-users.repository.ts';
import {
  changeRecordedFor,
  listAttorneyIds,
  listRecordedFor,
} from './recording-rights.repository.ts';
import { findUser } from './users.repository.ts';

/**
 * Sets for whom a user records. The caller has locked the user, and changes fees before: an entry
 * takes both locks in this order. Throws `not_found` for an attorney outside the firm, and
 * `invalid_input` for the user itself.
 */
export async function saveRecordedFor(
  trx: Trx,
  by: AuditContext,
  { userId, recordsFor }: { userId: string; recordsFor: readonly string[] },
): Promise<void> {
  const firm = requireFirmScope(by.actor);
  const before = await listRecordedFor(trx, firm, userId);
  const added = recordsFor.filter((id) => !before.includes(id));
  const removed = before.filter((id) => !recordsFor.includes(id));
  if (added.length + removed.length === 0) return;
  if (added.includes(userId))
    throw refused('Everyone records for themselves. Please choose other attorneys.');
  const known = await listAttorneyIds(trx, firm, added);
  if (added.some((id) => !known.has(id))) throw notFound('attorney');
  await changeRecordedFor(trx, firm, { userId, added, removed });
  await bumpVersion(trx, userId);
  await recordAudit(trx, by, {
    action: 'user.records-for-updated',
    subjectId: userId,
    details: { recordsFor: [before, recordsFor.toSorted()] },
  });
}

/** Types and prices of an attorney for whom the caller records. Throws `not_found`. */
export async function getPricesOfAttorney(
  db: Db,
  { actor, now }: Pick<AuditContext, 'actor' | 'now'>,
  id: string,
): Promise<PricesOfAttorney> {
  const firm = requireFirmScope(actor);
  const isAllowed = (await listRecordedFor(db, firm, actor.userId)).includes(id);
  const attorney = isAllowed ? await findUser(db, firm, { id, now }) : undefined;
  if (attorney?.status !== userStatus.active) throw notFound('attorney');
  const { _id, name, disbursementTypes, callFees, callFeeSchedules } = attorney;
  return { _id, name, disbursementTypes, callFees, callFeeSchedules };
}

function refused(message: string): AppError {
  return invalidField('recordsFor', message);
}
