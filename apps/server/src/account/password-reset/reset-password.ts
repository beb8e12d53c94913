import type { AuditContext } from '../../platform/core/actor.ts';
import { AppError } from '../../platform/core/app-error.ts';
import type { Db } from '../../platform/database/connections.ts';
import { hashPassword, shareOfFirm } from '../../platform/security/password-hashing.ts';
import { rejectWeakPassword } from '../../platform/security/password-policy.ts';
import { logEvent } from '../../platform/security/security-log.ts';
import {
  getOwnAccount,
  notifyOwner,
  type OwnerNotice,
  savePassword,
} from '../own-account.service.ts';
import { lockActiveUser } from '../session/accounts.repository.ts';
import { type Client, findPlace } from '../session/known-places.service.ts';
import { deleteSession } from '../session/sessions.repository.ts';
import { endSessions } from '../session/sessions.service.ts';
import { clearFailures } from '../sign-in/login-throttling.service.ts';

/**
 * Sets a password with a reset token, which works once and starts no session. All sessions end.
 * Throws `not_found` for another user's id, `invalid_input` for a weak password,
 * `unauthenticated` for a used token.
 */
export async function resetPassword(
  db: Db,
  by: AuditContext & Client,
  { userId, newPassword }: { userId: string; newPassword: string },
): Promise<OwnerNotice> {
  const account = await getOwnAccount(db, by, userId);
  rejectWeakPassword(newPassword, { field: 'newPassword', person: account });
  const passwordHash = await hashPassword(newPassword, shareOfFirm(account.firmId, userId));
  await db.transaction().execute(async (trx) => {
    if ((await lockActiveUser(trx, userId)) === undefined) throw new AppError('unauthenticated');
    if (!(await deleteSession(trx, by.actor.sessionId))) throw new AppError('unauthenticated');
    await endSessions(trx, userId, { now: by.now });
    await savePassword(trx, by, { account, passwordHash, notice: 'passwordReset' });
  });
  const place = await findPlace(db, by, undefined);
  await clearFailures(db, by, { email: account.email, place });
  logEvent(by.log, 'password_reset', { address: by.address, userId });
  return notifyOwner(db, by, { account, notice: 'passwordReset' });
}
