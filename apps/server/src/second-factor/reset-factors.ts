import { getAccount, smsToOwner } from '../account/own-account.service.ts';
import { reauthenticateOwner } from '../account/reauthentication.service.ts';
import { queueNotice } from '../account/security-notices.service.ts';
import type { Client } from '../account/session/known-places.service.ts';
import { endSessions } from '../account/session/sessions.service.ts';
import type { AuditContext } from '../platform/core/actor.ts';
import { conflict } from '../platform/core/app-error.ts';
import type { Db } from '../platform/database/connections.ts';
import { recordAudit } from '../platform/security/audit-log.repository.ts';
import type { SmsToOwner } from '../sms/sms.service.ts';
import { lockManagedUser } from '../users/managed-users.service.ts';
import { removeFactors } from './remove-factors.ts';

/**
 * Removes all second factors of a user whom the caller manages and who has lost them. The sessions
 * end, and a policy asks for a new one. Returns the SMS to the user.
 * Throws `not_found`, `reauthentication_required`, `invalid_input` for a wrong password,
 * `too_many_requests`, `conflict` for a user without one, and for a caller who has a second factor
 * and did not sign in with it.
 */
export async function resetFactors(
  db: Db,
  by: AuditContext & Client,
  { id, password }: { id: string; password: string | undefined },
): Promise<SmsToOwner> {
  await reauthenticateOwner(db, by, password);
  const { isOn, isUsed } = by.actor.secondFactor;
  if (isOn && !isUsed) throw conflict('Sign out, and sign in with your own second factor first.');
  return db.transaction().execute(async (trx) => {
    const { firmId } = await lockManagedUser(trx, by, id);
    const account = await getAccount(trx, id);
    const removed = await removeFactors(trx, id);
    if (removed === 0) throw conflict(`${account.name} has no second factor.`);
    await endSessions(trx, id, { now: by.now });
    const details = { factors: removed };
    await recordAudit(trx, by, { action: 'user.factors-reset', subjectId: id, firmId, details });
    await queueNotice(trx, account, { notice: 'factorsReset', now: by.now });
    return smsToOwner(account, 'factorsReset');
  });
}
