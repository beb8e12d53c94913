import { accountTimes, firstSignInDays } from '@recoup/contract/account/rules';
import { newId } from '@recoup/contract/core/ids';
import { minutes } from '../../platform/core/clock.ts';
import type { Db, Trx } from '../../platform/database/connections.ts';
import { createLimiter } from '../../platform/core/limiter.ts';
import { wideRateLimitNetwork } from '../../platform/security/client-address.ts';
import type { SecretKeys } from '../../platform/security/secret-key.ts';
import { logEvent } from '../../platform/security/security-log.ts';
import type { SmsToOwner } from '../../sms/sms.service.ts';
import { type Account, findAccount, lockAccount } from '../session/accounts.repository.ts';
import { type Client, findPlace } from '../session/known-places.service.ts';
import { hashToken, newToken } from '../session/sessions.service.ts';
import { hashAccountEmail } from '../sign-in/account-limits.service.ts';
import { isFirstSignInExpired } from '../sign-in/first-sign-in-expiry.ts';
import { consumeRequestQuota, isSendLimitReached, type Requester } from './code-limits.ts';
import { generateCode, hashCode } from './one-time-codes.ts';
import { findLiveChallenge, insertOtpToken, replaceChallenge } from './otp.repository.ts';

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

async function findReceiver(
  trx: Trx,
  of: { email: string; isMuted: boolean; now: Date },
): Promise<Receiver | undefined> {
  // The lock makes a concurrent change of the cell either visible here, or void this code.
  const account = await (of.isMuted ? findAccount : lockAccount)(trx, { email: of.email });
  if (of.isMuted || !account || !canReceiveCode(account)) return undefined;
  const isExpired = account.passwordHash === null && isFirstSignInExpired(account, of.now);
  return { ...account, challengedUserId: isExpired ? null : account.userId };
}

function canReceiveCode({ isActive, cell }: Account): boolean {
  return isActive && cell !== '';
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
