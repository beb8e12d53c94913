import { accountTimes } from '@recoup/contract/account/rules';
import { toAuditOrigin } from '../platform/security/audit-log.repository.ts';
import { recordRefusal } from '../platform/security/audit-events.ts';
import type { AuditContext } from '../platform/core/actor.ts';
import { AppError, invalidField } from '../platform/core/app-error.ts';
import { minutes } from '../platform/core/clock.ts';
import type { Db } from '../platform/database/connections.ts';
import { logEvent } from '../platform/security/security-log.ts';
import { getOwnAccount } from './own-account.service.ts';
import type { Account } from './session/accounts.repository.ts';
import { usablePasswordHash } from './session/password-rights.service.ts';
import type { Client, Place } from './session/known-places.service.ts';
import { upgradeSession } from './session/sessions.repository.ts';
import { verifyPasswordThrottled } from './sign-in/login-throttling.service.ts';

export { confirmSession } from './session/sessions.repository.ts';

/**
 * For a change that a thief of a session must not make: the sign-in is at most ten minutes old, or
 * the password is typed. With it the session counts as signed in now.
 * Throws `reauthentication_required`, `invalid_input` with the field, `too_many_requests`.
 */
export async function reauthenticate(
  db: Db,
  by: AuditContext & Client,
  { account, password }: { account: Account; password: string | undefined },
): Promise<void> {
  if (password === undefined) return requireRecentSignIn(by);
  const message = 'Incorrect password.';
  await requirePassword(db, by, { account, password, field: 'password', message });
  await upgradeSession(db, { id: by.actor.sessionId, now: by.now });
}

/** As `reauthenticate`, for the own account, which it returns. */
export async function reauthenticateOwner(
  db: Db,
  by: AuditContext & Client,
  password: string | undefined,
): Promise<Account> {
  const account = await getOwnAccount(db, by, by.actor.userId);
  await reauthenticate(db, by, { account, password });
  return account;
}

/**
 * Throttled like a sign-in, but without a 401, on which the page would end the session.
 * Throws `invalid_input` with the field, `too_many_requests`.
 */
export async function requirePassword(
  db: Db,
  by: AuditContext & Client,
  check: { account: Account; password: string; field: string; message: string },
): Promise<void> {
  const { email, userId, firmId } = check.account;
  const passwordHash = usablePasswordHash(check.account, by.now);
  // Counted per session, so that a stranger's failures cannot lock out the signed-in owner.
  const place: Place = { kind: 'session', id: `session ${by.actor.sessionId}` };
  const { isRight } = await verifyPasswordThrottled(db, by, {
    email,
    password: check.password,
    passwordHash,
    place,
    member: { firmId, userId },
  });
  if (isRight) return;
  logEvent(by.log, 'reauthentication_failed', { address: by.address, userId });
  await recordRefusal(db, {
    ...toAuditOrigin(by),
    action: 'user.reauthentication-failed',
    subjectId: userId,
  });
  throw invalidField(check.field, check.message);
}

function requireRecentSignIn({ now, actor }: AuditContext): void {
  // Before as after: a clock that was ahead may have confirmed the session.
  const ageMs = Math.abs(now.getTime() - actor.authenticatedAt.getTime());
  if (ageMs > minutes(accountTimes.recentSignInMinutes))
    throw new AppError('reauthentication_required');
}
