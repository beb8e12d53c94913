import { texts } from '@recoup/contract/core/texts';
import { minutes } from '../../platform/core/clock.ts';
import type { Db } from '../../platform/database/connections.ts';
import { AppError } from '../../platform/core/app-error.ts';
import { consumeLimit, refundLimit } from '../../platform/security/rate-limits.repository.ts';
import type { SecretKeys } from '../../platform/security/secret-key.ts';
import { logEvent } from '../../platform/security/security-log.ts';
import { lockActiveUser } from '../session/accounts.repository.ts';
import type { Client } from '../session/known-places.service.ts';
import { deleteResetTokens } from '../session/sessions.repository.ts';
import { createSession, hashToken } from '../session/sessions.service.ts';
import { consumeNetworkQuota, rateLimited } from '../sign-in/login-throttling.service.ts';
import { verifyCode } from './request-code.ts';
import {
  type Challenge,
  consumeChallengeAttempt,
  findChallenge,
  markChallengeUsed,
} from './otp.repository.ts';

const maxAttemptsPerCode = 5;
/** product.md: five attempts for all codes that one place has requested for an account. */
const attemptsPerRequester = { max: maxAttemptsPerCode, windowMs: minutes(15) };

type Input = { otp: string; token: string; keys: SecretKeys };
type ResetToken = { userId: string; token: string };

/**
 * Exchanges a code for a token that sets one new password.
 * Throws `invalid_input` for a code that is wrong, expired, used or void,
 * `too_many_requests`.
 */
export async function verifyOtp(db: Db, client: Client, input: Input): Promise<ResetToken> {
  const { address, log } = client;
  const challenge = await findChallenge(db, hashToken(input.token));
  // Others in the network cannot block a right code: only wrong ones count against the network.
  if (!challenge) await consumeNetworkQuota(db, client);
  const resetToken = challenge ? await exchangeCode(db, client, { challenge, input }) : undefined;
  if (!challenge || !resetToken) {
    logEvent(log, 'otp_failed', { address, userId: challenge?.userId ?? undefined });
    if (challenge) await consumeNetworkQuota(db, client);
    throw new AppError('invalid_input', {
      message: texts.otpRequired,
      fields: { otp: texts.otpRequired },
    });
  }
  await refundLimit(db, attemptsKey(challenge));
  logEvent(log, 'otp_accepted', { address, userId: resetToken.userId });
  return resetToken;
}

async function exchangeCode(
  db: Db,
  client: Client,
  { challenge, input }: { challenge: Challenge; input: Input },
): Promise<ResetToken | undefined> {
  const isOpen = await consumeAttempt(db, client, challenge);
  const isRight = verifyCode(await input.keys('one-time codes'), {
    challengeId: challenge.id,
    code: input.otp,
    codeHash: isOpen ? challenge.codeHash : undefined,
  });
  return isRight ? issueResetToken(db, challenge, client.now) : undefined;
}

/** Before the comparison. Returns false if the challenge is no longer open. */
async function consumeAttempt(db: Db, client: Client, challenge: Challenge): Promise<boolean> {
  const { now } = client;
  const key = attemptsKey(challenge);
  const waitMs = await consumeLimit(db, { key, ...attemptsPerRequester, now });
  if (waitMs > 0) throw rateLimited(client, { waitMs, event: 'otp_limited' });
  return consumeChallengeAttempt(db, { id: challenge.id, now, max: maxAttemptsPerCode });
}

function attemptsKey({ accountKey, requester }: Challenge): string {
  return `account:${accountKey}:otp:${requester}`;
}

async function issueResetToken(
  db: Db,
  { id, userId }: Challenge,
  now: Date,
): Promise<ResetToken | undefined> {
  if (userId === null) return undefined;
  return db.transaction().execute(async (trx) => {
    if ((await lockActiveUser(trx, userId)) === undefined) return undefined;
    if (!(await markChallengeUsed(trx, { id, now }))) return undefined;
    await deleteResetTokens(trx, userId);
    return { userId, token: await createSession(trx, { userId, kind: 'reset', now }) };
  });
}
