import { randomUUID } from 'node:crypto';
import type { AuditAction } from '@recoup/contract/audit/actions';
import { firstSignInDays } from '@recoup/contract/account/rules';
import { userStatus } from '@recoup/contract/core/access';
import { generatePassword } from '@recoup/contract/users/initial-password';
import type { Db, Trx } from '../platform/database/connections.ts';
import { insertAudit } from '../platform/security/audit-log.repository.ts';
import { hashPassword } from '../platform/security/password-hashing.ts';
import {
  type Account,
  findAccount,
  updateInitialPassword,
  updateStatus,
} from './session/accounts.repository.ts';
import { endSessions } from './session/sessions.service.ts';
import { resetAccountLimits } from './sign-in/login-throttling.service.ts';

export type Command = { email: string; now: Date };

/** A block ends all sessions at once; unblocking makes the user active. */
export async function setBlocked(
  db: Db,
  { email, isBlocked, now }: Command & { isBlocked: boolean },
): Promise<string> {
  const account = await getAccountByEmail(db, email);
  const { userId } = account;
  if (!isBlocked && !account.hasOwnDomain)
    return (
      `${account.email} stays blocked: its domain does not belong to the firm. ` +
      'An administrator must change the email first.'
    );
  return db.transaction().execute(async (trx) => {
    const after = isBlocked ? userStatus.blocked : userStatus.active;
    const from = isBlocked ? undefined : userStatus.blocked;
    const before = await updateStatus(trx, { userId, from, to: after });
    if (before === undefined) return `${account.email} is not blocked; nothing was changed.`;
    if (isBlocked) await endSessions(trx, userId, { now });
    await recordCommand(trx, account, {
      action: isBlocked ? 'user.blocked' : 'user.unblocked',
      details: { status: [before, after] },
      now,
    });
    return isBlocked
      ? `${account.email} is blocked; every session has ended.`
      : `${account.email} is active again.`;
  });
}

/** Ends all sessions of a user who stays active: for a lost device, or on suspicion. */
export async function signOut(db: Db, { email, now }: Command): Promise<string> {
  const account = await getAccountByEmail(db, email);
  await db.transaction().execute(async (trx) => {
    const ended = await endSessions(trx, account.userId, { now });
    const details = { ended };
    await recordCommand(trx, account, { action: 'user.sessions-ended', details, now });
  });
  return `Every session of ${account.email} has ended.`;
}

/**
 * Clears an account's failed sign-ins, codes and SMS, and the SMS of its firm, which a stranger may
 * have used up. Limits of networks and of all firms together stay.
 */
export async function resetLimits(db: Db, { email, now }: Command): Promise<string> {
  const account = await getAccountByEmail(db, email);
  await db.transaction().execute(async (trx) => {
    await resetAccountLimits(trx, account, 'all');
    await recordCommand(trx, account, { action: 'user.limits-reset', now });
  });
  return (
    `The limits of ${account.email} are reset, with those of its firm's SMS. ` +
    'What is counted against networks and all SMS together stays.'
  );
}

/**
 * For a system administrator, who has no cell for a code. A firm's users keep their own passwords:
 * an operator must not know them.
 */
export async function createInitialPassword(db: Db, { email, now }: Command): Promise<string> {
  const account = await getAccountByEmail(db, email);
  if (account.firmId !== null)
    throw new Error(
      `${account.email} belongs to a firm: "Forgot password" sends a code to the cell, ` +
        'which the administrator can change.',
    );
  if (!account.isActive) throw new Error(`${account.email} is blocked. Unblock the account first.`);
  const password = generatePassword();
  const passwordHash = await hashPassword(password);
  await db.transaction().execute(async (trx) => {
    await updateInitialPassword(trx, account.userId, { passwordHash, now });
    await endSessions(trx, account.userId, { now });
    await recordCommand(trx, account, { action: 'user.first-sign-in-renewed', now });
  });
  return (
    `${account.email} signs in with ${password} within ${firstSignInDays} days, ` +
    'and must change it then. Every session has ended.'
  );
}

export async function recordCommand(
  trx: Trx,
  { userId, firmId }: Account,
  command: { action: AuditAction; now: Date; details?: Readonly<Record<string, unknown>> },
): Promise<void> {
  await insertAudit(trx, {
    firmId,
    actorId: null,
    actorKind: 'operator',
    subjectId: userId,
    address: 'console',
    requestId: randomUUID(),
    ...command,
  });
}

/** Throws an error that names the email. */
export async function getAccountByEmail(db: Db, email: string): Promise<Account> {
  const account = await findAccount(db, { email: email.trim().toLowerCase() });
  if (!account) throw new Error(`There is no user with the email ${email}.`);
  return account;
}
