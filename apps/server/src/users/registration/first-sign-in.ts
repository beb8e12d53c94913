import { role, userStatus } from '@recoup/contract/core/access';
import { canReceiveSms, smsNeeded } from '@recoup/contract/core/cell-numbers';
import { generatePassword } from '@recoup/contract/users/initial-password';
import type { User } from '@recoup/contract/users/user';
import { getAccount } from '../../account/own-account.service.ts';
import { opensByPassword } from '../../account/session/password-rights.service.ts';
import { endSessions } from '../../account/session/sessions.service.ts';
import { resetAccountLimits } from '../../account/sign-in/login-throttling.service.ts';
import { createInvitationSecret, signsInAtProvider } from '../../sign-on/people.service.ts';
import { queueMail } from '../../mail/delivery/outbox.service.ts';
import { type AuditContext, createFirmScope } from '../../platform/core/actor.ts';
import { AppError, conflict } from '../../platform/core/app-error.ts';
import type { Db, Trx } from '../../platform/database/connections.ts';
import { recordAudit } from '../../platform/security/audit-log.repository.ts';
import { hashPassword, shareOfFirm } from '../../platform/security/password-hashing.ts';
import { type LockedUser, lockUser } from '../locked-users.repository.ts';
import { requireOwnEmail } from '../update-profile.ts';
import { findUser } from '../users.repository.ts';
import { manages } from '../managed-users.service.ts';
import { getUser } from '../users.service.ts';
import {
  type Invitation,
  invitationOfAdmin,
  invitationOfAttorney,
  invitationOfAuditor,
  type Mail,
} from './invitations.ts';
import { endPassword, minMailIntervalMs, updateFirstSignIn } from './registration.repository.ts';

type Renewed = { data: User; initialPassword: string | null };

/**
 * Restarts the 14 days of a first sign-in: by an invitation, so that no administrator knows the
 * password, or by an initial password for an attorney whose cell receives no SMS. Where a provider
 * serves the email, the invitation links the account there, with and without a password.
 * Throws `not_found` unless the actor manages the user's role, `conflict` for a user who
 * has chosen a password that opens, or is not active, and for a firm admin without SMS.
 */
export async function renewFirstSignIn(
  db: Db,
  by: AuditContext,
  { id, publicUrl }: { id: string; publicUrl: string },
): Promise<Renewed> {
  const person = await findUser(db, by.actor.scope, { id, now: by.now });
  if (!person || !manages(by.actor, person.role)) throw new AppError('not_found');
  const initialPassword = (await needsPassword(db, person, { id, now: by.now }))
    ? generatePassword()
    : null;
  const share = shareOfFirm(person.firm?._id, by.actor.userId);
  // Before the transaction, which must not wait for the hashing queue.
  const passwordHash = initialPassword === null ? null : await hashPassword(initialPassword, share);
  return db.transaction().execute(async (trx) => {
    const user = await lockUser(trx, by.actor.scope, id);
    if (!user) throw new AppError('not_found');
    await requireFirstSignIn(trx, user, by.now);
    if (hasChosen(user)) await endPassword(trx, id, by.now);
    if ((await needsPassword(trx, user, { id, now: by.now })) !== (passwordHash !== null))
      throw new AppError('changed_meanwhile');
    const invitation = { user, passwordHash, firmName: person.firm?.name ?? '', publicUrl };
    if (passwordHash !== null || !isRepeat(user, by.now)) await inviteAgain(trx, by, invitation);
    return { data: await getUser(trx, by, id), initialPassword };
  });
}

/** No initial password while single sign-on is required of the person: it would open nothing. */
async function needsPassword(
  db: Db,
  person: Pick<User, 'role' | 'cell'>,
  { id, now }: { id: string; now: Date },
): Promise<boolean> {
  if (person.role === role.attorneyAdmin || canReceiveSms(person.cell)) return false;
  return opensByPassword(await getAccount(db, id), now);
}

function isRepeat(user: LockedUser, now: Date): boolean {
  return !user.hasPassword && now.getTime() - user.invitedAt.getTime() < minMailIntervalMs;
}

async function requireFirstSignIn(trx: Trx, user: LockedUser, now: Date): Promise<void> {
  // After single sign-on ended, a person without a password is a newcomer. If it is required, the
  // password opens nothing, and must not keep an invitation away.
  if (hasChosen(user) && opensByPassword(await getAccount(trx, user.id), now))
    throw conflict(
      'This person has chosen a password already. ' +
        '“Forgot password” on the sign-in page makes a new one.',
    );
  const firm = user.firmId === null ? undefined : createFirmScope(user.firmId);
  if (firm && (await signsInAtProvider(trx, firm, { userId: user.id, now })))
    throw conflict(
      'This person signs in by single sign-on and needs no password. ' +
        'Remove their linked account first, if it has changed.',
    );
  if (user.status !== userStatus.active)
    throw conflict('This account is not active. Please make it active first.');
  const isAdmin = user.role === role.attorneyAdmin;
  if (isAdmin && !canReceiveSms(user.cell)) throw conflict(smsNeeded);
  if (firm) await requireOwnEmail(trx, firm.firmId, user);
}

function hasChosen({ passwordResetRequired, hasPassword }: LockedUser): boolean {
  return hasPassword && !passwordResetRequired;
}

async function restartFirstSignIn(
  trx: Trx,
  by: AuditContext,
  { user, passwordHash }: { user: LockedUser; passwordHash: string | null },
): Promise<void> {
  const { id, firmId } = user;
  await updateFirstSignIn(trx, id, { passwordHash, now: by.now });
  await endSessions(trx, id, { now: by.now });
  await recordAudit(trx, by, { action: 'user.first-sign-in-renewed', subjectId: id, firmId });
}

type Invited = {
  user: LockedUser;
  passwordHash: string | null;
  firmName: string;
  publicUrl: string;
};

async function inviteAgain(
  trx: Trx,
  by: AuditContext,
  { user, passwordHash, firmName, publicUrl }: Invited,
): Promise<void> {
  await restartFirstSignIn(trx, by, { user, passwordHash });
  // A code is the only way in, and strangers may have used up the account's codes.
  await resetAccountLimits(trx, { ...user, userId: user.id }, 'codes');
  const { id: userId, email } = user;
  const firm = user.firmId === null ? undefined : createFirmScope(user.firmId);
  const signOn = firm && (await createInvitationSecret(trx, { userId, email, firm }));
  // The administrator hands the password over.
  if (passwordHash !== null && !signOn) return;
  const invitation = { email, firmName, publicUrl, now: by.now, signOn };
  const isAdmin = user.role === role.attorneyAdmin;
  const mail = renewedInvitation(user, invitation);
  // As with the first invitation, only those of attorneys count as mails of the firm.
  const sender = isAdmin ? null : by.actor.userId;
  await queueMail(trx, { ...mail, firmId: user.firmId, userId: sender, now: by.now });
}

function renewedInvitation({ role: of }: LockedUser, to: Invitation): Mail {
  if (of === role.attorneyAdmin) return invitationOfAdmin(to);
  if (of === role.auditor) return invitationOfAuditor({ ...to, hasSms: true, expires: true });
  return invitationOfAttorney({ ...to, expires: true });
}
