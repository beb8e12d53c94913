import { deleteEntryIn } from '../../entries/entry-corrections.service.ts';
import { restoreEntry } from '../../entries/measured-entry.service.ts';
import { type AuditContext, requireFirmScope } from '../../platform/core/actor.ts';
import type { Trx } from '../../platform/database/connections.ts';
import { deletePrivateNumberRow } from '../set-up/private-numbers.repository.ts';
import { type LockedCall, reopenCall, showCallsOf } from './decisions.repository.ts';

/**
 * Takes a decision back: a recorded entry is deleted, a merged one gets its own measures again, a
 * private number is offered again with all its calls. Throws `entry_is_locked`.
 */
export async function takeBack(trx: Trx, by: AuditContext, call: LockedCall): Promise<void> {
  const firm = requireFirmScope(by.actor);
  const { id, attorneyId, otherParty, entryId, entryBefore, isPrivate } = call;
  if (isPrivate && attorneyId !== null && otherParty !== null) {
    await deletePrivateNumberRow(trx, firm, { attorneyId, number: otherParty });
    await showCallsOf(trx, firm, { attorneyId, number: otherParty });
  }
  if (entryId !== null && entryBefore === null)
    await deleteEntryIn(trx, by, { id: entryId, reason: 'The call record was taken back.' });
  if (entryId !== null && entryBefore !== null)
    await restoreEntry(trx, by, { id: entryId, before: entryBefore });
  await reopenCall(trx, firm, id);
}
