import { AppError } from '../../platform/core/app-error.ts';
import type { Db, Trx } from '../../platform/database/connections.ts';
import { logEvent } from '../../platform/security/security-log.ts';
import { type Account, findAccount } from '../session/accounts.repository.ts';
import { usablePasswordHash } from '../session/password-rights.service.ts';
import { type Client, findPlace, type Place } from '../session/known-places.service.ts';
import { lockUnchanged, openSession, type SignIn } from './open-session.ts';
import { refundQuotas, verifyPasswordThrottled } from './login-throttling.service.ts';
import { type AskFactor, type FactorQuestion, openChallenge } from './second-step.service.ts';
import { firstSignInDays, firstSignInEnd } from '@recoup/contract/account/rules';
import { canReceiveSms } from '@recoup/contract/core/cell-numbers';

type Credentials = {
  email: string;
  password: string;
  askFactor: AskFactor;
  /** With the account, if there is one with this email. */
  onRefused: (account: Account | undefined) => void;
};

/**
 * Returns the tokens of the session and the device. Unknown, blocked and inactive users and wrong
 * passwords get the same answer after the same time.
 * Throws `wrong_credentials`, `first_sign_in_ended`, `too_many_requests`, and after the right
 * password `second_factor_required` with a challenge.
 */
export async function logon(
  db: Db,
  client: Client,
  { email, password, askFactor, onRefused }: Credentials,
): Promise<SignIn> {
  const found = await findAccount(db, { email });
  const account = found?.isActive === true ? found : undefined;
  const place = await findPlace(db, client, found?.userId);
  const { isRight, consumed } = await verifyPasswordThrottled(db, client, {
    email,
    password,
    passwordHash: account && usablePasswordHash(account, client.now),
    place,
  });
  const signIn =
    isRight && account
      ? await completeSignIn(db, client, { account, place, consumed, askFactor })
      : undefined;
  logEvent(client.log, signIn === undefined ? 'logon_failed' : 'logon_succeeded', {
    address: client.address,
    userId: found?.userId,
  });
  if (signIn !== undefined) return signIn;
  onRefused(found);
  throw new AppError('wrong_credentials');
}

type Checked = { account: Account; place: Place; consumed: readonly string[] };

/**
 * Refunds the consumed quotas; returns undefined if the user was blocked in between.
 * Throws `first_sign_in_ended`, `second_factor_required`.
 */
async function completeSignIn(
  db: Db,
  client: Client,
  { account, place, consumed, askFactor }: Checked & { askFactor: AskFactor },
): Promise<SignIn | undefined> {
  const { userId } = account;
  if (isFirstSignInExpired(account, client.now)) {
    await refundQuotas(db, consumed);
    logEvent(client.log, 'logon_failed', { address: client.address, userId });
    throw firstSignInExpired(account);
  }
  const { question, signIn } = await db.transaction().execute(async (trx) => {
    const next = await nextStep(trx, client, { account, place, askFactor });
    // Last, because all who sign in from one network change the same row.
    await refundQuotas(trx, consumed);
    return next;
  });
  if (question) throw await openChallenge(db, client, { account, place, question });
  return signIn;
}

type Step = { question?: FactorQuestion; signIn?: SignIn };

/** The question or the session; neither for a user who may no longer sign in. */
async function nextStep(
  trx: Trx,
  client: Client,
  { account, place, askFactor }: Omit<Checked, 'consumed'> & { askFactor: AskFactor },
): Promise<Step> {
  if (!(await lockUnchanged(trx, account, client))) return {};
  const question = await askFactor(trx, account.userId);
  if (question) return { question };
  return { signIn: await openSession(trx, client, { account, place, hasFactor: false }) };
}

/** True for an expired initial password or invitation; never for a password of the user's own. */
export function isFirstSignInExpired(
  { mustChangePassword, invitedAt }: Account,
  now: Date,
): boolean {
  return mustChangePassword && now >= firstSignInEnd(invitedAt);
}

/** Only for a client that has entered the right password. */
function firstSignInExpired({ cell, firmId }: Account): AppError {
  const reason = `This initial password has ended after ${firstSignInDays} days.`;
  return new AppError('first_sign_in_ended', { message: `${reason} ${advice(cell, firmId)}` });
}

function advice(cell: string, firmId: string | null): string {
  if (firmId === null) return 'The operator makes a new one: npm run user -- new-password.';
  return canReceiveSms(cell)
    ? 'Please choose “Forgot password”: a code is sent to your cell.'
    : 'Please ask your firm admin for a new one.';
}
