import { accountTimes } from '@recoup/contract/account.rules';
import { newId } from '@recoup/contract/ids';
import { texts } from '@recoup/contract/texts';
import { hours, minutes, seconds } from '../platform/clock.ts';
import type { Db, Trx } from '../platform/db.ts';
import { AppError } from '../platform/errors.ts';
import { giveBack, take } from '../platform/limits.repository.ts';
import { networkOf, wideNetworkOf } from '../platform/network.ts';
import type { SecretKeys } from '../platform/secret-key.ts';
import { logEvent } from '../platform/security-events.ts';
import type { Sms } from '../platform/sms-gateway.ts';
import { deleteGrants, findPerson, holdPerson, lockActiveUser, type Person } from './account.repository.ts';
import { accountKeyOf, type Asker, giveBackToNetwork, takeOfNetwork, tooMany } from './attempts.ts';
import { hashCode, isCode, newCode } from './one-time-codes.ts';
import {
  type Challenge,
  countTry,
  findChallenge,
  findLiveChallenge,
  insertOtpToken,
  replaceChallenge,
  useChallenge,
} from './otp.repository.ts';
import { hashToken, newToken, openSession } from './sessions.ts';

const triesOfCode = 5;
/** product.md: five tries for the account across all its codes; a day's limit keeps the odds below 20 in 100 million. */
const triesOfAccount = { max: triesOfCode, windowMs: minutes(15) };
const triesOfDay = { max: 20, windowMs: hours(24) };
/** More than these answer the same and send nothing. */
const sends = [
  { name: 'minute', max: 1, windowMs: seconds(accountTimes.resendSeconds) },
  { name: 'quarter', max: 3, windowMs: minutes(15) },
  { name: 'day', max: 6, windowMs: hours(24) },
] as const;

/**
 * A token for the code of an e-mail, and the SMS to send once the answer has left. Known, unknown, blocked, without a cell
 * and asked for too often take the same steps.
 */
export async function requestOtp(
  db: Db,
  asker: Asker,
  request: { email: string; host: string; keys: SecretKeys },
): Promise<{ token: string; sms: Sms | undefined }> {
  await takeRequest(db, asker);
  const [code, id] = [newCode(), newId()];
  const codeHash = hashCode(await request.keys('one-time codes'), { challengeId: id, code });
  const token = newToken();
  const { now } = asker;
  const accountKey = accountKeyOf(request.email);
  const receiver = await db.transaction().execute(async (trx) => {
    const isMuted = await isSentEnough(trx, accountKey, now);
    // Held where a code is sent: a cell that an administrator changes at this moment is read after the change, or the code is voided by it.
    const person = await (isMuted ? findPerson : holdPerson)(trx, { email: request.email });
    const receiving = !isMuted && person !== undefined && canReceive(person) ? person : undefined;
    const live = await findLiveChallenge(trx, { accountKey, now });
    const fresh = { id, userId: receiving?.userId ?? null, accountKey, codeHash, now, expiresAt: new Date(now.getTime() + lifeOfCode) };
    const challengeId = isMuted && live !== undefined ? live : await replaceChallenge(trx, fresh);
    await insertOtpToken(trx, { tokenHash: hashToken(token), challengeId });
    return receiving;
  });
  logEvent(asker.log, receiver === undefined ? 'otp_muted' : 'otp_requested', { address: asker.address, userId: receiver?.userId });
  return { token, sms: receiver === undefined ? undefined : { to: receiver.cell, text: smsText(code, request.host) } };
}

/**
 * Exchanges a code for a token that sets one new password. A try is counted before it is compared.
 * @throws AppError `invalid_input` for a code that is wrong, old, used or voided, `too_many_requests`
 */
export async function verifyOtp(
  db: Db,
  asker: Asker,
  given: { otp: string; token: string; keys: SecretKeys },
): Promise<{ userId: string; token: string }> {
  const { address, log, now } = asker;
  await takeOfNetwork(db, asker);
  const challenge = await findChallenge(db, hashToken(given.token));
  const isOpen = challenge !== undefined && (await reserveTry(db, asker, challenge));
  const key = await given.keys('one-time codes');
  const isRight = isCode(key, { challengeId: challenge?.id ?? '', code: given.otp, codeHash: isOpen ? challenge.codeHash : undefined });
  const grant = isRight && challenge !== undefined ? await grantReset(db, challenge, now) : undefined;
  if (challenge === undefined || grant === undefined) {
    logEvent(log, 'otp_failed', { address, userId: challenge?.userId ?? undefined });
    throw new AppError('invalid_input', { message: texts.otpRequired, fields: { otp: texts.otpRequired } });
  }
  await giveBackToNetwork(db, asker);
  for (const limit of limitsOf(challenge.accountKey)) await giveBack(db, limit.key);
  logEvent(log, 'otp_accepted', { address, userId: grant.userId });
  return grant;
}

/** Before anything else: a flood of requests costs a counter, and says nothing of any account. */
async function takeRequest(db: Db, asker: Asker): Promise<void> {
  const [near, wide] = [networkOf(asker.address), wideNetworkOf(asker.address)];
  const limits = [{ key: `otp-requests:${near}`, max: 300 }, ...(wide === near ? [] : [{ key: `otp-requests:${wide}`, max: 1_200 }])];
  for (const limit of limits) {
    const waitMs = await take(db, { ...limit, now: asker.now, windowMs: minutes(15) });
    if (waitMs > 0) throw tooMany(asker, { waitMs, event: 'otp_limited' });
  }
}

const lifeOfCode = minutes(accountTimes.codeMinutes);

/** In one order, so that what is refused by the first is not counted by the next. */
async function isSentEnough(trx: Trx, accountKey: string, now: Date): Promise<boolean> {
  for (const { name, ...limit } of sends) {
    if ((await take(trx, { key: `otp-send:${name}:${accountKey}`, now, ...limit })) > 0) return true;
  }
  return false;
}

function canReceive({ isActive, cell }: Person): boolean {
  return isActive && cell !== '';
}

function limitsOf(accountKey: string) {
  return [
    { key: `otp:${accountKey}`, ...triesOfAccount },
    { key: `otp-day:${accountKey}`, ...triesOfDay },
  ];
}

async function reserveTry(db: Db, asker: Asker, challenge: { id: string; accountKey: string }): Promise<boolean> {
  for (const limit of limitsOf(challenge.accountKey)) {
    const waitMs = await take(db, { ...limit, now: asker.now });
    if (waitMs > 0) throw tooMany(asker, { waitMs, event: 'otp_limited' });
  }
  return countTry(db, { id: challenge.id, now: asker.now, max: triesOfCode });
}

/** One grant for one code, to somebody who is active at this moment. */
async function grantReset(db: Db, { id, userId }: Challenge, now: Date): Promise<{ userId: string; token: string } | undefined> {
  if (userId === null) return undefined;
  return db.transaction().execute(async (trx) => {
    if ((await lockActiveUser(trx, userId)) === undefined) return undefined;
    if (!(await useChallenge(trx, { id, now }))) return undefined;
    await deleteGrants(trx, userId);
    return { userId, token: await openSession(trx, { userId, kind: 'reset', now }) };
  });
}

/** The last line lets a phone's browser fill the code in, and in this origin alone (WebOTP). */
function smsText(code: string, host: string): string {
  return `${code} is your Recoup one-time password. It works for ${accountTimes.codeMinutes} minutes. Give it to nobody, not even to us.\n\n@${host} #${code}`;
}
