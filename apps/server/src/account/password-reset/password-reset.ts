import { accountTimes, firstSignInDays } from '@recoup/contract/account/rules';
import { newId } from '@recoup/contract/core/ids';
import { texts } from '@recoup/contract/core/texts';
import { accountKeyOf } from '../sign-in/account-limits.service.ts';
import { hours, minutes, seconds } from '../../platform/core/clock.ts';
import type { Db, Trx } from '../../platform/database/connections.ts';
import { AppError } from '../../platform/core/app-error.ts';
import { createFairLine } from '../../platform/core/fair-line.ts';
import { refundLimit, consumeLimit } from '../../platform/security/rate-limits.repository.ts';
import { rateLimitNetwork, wideRateLimitNetwork } from '../../platform/security/client-address.ts';
import type { SecretKeys } from '../../platform/security/secret-key.ts';
import { logEvent } from '../../platform/security/security-log.ts';
import type { SmsToOwner } from '../../sms/sms.service.ts';
import {
  deleteResetTokens,
  findAccount,
  lockAccount,
  lockActiveUser,
  type Account,
} from '../session/sessions.repository.ts';
import { consumeNetworkQuota, rateLimited } from '../sign-in/login-throttling.ts';
import { isFirstSignInExpired } from '../account.service.ts';
import { hashCode, verifyCode, generateCode } from './one-time-codes.ts';
import {
  type Challenge,
  consumeChallengeAttempt,
  findChallenge,
  findLiveChallenge,
  insertOtpToken,
  replaceChallenge,
  markChallengeUsed,
} from './otp.repository.ts';
import { type Client, findPlace, type Place } from '../session/known-places.ts';
import { hashToken, newToken, createSession } from '../session/sessions.service.ts';

const maxAttemptsPerCode = 5;
/** product.md: five tries for the account across all its codes. Those that were requested elsewhere are not the owner's. */
const attemptsPerRequester = { max: maxAttemptsPerCode, windowMs: minutes(15) };
const day = hours(24);
/** Each holds a connection to the database; a flood of requests leaves the others to the rest. */
const enqueue = createFairLine({
  lanes: 2,
  longest: 200,
  refusal: () => new AppError('unavailable'),
});

/**
 * A token for the code of an e-mail, and the SMS to send once the answer has left. Known, unknown, blocked, without a cell
 * and asked for too often take the same steps.
 */
export async function requestOtp(
  db: Db,
  asker: Client,
  request: { email: string; host: string; keys: SecretKeys },
): Promise<{ token: string; sms: SmsToOwner | undefined }> {
  const accountKey = accountKeyOf(request.email);
  const owner = await findAccount(db, { email: request.email });
  const place = await findPlace(db, asker, owner?.userId);
  await consumeRequestQuota(db, asker, { accountKey, place });
  const share = {
    group: `network ${wideRateLimitNetwork(asker.address)}`,
    member: accountKey,
    isKnown: place.kind !== 'stranger',
  };
  const [code, id] = [generateCode(), newId()];
  const codeHash = hashCode(await request.keys('one-time codes'), { challengeId: id, code });
  const token = newToken();
  const { now } = asker;
  const decide = async (trx: Trx) => {
    const isMuted = await isSendLimitReached(trx, asker, { accountKey, place });
    const found = await findReceiver(trx, { email: request.email, isMuted, now });
    const requester = { accountKey, requester: place.id };
    const live = await findLiveChallenge(trx, { ...requester, now });
    const fresh = {
      id,
      userId: found?.openedFor ?? null,
      ...requester,
      codeHash,
      now,
      expiresAt: new Date(now.getTime() + codeLifetimeMs),
    };
    const challengeId = isMuted && live !== undefined ? live : await replaceChallenge(trx, fresh);
    await insertOtpToken(trx, { tokenHash: hashToken(token), challengeId });
    return found;
  };
  const receiver = await enqueue(share, () => db.transaction().execute(decide));
  logEvent(asker.log, receiver === undefined ? 'otp_muted' : 'otp_requested', {
    address: asker.address,
    userId: receiver?.userId,
  });
  if (receiver === undefined) return { token, sms: undefined };
  const { cell: to, userId, firmId } = receiver;
  const text = receiver.openedFor === null ? expiredInvitationText : smsText(code, request.host);
  return { token, sms: { to, text, userId, firmId, isStrangers: place.kind === 'stranger' } };
}

/**
 * Exchanges a code for a token that sets one new password. A try is counted before it is compared.
 * @throws AppError `invalid_input` for a code that is wrong, old, used or voided, `too_many_requests`
 */
export async function verifyOtp(
  db: Db,
  asker: Client,
  given: { otp: string; token: string; keys: SecretKeys },
): Promise<{ userId: string; token: string }> {
  const { address, log } = asker;
  const challenge = await findChallenge(db, hashToken(given.token));
  // Wrong codes count against the network, but a right one with a challenge is taken whatever others in the network have done.
  if (!challenge) await consumeNetworkQuota(db, asker);
  const grant = challenge ? await exchangeCode(db, asker, { challenge, ...given }) : undefined;
  if (!challenge || !grant) {
    logEvent(log, 'otp_failed', { address, userId: challenge?.userId ?? undefined });
    if (challenge) await consumeNetworkQuota(db, asker);
    throw new AppError('invalid_input', {
      message: texts.otpRequired,
      fields: { otp: texts.otpRequired },
    });
  }
  await refundLimit(db, attemptsKey(challenge));
  logEvent(log, 'otp_accepted', { address, userId: grant.userId });
  return grant;
}

