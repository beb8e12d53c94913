import { randomUUID } from 'node:crypto';
import { userStatus } from '@recoup/contract/core/access';
import { firstSignInDays } from '@recoup/contract/account/rules';
import { generatePassword } from '@recoup/contract/users/initial-password';
import { resetAccountLimits } from './sign-in/account-limits.service.ts';
import { insertAudit } from '../platform/security/audit-log.repository.ts';
import type { Db } from '../platform/database/connections.ts';
import { hashPassword } from '../platform/security/password-hashing.ts';
import { endSessions } from './session/sessions.service.ts';
import {
  findAccount,
  type Account,
  updateInitialPassword,
  updateStatus,
} from './session/sessions.repository.ts';

/** A block ends every session, code and grant at once; who is unblocked is active again. */
export async function setBlocked(
  db: Db,
  { email, isBlocked, now }: { email: string; isBlocked: boolean; now: Date },
): Promise<string> {
  const person = await getAccount(db, email);
  const { userId, firmId } = person;
  if (!isBlocked && !person.hasOwnDomain)
    return `${person.email} stays blocked: its domain does not belong to the firm. An administrator must change the email first.`;
  return db.transaction().execute(async (trx) => {
    const before = await updateStatus(trx, {
      userId,
      from: isBlocked ? undefined : userStatus.blocked,
      to: isBlocked ? userStatus.blocked : userStatus.active,
    });
    if (before === undefined) return `${person.email} is not blocked; nothing was changed.`;
    if (isBlocked) await endSessions(trx, userId, { now });
    const after = isBlocked ? userStatus.blocked : userStatus.active;
    const record = {
      action: isBlocked ? 'user.blocked' : 'user.unblocked',
      details: { status: [before, after] },
    };
    await insertAudit(trx, {
      firmId,
      actorId: null,
      subjectId: userId,
      address: 'console',
      requestId: randomUUID(),
      now,
      ...record,
    });
    return isBlocked
      ? `${person.email} is blocked; every session has ended.`
      : `${person.email} is active again.`;
  });
}

/** Ends every session, code and grant of somebody who stays active: for a lost device, or a doubt. */
export async function signOut(
  db: Db,
  { email, now }: { email: string; now: Date },
): Promise<string> {
  const person = await getAccount(db, email);
  const { userId, firmId } = person;
  await db.transaction().execute(async (trx) => {
    await endSessions(trx, userId, { now });
    const record = {
      firmId,
      actorId: null,
      subjectId: userId,
      address: 'console',
      requestId: randomUUID(),
      now,
    };
    await insertAudit(trx, { ...record, action: 'user.signed-out' });
  });
  return `Every session of ${person.email} has ended.`;
}

/**
 * Clears what was counted against an account, failed sign-ins, codes and SMS, and the SMS of its firm, which a stranger may have used up.
 * What is counted against networks and all firms together stays.
 */
export async function resetLimits(
  db: Db,
  { email, now }: { email: string; now: Date },
): Promise<string> {
  const person = await getAccount(db, email);
  const { userId, firmId, email: address } = person;
  await db.transaction().execute(async (trx) => {
    await resetAccountLimits(trx, person, 'all');
    const record = {
      firmId,
      actorId: null,
      subjectId: userId,
      address: 'console',
      requestId: randomUUID(),
      now,
    };
    await insertAudit(trx, { ...record, action: 'user.limits-reset' });
  });
  return `The limits of ${address} are reset, with those of its firm's SMS. What is counted against networks and all SMS together stays.`;
}

/**
 * A random initial password for 14 days: the way back in for a system administrator, who has no cell. Refused for a firm's people: a
 * password of their own is never replaced by one that another person has read.
 */
export async function createInitialPassword(
  db: Db,
  { email, now }: { email: string; now: Date },
): Promise<string> {
  const { userId, firmId, ...person } = await getAccount(db, email);
  if (firmId !== null)
    throw new Error(
      `${person.email} belongs to a firm: "Forgot password" sends a code to the cell, which the administrator can change.`,
    );
  if (!person.isActive) throw new Error(`${person.email} is blocked. Unblock the account first.`);
  const password = generatePassword();
  const passwordHash = await hashPassword(password);
  await db.transaction().execute(async (trx) => {
    await updateInitialPassword(trx, userId, { passwordHash, now });
    await endSessions(trx, userId, { now });
    const record = {
      firmId,
      actorId: null,
      subjectId: userId,
      address: 'console',
      requestId: randomUUID(),
      now,
    };
    await insertAudit(trx, { ...record, action: 'user.first-sign-in-renewed' });
  });
  return `${person.email} signs in with ${password} within ${firstSignInDays} days, and must change it then. Every session has ended.`;
}

async function getAccount(db: Db, email: string): Promise<Account> {
  const person = await findAccount(db, { email: email.trim().toLowerCase() });
  if (!person) throw new Error(`There is no user with the email ${email}.`);
  return person;
}
