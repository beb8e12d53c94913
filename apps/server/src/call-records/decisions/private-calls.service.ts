import type { CallRecord } from '@recoup/contract/call-records/endpoints';
import type { PrivateNumber } from '@recoup/contract/call-records/set-up-endpoints';
import { type AuditContext, requireFirmScope } from '../../platform/core/actor.ts';
import { notFound } from '../../platform/core/app-error.ts';
import type { Db, Trx } from '../../platform/database/connections.ts';
import { recordAudit } from '../../platform/security/audit-log.repository.ts';
import { listOpenCallIds } from '../list/known-calls.repository.ts';
import {
  deletePrivateNumberRow,
  findPrivateNumber,
  insertPrivateNumber,
} from '../set-up/private-numbers.repository.ts';
import { hideCalls, unhideCalls } from './decisions.repository.ts';

/**
 * Hides a call and all open calls of its attorney with the same number, which is remembered: an
 * import drops its calls (D2 B11, rule 10).
 */
export async function hideNumber(trx: Trx, by: AuditContext, record: CallRecord): Promise<void> {
  const firm = requireFirmScope(by.actor);
  const { otherParty } = record;
  const attorneyId = record.attorney?._id ?? null;
  const decided = { attorneyId, by: by.actor.userId, now: by.now };
  if (attorneyId === null || otherParty === null)
    return hideCalls(trx, firm, { ...decided, ids: [record._id] });
  await insertPrivateNumber(trx, firm, { attorneyId, number: otherParty, now: by.now });
  const ids = await listOpenCallIds(trx, firm, { attorney: attorneyId, otherParty });
  await hideCalls(trx, firm, { ...decided, ids });
}

/** Offers the calls of a private number again. Throws `not_found`. */
export async function deletePrivateNumber(
  db: Db,
  by: AuditContext,
  id: string,
): Promise<PrivateNumber> {
  const firm = requireFirmScope(by.actor);
  const attorneyId = by.actor.userId;
  return db.transaction().execute(async (trx) => {
    const kept = await findPrivateNumber(trx, firm, { id, attorneyId });
    if (!kept) throw notFound('number');
    const { number } = kept;
    await deletePrivateNumberRow(trx, firm, { attorneyId, number });
    await unhideCalls(trx, firm, { attorneyId, number });
    await recordAudit(trx, by, { action: 'private-number.deleted', subjectId: id });
    return kept;
  });
}
