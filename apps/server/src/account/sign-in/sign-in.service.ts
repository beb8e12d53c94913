import { hours } from '../../platform/core/clock.ts';
import type { Db } from '../../platform/database/connections.ts';
import { AppError } from '../../platform/core/app-error.ts';
import { consumeLimit } from '../../platform/security/rate-limits.repository.ts';
import { logEvent } from '../../platform/security/security-log.ts';
import { queueNotice } from '../security-notices.ts';
import { type Account, findAccount } from '../session/accounts.repository.ts';
import { type Client, findPlace, rememberPlace } from '../session/known-places.ts';
import { hasKnownPlace, placeLifetimeMs } from '../session/known-places.repository.ts';
import { createSessionIfUnchanged } from '../session/sessions.service.ts';
import { accountKeyOf } from './account-limits.service.ts';
import { firstSignInExpired, isFirstSignInExpired } from './first-sign-in-expiry.ts';
import { refundQuotas, verifyPasswordThrottled } from './login-throttling.ts';

/**
 * Returns the tokens of the session and the device. Unknown, blocked and inactive users and wrong
 * passwords get the same answer after the same time.
 * Throws `wrong_credentials`, `first_sign_in_ended`, `too_many_requests`.
 */
export async function logon(
  db: Db,
  client: Client,
  { email, password }: { email: string; password: string },
): Promise<{ token: string; device: string }> {
  const found = await findAccount(db, { email });
  const account = found?.isActive === true ? found : undefined;
  const place = await findPlace(db, client, found?.userId);
  const { isRight, consumed } = await verifyPasswordThrottled(db, client, {
    email,
    password,
    passwordHash: account?.passwordHash,
    place,
  });
  const token =
    isRight && account ? await openSession(db, client, { account, consumed }) : undefined;
  logEvent(client.log, token === undefined ? 'logon_failed' : 'logon_succeeded', {
    address: client.address,
    userId: found?.userId,
  });
  if (token === undefined || !account) throw new AppError('wrong_credentials');
  await refundQuotas(db, consumed.slice(1));
  if (place.kind === 'stranger') await notifyOfNewPlace(db, client, account);
  return { token, device: await rememberPlace(db, client, { userId: account.userId, place }) };
}

/** Refunds the first consumed quota; returns undefined if the user was blocked in between. */
async function openSession(
  db: Db,
  client: Client,
  { account, consumed }: { account: Account; consumed: readonly string[] },
): Promise<string | undefined> {
  const { userId, passwordHash, mustChangePassword } = account;
  if (isFirstSignInExpired(account, client.now)) {
    await refundQuotas(db, consumed);
    logEvent(client.log, 'logon_failed', { address: client.address, userId });
    throw firstSignInExpired(account);
  }
  return createSessionIfUnchanged(db, {
    userId,
    kind: mustChangePassword ? 'restricted' : 'full',
    now: client.now,
    passwordHash,
    countedKey: consumed[0] ?? '',
  });
}

/** By e-mail only, and not for the first place. The limit protects the mailbox from a flood. */
async function notifyOfNewPlace(db: Db, { now }: Client, account: Account): Promise<void> {
  const since = new Date(now.getTime() - placeLifetimeMs);
  if (!(await hasKnownPlace(db, { userId: account.userId, since }))) return;
  const key = `account:${accountKeyOf(account.email)}:new-places`;
  if ((await consumeLimit(db, { key, max: 6, windowMs: hours(24), now })) > 0) return;
  await db
    .transaction()
    .execute(async (trx) => queueNotice(trx, account, { notice: 'newPlace', now }));
}
