import { deleteEntryOfCall, restoreEntry } from '../../entries/measured-entry.service.ts';
import { type AuditContext, requireFirmScope } from '../../platform/core/actor.ts';
import { AppError } from '../../platform/core/app-error.ts';
import type { Trx } from '../../platform/database/connections.ts';
import { deletePrivateNumberRow } from '../set-up/private-numbers.repository.ts';
import { type LockedCall, reopenCall, unhideCalls } from './decisions.repository.ts';

/**
 * Takes a decision back: a recorded entry is deleted unless it was reversed, a merged one gets its
 * own measures again, a private number is offered again with all its calls. Throws
 * `entry_is_locked`, and `conflict` for a call that its attorney made private.
 */
export async function takeBack(trx: Trx, by: AuditContext, call: LockedCall): Promise<void> {
  const firm = requireFirmScope(by.actor);
  const { id, attorneyId, otherParty, entryId, entryBefore, isPrivate } = call;
  assertOwn(by, call);
  if (isPrivate && attorneyId !== null && otherParty !== null) {
    await deletePrivateNumberRow(trx, firm, { attorneyId, number: otherParty });
    await unhideCalls(trx, firm, { attorneyId, number: otherParty });
  }
  if (entryId !== null && entryBefore === null) await deleteEntryOfCall(trx, by, entryId);
  if (entryId !== null && entryBefore !== null)
    await restoreEntry(trx, by, { id: entryId, before: entryBefore });
  await reopenCall(trx, firm, id);
}

/** Otherwise the firm admin would see the private numbers of an attorney. */
function assertOwn(
  { actor }: AuditContext,
  { isPrivate, attorneyId, decidedBy }: LockedCall,
): void {
  if (!isPrivate || decidedBy === actor.userId || attorneyId === actor.userId) return;
  throw new AppError('conflict', {
    message: 'The attorney made this call private, and alone can take that back.',
  });
}
