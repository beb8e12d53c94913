import { createHash } from 'node:crypto';
import type { FactorMethod } from '@recoup/contract/core/errors';
import {
  type secondFactorLogon,
  secondFactorRules,
} from '@recoup/contract/second-factor/endpoints';
import type { z } from 'zod';
import { AppError } from '../../platform/core/app-error.ts';
import { minutes } from '../../platform/core/clock.ts';
import type { Db, Trx } from '../../platform/database/connections.ts';
import { consumeLimit } from '../../platform/security/rate-limits.repository.ts';
import { logEvent } from '../../platform/security/security-log.ts';
import { type Account, findAccount, hasProviderAccount } from '../session/accounts.repository.ts';
import { opensByPassword } from '../session/password-rights.service.ts';
import { type Client, findPlace, type Place } from '../session/known-places.service.ts';
import { hashToken, newToken } from '../session/sessions.service.ts';
import {
  hashAccountEmail,
  consumeNetworkQuota,
  countFactorTry,
  recordFailures,
  refundQuotas,
  rateLimited,
} from './login-throttling.service.ts';
import {
  findLogonChallenge,
  insertLogonChallenge,
  type LogonChallenge,
  markLogonChallengeUsed,
} from './logon-challenges.repository.ts';
import {
  notifyOfPlace,
  lockUnchanged,
  openSession,
  type SignIn,
  recordRefusedFactor,
} from './open-session.ts';

/** How a user completes a sign-in; the options of a passkey carry its challenge. */
export type FactorQuestion = {
  methods: FactorMethod[];
  passkey?: { challenge: string; options: Record<string, unknown> };
};
/** Undefined for a user without a second factor. */
export type AskFactor = (db: Db, userId: string) => Promise<FactorQuestion | undefined>;

/** Uses the proof up; false if another sign-in has done so. */
type UseUp = (trx: Trx) => Promise<boolean>;

type Challenged = { userId: string; passkeyChallenge: string | null };
/** Exactly one of them. */
export type LogonProof = Omit<z.output<typeof secondFactorLogon>, 'challenge'>;
export type Proof = Challenged & { proof: LogonProof; now: Date };

/** Interface that the room `second-factor` implements for sign-ins. */
export type SecondFactors = {
  ask: AskFactor;
  /** Undefined for a wrong proof. */
  prove: (db: Db, proof: Proof) => Promise<UseUp | undefined>;
};

type SecondStep = {
  challenge: string;
  /** The proof is a recovery code. */
  isRecovery: boolean;
  prove: (of: Challenged) => Promise<UseUp | undefined>;
};

const challengeMs = minutes(secondFactorRules.challengeMinutes);

type Asked = { account: Account; place: Place; question: FactorQuestion; bySignOn?: boolean };

/**
 * After the right password, or a single sign-on. The challenge opens nothing by itself. Throws
 * `too_many_requests`.
 */
export async function openChallenge(
  db: Db,
  client: Client,
  { account, place, question, bySignOn = false }: Asked,
): Promise<AppError> {
  const { now, address, log } = client;
  const { userId, email } = account;
  const key = `account:${hashAccountEmail(email)}:challenges:${place.id}`;
  const waitMs = await consumeLimit(db, { key, max: 30, windowMs: challengeMs, now });
  if (waitMs > 0) throw rateLimited(client, { waitMs, event: 'logon_limited' });
  const { methods, passkey } = question;
  const challenge = newToken();
  await insertLogonChallenge(db, {
    tokenHash: hashToken(challenge),
    userId,
    passwordHash: fingerprint(account),
    passkeyChallenge: passkey?.challenge ?? null,
    bySignOn,
    createdAt: now,
    expiresAt: new Date(now.getTime() + challengeMs),
  });
  logEvent(log, 'second_factor_asked', { address, userId });
  return new AppError('second_factor_required', { challenge, methods, options: passkey?.options });
}

/**
 * Completes a sign-in whose password was right. A wrong proof leaves the challenge open for four
 * more, and counts like a wrong password.
 * Throws `challenge_ended`, `wrong_code`, `too_many_requests`.
 */
export async function completeLogon(
  db: Db,
  client: Client,
  { challenge: token, isRecovery, prove }: SecondStep,
): Promise<SignIn> {
  const { address, log, now } = client;
  const challenge = await findLogonChallenge(db, { tokenHash: hashToken(token), now });
  const account = challenge && (await findChallenged(db, challenge, now));
  if (!challenge || !account) {
    await consumeNetworkQuota(db, client);
    logEvent(log, 'second_factor_failed', { address, userId: challenge?.userId });
    throw new AppError('challenge_ended');
  }
  const { userId, email } = account;
  const place = await findPlace(db, client, userId);
  const consumed = await countFactorTry(db, client, {
    email,
    place,
    challenge: challenge.tokenHash,
  });
  const useUp = await prove(challenge);
  const signIn =
    useUp &&
    (await openProved(db, client, { account, place, challenge, consumed, isRecovery, useUp }));
  if (signIn === undefined) {
    await recordFailures(db, client, { email, place });
    logEvent(log, 'second_factor_failed', { address, userId });
    await recordRefusedFactor(db, client, account);
    if (place.kind === 'stranger')
      await db
        .transaction()
        .execute(async (trx) => notifyOfPlace(trx, client, { account, notice: 'wrongFactor' }));
    throw new AppError('wrong_code');
  }
  logEvent(log, 'logon_succeeded', { address, userId });
  return signIn;
}

/**
 * Undefined if the user may not sign in any more, or has another password, or if the firm ended or
 * replaced its provider after a single sign-on.
 */
async function findChallenged(db: Db, challenge: LogonChallenge, now: Date) {
  const { userId, passwordHash, bySignOn } = challenge;
  const account = await findAccount(db, { userId });
  if (account?.isActive !== true || !fingerprint(account).equals(passwordHash)) return undefined;
  const isOpen = bySignOn ? await hasProviderAccount(db, userId) : opensByPassword(account, now);
  return isOpen ? account : undefined;
}

type Proved = Pick<SecondStep, 'isRecovery'> & {
  account: Account;
  place: Place;
  challenge: LogonChallenge;
  consumed: readonly string[];
  useUp: UseUp;
};

/**
 * Refunds the consumed quotas. Returns undefined if the proof was used meanwhile. Throws
 * `challenge_ended` if the challenge was, or the user was blocked or has another password.
 */
async function openProved(
  db: Db,
  client: Client,
  { account, place, challenge, consumed, isRecovery, useUp }: Proved,
): Promise<SignIn | undefined> {
  const { tokenHash, bySignOn } = challenge;
  return db.transaction().execute(async (trx) => {
    // First, in the order of every change of second factors, against deadlocks.
    if (!(await lockUnchanged(trx, account, client))) throw new AppError('challenge_ended');
    if (!(await useUp(trx))) return undefined;
    if (!(await markLogonChallengeUsed(trx, { tokenHash, now: client.now })))
      throw new AppError('challenge_ended');
    const proved = { account, place, hasFactor: true, isRecovery, bySignOn };
    const signIn = await openSession(trx, client, proved);
    await refundQuotas(trx, consumed);
    return signIn;
  });
}

function fingerprint({ passwordHash }: Account): Buffer {
  return createHash('sha256')
    .update(passwordHash ?? '')
    .digest();
}
