import { accountTimes, firstSignInDays } from '@recoup/contract/account/rules';
import { newId } from '@recoup/contract/core/ids';
import { minutes, hours, seconds } from '../../platform/core/clock.ts';
import type { Db, Trx } from '../../platform/database/connections.ts';
import { createLimiter } from '../../platform/core/limiter.ts';
import { wideRateLimitNetwork, rateLimitNetwork } from '../../platform/security/client-address.ts';
import type { SecretKeys } from '../../platform/security/secret-key.ts';
import { logEvent } from '../../platform/security/security-log.ts';
import type { SmsToOwner } from '../../sms/sms.service.ts';
import {
  type Account,
  findAccount,
  lockAccount,
  lockActiveUser,
} from '../session/accounts.repository.ts';
import { opensByPassword } from '../session/password-rights.service.ts';
import { type Client, findPlace, type Place } from '../session/known-places.service.ts';
import { hashToken, newToken, createSession, endSessions } from '../session/sessions.service.ts';
import {
  hashAccountEmail,
  rateLimited,
  consumeNetworkQuota,
  clearFailures,
} from '../sign-in/login-throttling.service.ts';
import { isFirstSignInExpired } from '../sign-in/sign-in.service.ts';
import {
  findLiveChallenge,
  insertOtpToken,
  replaceChallenge,
  type Challenge,
  consumeChallengeAttempt,
  findChallenge,
  markChallengeUsed,
} from './otp.repository.ts';
import { consumeLimit, refundLimit } from '../../platform/security/rate-limits.repository.ts';
import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import { texts } from '@recoup/contract/core/texts';
import { AppError } from '../../platform/core/app-error.ts';
import { deleteResetTokens, deleteSession } from '../session/sessions.repository.ts';
import type { AuditContext } from '../../platform/core/actor.ts';
import { hashPassword, shareOfFirm } from '../../platform/security/password-hashing.ts';
import { rejectWeakPassword } from '../../platform/security/password-policy.ts';
import {
  getOwnAccount,
  notifyOwner,
  type OwnerNotice,
  savePassword,
} from '../own-account.service.ts';

/** Each request holds a database connection; a flood of them must leave connections free. */
const limiter = createLimiter({ name: 'requests', concurrency: 2, maxWaiting: 200 });

/**
 * Returns a token for the code, and the SMS to send after the response. Known, unknown, blocked
 * and muted accounts, and those without a cell, take the same steps.
 */
export async function requestOtp(
  db: Db,
  client: Client,
  request: { email: string; host: string; keys: SecretKeys },
): Promise<{ token: string; sms: SmsToOwner | undefined }> {
  const { email } = request;
  const accountKey = hashAccountEmail(email);
  const owner = await findAccount(db, { email });
  const place = await findPlace(db, client, owner?.userId);
  await consumeRequestQuota(db, client, { accountKey, place });
  const [code, id, token] = [generateCode(), newId(), newToken()];
  const codeHash = hashCode(await request.keys('one-time codes'), { challengeId: id, code });
  const isStrangers = place.kind === 'stranger';
  const group = `network ${wideRateLimitNetwork(client.address)}`;
  const limiterKey = { group, member: accountKey, isKnown: !isStrangers };
  const challenge = { id, codeHash, token, email, accountKey, place };
  const receiver = await limiter.run(limiterKey, () =>
    db.transaction().execute(async (trx) => saveChallenge(trx, client, challenge)),
  );
  logEvent(client.log, receiver === undefined ? 'otp_muted' : 'otp_requested', {
    address: client.address,
    userId: receiver?.userId,
  });
  if (receiver === undefined) return { token, sms: undefined };
  const { cell: to, userId, firmId, challengedUserId } = receiver;
  const text =
    challengedUserId === null ? expiredInvitationSms : oneTimePasswordSms(code, request.host);
  return { token, sms: { to, text, userId, firmId, isStrangers } };
}

type NewChallenge = Requester & { id: string; codeHash: string; token: string; email: string };

/** Returns the receiver of the SMS. A muted request keeps the previous code in force. */
async function saveChallenge(
  trx: Trx,
  client: Client,
  { id, codeHash, token, email, accountKey, place }: NewChallenge,
): Promise<Receiver | undefined> {
  const { now } = client;
  const isMuted = await isSendLimitReached(trx, client, { accountKey, place });
  const receiver = await findReceiver(trx, { email, isMuted, now });
  const requester = { accountKey, requester: place.id };
  const live = await findLiveChallenge(trx, { ...requester, now });
  const challengeId =
    isMuted && live !== undefined
      ? live
      : await replaceChallenge(trx, {
          id,
          userId: receiver?.challengedUserId ?? null,
          ...requester,
          codeHash,
          now,
          expiresAt: new Date(now.getTime() + minutes(accountTimes.codeMinutes)),
        });
  await insertOtpToken(trx, { tokenHash: hashToken(token), challengeId });
  return receiver;
}

/** `challengedUserId` is null after an expired invitation: the SMS says so and holds no code. */
type Receiver = Account & { challengedUserId: string | null };

async function findReceiver(trx: Trx, of: { email: string; isMuted: boolean; now: Date }) {
  // The lock makes a concurrent change of the cell either visible here, or void this code.
  const account = await (of.isMuted ? findAccount : lockAccount)(trx, { email: of.email });
  if (of.isMuted || !account || !canReceiveCode(account, of.now)) return undefined;
  const isExpired = account.passwordHash === null && isFirstSignInExpired(account, of.now);
  return { ...account, challengedUserId: isExpired ? null : account.userId };
}

function canReceiveCode(account: Account, now: Date): boolean {
  return account.isActive && account.cell !== '' && opensByPassword(account, now);
}

