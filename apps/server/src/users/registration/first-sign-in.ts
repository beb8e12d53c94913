import { role, userStatus } from '@recoup/contract/core/access';
import { canReceiveSms, smsNeeded } from '@recoup/contract/core/cell-numbers';
import { generatePassword } from '@recoup/contract/users/initial-password';
import type { User } from '@recoup/contract/users/user';
import type { AuditContext } from '../../platform/core/actor.ts';
import { resetAccountLimits } from '../../account/sign-in/account-limits.service.ts';
import { recordAudit } from '../../platform/security/audit-log.repository.ts';
import { minutes } from '../../platform/core/clock.ts';
import type { Db, Trx } from '../../platform/database/connections.ts';
import { AppError } from '../../platform/core/app-error.ts';
import { queueMail } from '../../mail/delivery/outbox.service.ts';
import { hashPassword, shareOfFirm } from '../../platform/security/password-hashing.ts';
import { endSessions } from '../../account/session/sessions.service.ts';
import { invitationOfAdmin, invitationOfAttorney } from './invitations.ts';
import { requireFirmEmail } from '../update-profile.ts';
import { updateFirstSignIn } from './registration.repository.ts';
import { findUser, type LockedUser, lockUser } from '../users.repository.ts';
import { getUser, managedRole } from '../users.service.ts';

/** The second click on a button sends no second mail. */
const minMailIntervalMs = minutes(1);

type Renewed = { data: User; initialPassword: string | null };

/**
 * Restarts the 14 days of a first sign-in: by an invitation mail, whose reader proves the cell by SMS, so that no administrator knows a
 * password; by a random initial password for an attorney whose cell receives no SMS. Throws `not_found` for a user who is not one role
 * below the actor, `conflict` for a user who has ever chosen a password or is not active, and for a firm admin without SMS.
 */
export async function renewFirstSignIn(
  db: Db,
  by: AuditContext,
  { id, publicUrl }: { id: string; publicUrl: string },
): Promise<Renewed> {
  const person = await findUser(db, by.actor.scope, id);
  if (!person || person.role !== managedRole(by.actor)) throw new AppError('not_found');
  const initialPassword = needsPassword(person) ? generatePassword() : null;
  // Hashed before the transaction, which must not wait for the hashing queue.
  const passwordHash =
    initialPassword === null
      ? null
      : await hashPassword(initialPassword, shareOfFirm(person.firm?._id, by.actor.userId));
  return db.transaction().execute(async (trx) => {
    const user = await lockUser(trx, by.actor.scope, id);
    if (!user) throw new AppError('not_found');
    await requireFirstSignIn(trx, user);
    if (needsPassword(user) !== (passwordHash !== null)) throw new AppError('changed_meanwhile');
    const isRepeat =
      passwordHash === null &&
      !user.hasPassword &&
      by.now.getTime() - user.invitedAt.getTime() < minMailIntervalMs;
    if (!isRepeat) {
      await updateFirstSignIn(trx, id, { passwordHash, now: by.now });
      await endSessions(trx, id, { now: by.now });
      await recordAudit(trx, by, {
        action: 'user.first-sign-in-renewed',
        subjectId: id,
        firmId: user.firmId,
      });
      // Strangers may have used up the codes of the account, and who was invited has no other way in.
      if (passwordHash === null) await resetAccountLimits(trx, { ...user, userId: id }, 'codes');
      if (passwordHash === null)
        await mailInvitation(trx, by, { user, firmName: person.firm?.name ?? '', publicUrl });
    }
    return { data: await getUser(trx, by.actor, id), initialPassword };
  });
}

function needsPassword(person: Pick<User, 'role' | 'cell'>): boolean {
  return person.role === role.attorney && !canReceiveSms(person.cell);
}

async function requireFirstSignIn(trx: Trx, user: LockedUser): Promise<void> {
  if (!user.passwordResetRequired) {
    const message =
      'This person has chosen a password already. “Forgot password” on the sign-in page makes a new one.';
    throw new AppError('conflict', { message });
  }
  if (user.status !== userStatus.active)
    throw new AppError('conflict', {
      message: 'This account is not active. Please make it active first.',
    });
  const isAdmin = user.role === role.attorneyAdmin;
  if (isAdmin && !canReceiveSms(user.cell)) throw new AppError('conflict', { message: smsNeeded });
  const form = isAdmin ? role.attorneyAdmin : role.attorney;
  if (user.firmId !== null)
    await requireFirmEmail(trx, user.firmId, { email: user.email, role: form });
}

async function mailInvitation(
  trx: Trx,
  by: AuditContext,
  to: { user: LockedUser; firmName: string; publicUrl: string },
): Promise<void> {
  const { user, firmName, publicUrl } = to;
  const invite = { email: user.email, firmName, publicUrl, now: by.now };
  const isAdmin = user.role === role.attorneyAdmin;
  const mail = isAdmin
    ? invitationOfAdmin(invite)
    : invitationOfAttorney({ ...invite, isOnlyWay: true });
  // As with the first invitation, only those of attorneys count as mails of the firm.
  await queueMail(trx, {
    ...mail,
    firmId: user.firmId,
    userId: isAdmin ? null : by.actor.userId,
    now: by.now,
  });
}
