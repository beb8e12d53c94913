import { newId } from '@recoup/contract/core/ids';
import { AppError } from '../../platform/core/app-error.ts';
import type { Db } from '../../platform/database/connections.ts';
import { logEvent } from '../../platform/security/security-log.ts';
import { type Account, findAccount } from '../session/accounts.repository.ts';
import { type Client, findPlace, type Place } from '../session/known-places.service.ts';
import { createSessionIfUnchanged } from '../session/sessions.service.ts';
import { firstSignInExpired, isFirstSignInExpired } from './first-sign-in-expiry.ts';
import { finishSignIn } from './finish-sign-in.ts';
import { recordSignIn } from './sign-in-audit.ts';
import { refundQuotas, verifyPasswordThrottled } from './login-throttling.ts';
import { type AskFactor, openChallenge } from './second-step.service.ts';

/**
 * Returns the tokens of the session and the device. Unknown, blocked and inactive users and wrong
 * passwords get the same answer after the same time.
 * Throws `wrong_credentials`, `first_sign_in_ended`, `too_many_requests`, and after the right
 * password `second_factor_required` with a challenge.
 */
export async function logon(
  db: Db,
  client: Client,
  { email, password, askFactor }: { email: string; password: string; askFactor: AskFactor },
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
    isRight && account
      ? await openSession(db, client, { account, place, consumed, askFactor })
      : undefined;
  logEvent(client.log, token === undefined ? 'logon_failed' : 'logon_succeeded', {
    address: client.address,
    userId: found?.userId,
  });
  if (token === undefined || !account) throw new AppError('wrong_credentials');
  const device = await finishSignIn(db, client, { account, place, consumed: consumed.slice(1) });
  return { token, device };
}

type Checked = { account: Account; place: Place; consumed: readonly string[] };

/**
 * Refunds the first consumed quota; returns undefined if the user was blocked in between.
 * Throws `first_sign_in_ended`, `second_factor_required`.
 */
async function openSession(
  db: Db,
  client: Client,
  { account, place, consumed, askFactor }: Checked & { askFactor: AskFactor },
): Promise<string | undefined> {
  const { userId, passwordHash, mustChangePassword } = account;
  if (isFirstSignInExpired(account, client.now)) {
    await refundQuotas(db, consumed);
    logEvent(client.log, 'logon_failed', { address: client.address, userId });
    throw firstSignInExpired(account);
  }
  const question = await askFactor(db, userId);
  if (question) {
    await refundQuotas(db, consumed);
    throw await openChallenge(db, client, { account, place, question });
  }
  const id = newId();
  const token = await createSessionIfUnchanged(db, {
    id,
    userId,
    kind: mustChangePassword ? 'restricted' : 'full',
    now: client.now,
    client,
    passwordHash,
    countedKey: consumed[0] ?? '',
  });
  if (token !== undefined)
    await recordSignIn(db, client, { account, sessionId: id, hasFactor: false });
  return token;
}