const expiredInvitationSms =
  `Your invitation to Recoup has ended after ${firstSignInDays} days. ` +
  'Please ask your administrator for a new one.';

/** The last line lets a phone's browser fill in the code, in this origin only (WebOTP). */
function oneTimePasswordSms(code: string, host: string): string {
  return (
    `${code} is your Recoup one-time password. It works for ${accountTimes.codeMinutes} minutes. ` +
    `Do not share it with anyone, not even us.\n\n@${host} #${code}`
  );
}

type Requester = { accountKey: string; place: Place };

/**
 * Before a row is written. A known place has a limit of its own, which others in the network cannot
 * use up.
 */
async function consumeRequestQuota(db: Db, client: Client, { accountKey, place }: Requester) {
  const [network, wide] = [rateLimitNetwork(client.address), wideRateLimitNetwork(client.address)];
  const perNetwork = [
    { key: `otp-requests:${network}`, max: 300 },
    ...(wide === network ? [] : [{ key: `otp-requests:${wide}`, max: 1_200 }]),
  ];
  const perPlace = [{ key: `account:${accountKey}:otp-requests:${place.id}`, max: 300 }];
  for (const limit of place.kind === 'stranger' ? perNetwork : perPlace) {
    const waitMs = await consumeLimit(db, { ...limit, now: client.now, windowMs: minutes(15) });
    if (waitMs > 0) throw rateLimited(client, { waitMs, event: 'otp_limited' });
  }
}

/**
 * Further requests get the same answer but no SMS. Devices, networks and strangers have a daily
 * limit each, so that none can mute another; a burst of strangers leaves two thirds of theirs.
 * A request that an earlier limit rejects does not count against a later one.
 */
async function isSendLimitReached(trx: Trx, client: Client, { accountKey, place }: Requester) {
  const [isStranger, windowMs] = [place.kind === 'stranger', minutes(15)];
  const wide = isStranger ? wideRateLimitNetwork(client.address) : place.id;
  const limits = [
    { key: `minute:${place.id}`, max: 1, windowMs: seconds(accountTimes.resendSeconds) },
    { key: `quarter:${place.id}`, max: 3, windowMs },
    ...(isStranger ? [{ key: 'quarter:strangers', max: 4, windowMs }] : []),
    { key: `day:${wide}`, max: 6, windowMs: hours(24) },
    { key: `day:${place.kind}`, max: isStranger ? 12 : 6, windowMs: hours(24) },
  ];
  for (const limit of limits) {
    const key = `account:${accountKey}:otp-send:${limit.key}`;
    if ((await consumeLimit(trx, { ...limit, key, now: client.now })) > 0) return true;
  }
  return false;
}

/** Eight digits. */
function generateCode(): string {
  return String(randomInt(0, 100_000_000)).padStart(8, '0');
}

/**
 * Keyed with the server's secret: a plain hash of eight digits is searched in a second. Five
 * attempts and five minutes need no slow hash, which strangers could request (decision 0011).
 */
export function hashCode(
  key: Buffer,
  { challengeId, code }: { challengeId: string; code: string },
): string {
  return computeMac(key, challengeId, code).toString('base64url');
}

/** In constant time. Without a hash it takes the same steps and returns false. */
function verifyCode(
  key: Buffer,
  input: { challengeId: string; code: string; codeHash: string | undefined },
): boolean {
  const mac = computeMac(key, input.challengeId, input.code);
  const stored = Buffer.from(input.codeHash ?? '', 'base64url');
  // An earlier version wrote hashes of another length.
  const isEqual = timingSafeEqual(
    mac,
    stored.length === mac.length ? stored : Buffer.alloc(mac.length),
  );
  return isEqual && stored.length === mac.length;
}

function computeMac(key: Buffer, challengeId: string, code: string): Buffer {
  return createHmac('sha256', key).update(`${challengeId} ${code}`).digest();
}

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

async function issueResetToken(db: Db, { id, userId }: Challenge, now: Date) {
  if (userId === null) return undefined;
  return db.transaction().execute(async (trx) => {
    if ((await lockActiveUser(trx, userId)) === undefined) return undefined;
    if (!(await markChallengeUsed(trx, { id, now }))) return undefined;
    await deleteResetTokens(trx, userId);
    return { userId, token: await createSession(trx, { userId, kind: 'reset', now }) };
  });
}

/**
 * Sets a password with a reset token, which works once and starts no session. All sessions end.
 * Throws `not_found` for another user's id, `invalid_input` for a weak password,
 * `unauthenticated` for a used token.
 */
export async function resetPassword(
  db: Db,
  by: AuditContext & Client,
  { userId, newPassword }: { userId: string; newPassword: string },
): Promise<OwnerNotice> {
  const account = await getOwnAccount(db, by, userId);
  rejectWeakPassword(newPassword, { field: 'newPassword', person: account });
  const passwordHash = await hashPassword(newPassword, shareOfFirm(account.firmId, userId));
  await db.transaction().execute(async (trx) => {
    if ((await lockActiveUser(trx, userId)) === undefined) throw new AppError('unauthenticated');
    if (!(await deleteSession(trx, by.actor.sessionId))) throw new AppError('unauthenticated');
    await endSessions(trx, userId, { now: by.now });
    await savePassword(trx, by, { account, passwordHash, notice: 'passwordReset' });
  });
  const place = await findPlace(db, by, undefined);
  await clearFailures(db, by, { email: account.email, place });
  logEvent(by.log, 'password_reset', { address: by.address, userId });
  return notifyOwner(db, by, { account, notice: 'passwordReset' });
}
