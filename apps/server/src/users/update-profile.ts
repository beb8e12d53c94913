import { type Role, role } from '@recoup/contract/core/access';
import type { User } from '@recoup/contract/users/user';
import { validateFirmEmail, emailMessages } from '@recoup/contract/users/messages';
import { type AuditContext, createFirmScope } from '../platform/core/actor.ts';
import { endInvitation } from '../sign-on/people.service.ts';
import { recordAudit } from '../platform/security/audit-log.repository.ts';
import type { Trx } from '../platform/database/connections.ts';
import { type AppError, fieldConflict, invalidField } from '../platform/core/app-error.ts';
import { queueMail } from '../mail/delivery/outbox.service.ts';
import { endSessions } from '../account/session/sessions.service.ts';
import type { SmsToOwner } from '../sms/sms.service.ts';
import { isDomainOfOtherFirm, listDomainsOfFirm } from './registration/registration.repository.ts';
import { type LockedUser, updateUserFields } from './locked-users.repository.ts';
import { changedFields } from '../platform/collections/collections.ts';
import { southAfricanDay } from '../platform/core/clock.ts';

const profileFields = ['name', 'email', 'cell', 'status', 'dateForm', 'endsOn'] as const;
export type ProfileFields = Pick<LockedUser, (typeof profileFields)[number]>;

/** `sms` goes to the owner's old cell. */
export type SavedUser = { user: User; sms: SmsToOwner | undefined };

/**
 * Updates the fields that differ. A change of email, cell or status ends all sessions: they were
 * given to the former owner. Returns the SMS to the old cell, to send after the transaction.
 */
export async function updateProfile(
  trx: Trx,
  by: AuditContext,
  { user, after }: { user: LockedUser; after: ProfileFields },
): Promise<SmsToOwner | undefined> {
  const { name, email, cell, status, dateForm, endsOn } = after;
  const details = changedFields(user, after, profileFields);
  if (Object.keys(details).length === 0) return undefined;
  await updateUserFields(trx, user.id, { name, email, cell, status, dateForm, endsOn });
  if (email !== user.email && user.firmId !== null)
    await endInvitation(trx, createFirmScope(user.firmId), user.id);
  if (status !== user.status || email !== user.email || cell !== user.cell)
    await endSessions(trx, user.id, { now: by.now });
  await recordAudit(trx, by, {
    action: 'user.updated',
    subjectId: user.id,
    firmId: user.firmId,
    details,
  });
  return notifyOwner(trx, by, { user, after });
}

/**
 * At the old email and cell: an administrator who changes them could take the account over.
 * An SMS reports only a change of the cell (product.md).
 */
async function notifyOwner(
  trx: Trx,
  by: AuditContext,
  { user, after }: { user: LockedUser; after: ProfileFields },
): Promise<SmsToOwner | undefined> {
  const changed = [
    ...(after.email === user.email ? [] : ['email']),
    ...(after.cell === user.cell ? [] : ['cell number']),
  ].join(' and ');
  // An invited user has nothing to lose yet, and expects the invitation.
  const isInvited = !user.hasPassword && user.passwordResetRequired;
  if (changed === '' || isInvited) return undefined;
  const [event, advice] = [
    `An administrator changed the ${changed} of your Recoup account.`,
    'If you did not expect this, contact your administrator immediately.',
  ];
  if (await isAtFirm(trx, user)) {
    const subject = `Your Recoup ${changed} ${changed.includes(' and ') ? 'were' : 'was'} changed`;
    const body = `Dear ${user.name}\n\n${event}\n\n${advice}\n\nRecoup`;
    await queueMail(trx, {
      firmId: user.firmId,
      userId: null,
      to: user.email,
      subject,
      body,
      now: by.now,
    });
  }
  if (after.cell === user.cell || user.cell === '') return undefined;
  return {
    to: user.cell,
    text: `${event} ${advice}`,
    userId: user.id,
    firmId: user.firmId,
    isStrangers: false,
  };
}

/** An address at a domain that the firm gave up reaches another firm, or nothing. */
async function isAtFirm(trx: Trx, user: LockedUser): Promise<boolean> {
  const { firmId, email } = user;
  if (firmId === null) return true;
  if (user.role === role.auditor) return !(await isDomainOfOtherFirm(trx, firmId, email));
  return validateFirmEmail(email, await listDomainsOfFirm(trx, firmId)) === undefined;
}

/** Throws `invalid_input` for an email that a user of this role may not have in the firm. */
export async function requireOwnEmail(
  trx: Trx,
  firmId: string,
  { email, role: of }: { email: string; role: Role },
): Promise<void> {
  if (of === role.auditor) return requireAuditorEmail(trx, firmId, email);
  const form = of === role.attorneyAdmin ? role.attorneyAdmin : role.attorney;
  return requireFirmEmail(trx, firmId, { email, role: form });
}

/** An auditor may come from outside, but not from another firm. */
async function requireAuditorEmail(trx: Trx, firmId: string, email: string): Promise<void> {
  if (!(await isDomainOfOtherFirm(trx, firmId, email))) return;
  const message = 'The domain of this email belongs to another firm. Please use another email.';
  throw invalidField('email', message);
}

/** Throws `invalid_input` for an email outside the firm's domains, with the form's message. */
export async function requireFirmEmail(
  trx: Trx,
  firmId: string,
  person: { email: string; role: typeof role.attorney | typeof role.attorneyAdmin },
): Promise<void> {
  const error = validateFirmEmail(person.email, await listDomainsOfFirm(trx, firmId));
  if (error === undefined) return;
  const message = emailMessages[person.role][error];
  throw invalidField('email', message);
}

export function emailTaken(): AppError {
  const message = 'This email belongs to an account already. Please use another one.';
  return fieldConflict('email', message);
}

/** Beyond that time a firm admin must set the end again. */
const mostYears = 2;

/** Throws `invalid_input` unless the day is today in South Africa or later, within two years. */
export function requireEnd(day: string, now: Date): void {
  const today = southAfricanDay(now);
  const last = `${Number(today.slice(0, 4)) + mostYears}${today.slice(4)}`;
  if (day >= today && day <= last) return;
  const message =
    day < today
      ? 'Must not be in the past. Choose Inactive to end it at once.'
      : `Must not be more than ${mostYears} years ahead.`;
  throw invalidField('endsOn', message);
}
