import type { role } from '@recoup/contract/core/access';
import type { User } from '@recoup/contract/users/user';
import { validateFirmEmail, emailMessages } from '@recoup/contract/users/messages';
import type { AuditContext } from '../platform/core/actor.ts';
import { recordAudit } from '../platform/security/audit-log.repository.ts';
import type { Trx } from '../platform/database/connections.ts';
import { AppError } from '../platform/core/app-error.ts';
import { queueMail } from '../mail/delivery/outbox.service.ts';
import { endSessions } from '../account/session/sessions.service.ts';
import type { SmsToOwner } from '../sms/sms.service.ts';
import { listDomainsOfFirm } from './registration/registration.repository.ts';
import { type LockedUser, updateUserRow } from './users.repository.ts';

/** What a form changes of a user. */
export type ProfileFields = Pick<LockedUser, 'name' | 'email' | 'cell' | 'status'>;

/** A user as changed, and the SMS that tells the owner's old cell. */
export type SavedUser = { user: User; sms: SmsToOwner | undefined };

/**
 * Changes what differs and tells the audit log. Ends sessions, codes and grants with a change of email, cell or status: they were given to
 * the owner of the old ones. Returns the SMS to the old cell, to send once the transaction has ended.
 */
export async function updateProfile(
  trx: Trx,
  by: AuditContext,
  { user, after }: { user: LockedUser; after: ProfileFields },
): Promise<SmsToOwner | undefined> {
  const { name, email, cell, status } = after;
  const details = changesBetween(user, { name, email, cell, status });
  if (Object.keys(details).length === 0) return undefined;
  await updateUserRow(trx, user.id, { name, email, cell, status });
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
 * At the address and the cell so far: whoever can change where somebody signs in, or where one-time passwords go, could take the account
 * over. The cell hears of its own change alone (product.md).
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
  // Who has never had a password has nothing to lose yet, and may be waiting for the invitation.
  if (changed === '' || !user.hasPassword) return undefined;
  const [what, advice] = [
    `An administrator changed the ${changed} of your Recoup account.`,
    'If you did not expect this, tell your administrator at once.',
  ];
  if (await isAtFirm(trx, user)) {
    const subject = `Your Recoup ${changed} ${changed.includes(' and ') ? 'were' : 'was'} changed`;
    const body = `Dear ${user.name}\n\n${what}\n\n${advice}\n\nRecoup`;
    await queueMail(trx, {
      firmId: user.firmId,
      userId: null,
      to: user.email,
      subject,
      body,
      now: by.now,
    });
  }
  if (after.cell === user.cell) return undefined;
  return {
    to: user.cell,
    text: `${what} ${advice}`,
    userId: user.id,
    firmId: user.firmId,
    isStrangers: false,
  };
}

/** An address at a domain that the firm has given up reaches another firm, or none. */
async function isAtFirm(trx: Trx, { firmId, email }: LockedUser): Promise<boolean> {
  return (
    firmId === null || validateFirmEmail(email, await listDomainsOfFirm(trx, firmId)) === undefined
  );
}

/** Throws `invalid_input` for an e-mail outside of the firm's domains, in the words of the person's form. */
export async function requireFirmEmail(
  trx: Trx,
  firmId: string,
  person: { email: string; role: typeof role.attorney | typeof role.attorneyAdmin },
): Promise<void> {
  const fault = validateFirmEmail(person.email, await listDomainsOfFirm(trx, firmId));
  if (fault === undefined) return;
  const message = emailMessages[person.role][fault];
  throw new AppError('invalid_input', { message, fields: { email: message } });
}

export function emailTaken(): AppError {
  const message = 'This email belongs to an account already. Please use another one.';
  return new AppError('conflict', { message, fields: { email: message } });
}

function changesBetween(
  before: ProfileFields,
  after: ProfileFields,
): Record<string, [unknown, unknown]> {
  const names = ['name', 'email', 'cell', 'status'] as const;
  return Object.fromEntries(
    names
      .filter((name) => before[name] !== after[name])
      .map((name) => [name, [before[name], after[name]]]),
  );
}