type Given = { challenge: Challenge; otp: string; keys: SecretKeys };

async function exchangeCode(
  db: Db,
  asker: Client,
  { challenge, otp, keys }: Given,
): Promise<{ userId: string; token: string } | undefined> {
  const isOpen = await consumeAttempt(db, asker, challenge);
  const codeHash = isOpen ? challenge.codeHash : undefined;
  const isRight = verifyCode(await keys('one-time codes'), {
    challengeId: challenge.id,
    code: otp,
    codeHash,
  });
  return isRight ? issueResetToken(db, challenge, asker.now) : undefined;
}

type Requester = { accountKey: string; place: Place };

/** Before a row is written. At a place of the owner its own limit counts, so that others in the network cannot use it up. */
async function consumeRequestQuota(
  db: Db,
  asker: Client,
  { accountKey, place }: Requester,
): Promise<void> {
  const [near, wide] = [rateLimitNetwork(asker.address), wideRateLimitNetwork(asker.address)];
  const ofStranger = [
    { key: `otp-requests:${near}`, max: 300 },
    ...(wide === near ? [] : [{ key: `otp-requests:${wide}`, max: 1_200 }]),
  ];
  const ofOwner = [{ key: `account:${accountKey}:otp-requests:${place.id}`, max: 300 }];
  for (const limit of place.kind === 'stranger' ? ofStranger : ofOwner) {
    const waitMs = await consumeLimit(db, { ...limit, now: asker.now, windowMs: minutes(15) });
    if (waitMs > 0) throw rateLimited(asker, { waitMs, event: 'otp_limited' });
  }
}

const codeLifetimeMs = minutes(accountTimes.codeMinutes);

/**
 * More requests than these answer the same and send nothing. Each place has its minute and its quarter of an hour; the day is shared by the
 * owner's devices, by the networks where the owner signed in, and by strangers, so that none of these three can mute another. In one order,
 * so that what is refused by the first is not counted by the next. A burst of many networks leaves two thirds of the strangers' day for later.
 */
async function isSendLimitReached(
  trx: Trx,
  asker: Client,
  { accountKey, place }: Requester,
): Promise<boolean> {
  const wide = place.kind === 'stranger' ? wideRateLimitNetwork(asker.address) : place.id;
  const limits = [
    { key: `minute:${place.id}`, max: 1, windowMs: seconds(accountTimes.resendSeconds) },
    { key: `quarter:${place.id}`, max: 3, windowMs: minutes(15) },
    ...(place.kind === 'stranger'
      ? [{ key: 'quarter:strangers', max: 4, windowMs: minutes(15) }]
      : []),
    { key: `day:${wide}`, max: 6, windowMs: day },
    { key: `day:${place.kind}`, max: place.kind === 'stranger' ? 12 : 6, windowMs: day },
  ];
  for (const { key, ...limit } of limits) {
    if (
      (await consumeLimit(trx, {
        key: `account:${accountKey}:otp-send:${key}`,
        now: asker.now,
        ...limit,
      })) > 0
    )
      return true;
  }
  return false;
}

type Receiver = Account & { openedFor: string | null };

/** The receiver of the SMS; `openedFor` is null where the invitation has ended: the SMS says so, and the code opens nothing. */
async function findReceiver(
  trx: Trx,
  of: { email: string; isMuted: boolean; now: Date },
): Promise<Receiver | undefined> {
  // Held where a code is sent: a cell that an administrator changes at this moment is read after the change, or the code is voided by it.
  const person = await (of.isMuted ? findAccount : lockAccount)(trx, { email: of.email });
  if (of.isMuted || !person || !canReceiveCode(person)) return undefined;
  const isEnded = person.passwordHash === null && isFirstSignInExpired(person, of.now);
  return { ...person, openedFor: isEnded ? null : person.userId };
}

function canReceiveCode({ isActive, cell }: Account): boolean {
  return isActive && cell !== '';
}

function attemptsKey({ accountKey, requester }: Challenge): string {
  return `account:${accountKey}:otp:${requester}`;
}

async function consumeAttempt(db: Db, asker: Client, challenge: Challenge): Promise<boolean> {
  const waitMs = await consumeLimit(db, {
    key: attemptsKey(challenge),
    ...attemptsPerRequester,
    now: asker.now,
  });
  if (waitMs > 0) throw rateLimited(asker, { waitMs, event: 'otp_limited' });
  return consumeChallengeAttempt(db, { id: challenge.id, now: asker.now, max: maxAttemptsPerCode });
}

/** One grant for one code, to somebody who is active at this moment. */
async function issueResetToken(
  db: Db,
  { id, userId }: Challenge,
  now: Date,
): Promise<{ userId: string; token: string } | undefined> {
  if (userId === null) return undefined;
  return db.transaction().execute(async (trx) => {
    if ((await lockActiveUser(trx, userId)) === undefined) return undefined;
    if (!(await markChallengeUsed(trx, { id, now }))) return undefined;
    await deleteResetTokens(trx, userId);
    return { userId, token: await createSession(trx, { userId, kind: 'reset', now }) };
  });
}

const expiredInvitationText = `Your invitation to Recoup has ended after ${firstSignInDays} days. Please ask your administrator for a new one.`;

/** The last line lets a phone's browser fill the code in, and in this origin alone (WebOTP). */
function smsText(code: string, host: string): string {
  return `${code} is your Recoup one-time password. It works for ${accountTimes.codeMinutes} minutes. Give it to nobody, not even to us.\n\n@${host} #${code}`;
}
