import { passwordMessages } from '@recoup/contract/account/password-rules';
import type { AuditContext } from '../platform/core/actor.ts';
import type { Db } from '../platform/database/connections.ts';
import { recordAudit } from '../platform/security/audit-log.repository.ts';
import { hashPassword, shareOfFirm } from '../platform/security/password-hashing.ts';
import { rejectWeakPassword } from '../platform/security/password-policy.ts';
import { logEvent } from '../platform/security/security-log.ts';
import {
  getOwnAccount,
  lockOwner,
  notifyOwner,
  type OwnerNotice,
  savePassword,
} from './own-account.service.ts';
import { reauthenticate, requirePassword } from './reauthentication.service.ts';
import { queueNotice } from './security-notices.service.ts';
import { updateCell } from './session/accounts.repository.ts';
import type { Client } from './session/known-places.service.ts';
import { upgradeSession } from './session/sessions.repository.ts';
import { endSessions } from './session/sessions.service.ts';
import { invalidField } from '../platform/core/app-error.ts';

/**
 * Changes the own password. All other sessions end, and this one becomes a full session.
 * Throws `not_found` for another user's id, `invalid_input` with the field,
 * `too_many_requests`, `changed_meanwhile`.
 */
export async function changePassword(
  db: Db,
  by: AuditContext & Client,
  input: { userId: string; oldPassword: string; newPassword: string },
): Promise<OwnerNotice> {
  const { userId, oldPassword, newPassword } = input;
  const account = await getOwnAccount(db, by, userId);
  rejectWeakPassword(newPassword, { field: 'newPassword', person: account });
  await requirePassword(db, by, {
    account,
    password: oldPassword,
    field: 'oldPassword',
    message: 'Incorrect old password.',
  });
  if (oldPassword.normalize('NFC') === newPassword.normalize('NFC'))
    throw invalidField('newPassword', passwordMessages.unchanged);
  const passwordHash = await hashPassword(newPassword, shareOfFirm(account.firmId, userId));
  await db.transaction().execute(async (trx) => {
    await lockOwner(trx, account);
    await endSessions(trx, userId, { now: by.now, except: by.actor.sessionId });
    await upgradeSession(trx, { id: by.actor.sessionId, now: by.now });
    await savePassword(trx, by, { account, passwordHash, notice: 'passwordChanged' });
  });
  logEvent(by.log, 'password_changed', { address: by.address, userId });
  return notifyOwner(db, by, { account, notice: 'passwordChanged' });
}

/**
 * Changes the own cell, which receives one-time passwords. The SMS goes to the old number.
 * Throws `not_found` for another user's id, `reauthentication_required` without a recent
 * sign-in or a password, `invalid_input` for a wrong password, `too_many_requests`.
 */
export async function changeCell(
  db: Db,
  by: AuditContext & Client,
  input: { userId: string; cell: string; password: string | undefined },
): Promise<OwnerNotice> {
  const { userId, cell, password } = input;
  const account = await getOwnAccount(db, by, userId);
  await reauthenticate(db, by, { account, password });
  await db.transaction().execute(async (trx) => {
    await lockOwner(trx, account);
    await endSessions(trx, userId, { now: by.now, except: by.actor.sessionId });
    await updateCell(trx, userId, cell);
    await recordAudit(trx, by, {
      action: 'user.cell-changed',
      subjectId: userId,
      details: { cell: [account.cell, cell] },
    });
    await queueNotice(trx, account, { notice: 'cellChanged', now: by.now });
  });
  logEvent(by.log, 'cell_changed', { address: by.address, userId });
  return notifyOwner(db, by, { account, notice: 'cellChanged' });
}
