import { accountKeyOf } from './account-limits.service.ts';
import { minutes, seconds } from '../../platform/core/clock.ts';
import type { Db } from '../../platform/database/connections.ts';
import { AppError } from '../../platform/core/app-error.ts';
import {
  recordFailure,
  deleteLimits,
  type FailureRule,
  findBlockedUntil,
  refundLimit,
  consumeLimit,
} from '../../platform/security/rate-limits.repository.ts';
import { rateLimitNetwork, wideRateLimitNetwork } from '../../platform/security/client-address.ts';
import { verifyPassword, shareOfFirm } from '../../platform/security/password-hashing.ts';
import { logEventThrottled } from '../../platform/security/security-log.ts';
import type { Client, Place } from '../session/known-places.ts';

/** At one place: a handful, then waits of 5, 10, 20 … seconds up to a quarter of an hour. */
const atOnePlace: FailureRule = {
  from: 5,
  firstWaitMs: seconds(5),
  longestWaitMs: minutes(15),
  windowMs: minutes(15),
};
/** From all networks of one IPv6 /48, which one customer can have. One of its /64 alone does not reach it. */
const fromWideNetwork: FailureRule = { ...atOnePlace, from: 20 };
/** From all strangers: short waits only, and none for what one /48 can do. The owner's own places have no part in it. */
const fromStrangers: FailureRule = {
  from: 30,
  firstWaitMs: seconds(1),
  longestWaitMs: seconds(30),
  windowMs: minutes(15),
};
/** Failures of strangers from one network at all accounts, sign-ins and codes together. */
const ofNetwork = { max: 100, windowMs: minutes(15) };
const ofWideNetwork = { max: 400, windowMs: minutes(15) };

type Try = {
  email: string;
  password: string;
  passwordHash: string | null | undefined;
  place: Place;
  /** Of a signed-in user, who takes the share of the firm. */
  member?: { firmId: string | null; userId: string };
};

/**
 * Whether the password is right; what is wrong is counted. Without a hash it costs and counts as much. One that is right was counted
 * against a stranger's network ahead: it wants `refundNetworkQuota` or `createSessionIfUnchanged`, which need no lane.
 * @throws AppError `too_many_requests`
 */
export async function verifyPasswordThrottled(db: Db, asker: Client, given: Try): Promise<boolean> {
  const rules = failureRules(given.email, asker, given.place);
  const waits = [...rules.keys()];
  const counted = networkQuotas(asker, given.place);
  const refuse = (waitMs: number): void => {
    if (waitMs > 0) throw rateLimited(asker, { waitMs, event: 'logon_limited' });
  };
  // Who is refused anyway must not stand in the queue for a lane, where others wait as well.
  const find = async () => {
    refuse(await findBlockedUntil(db, { key: '', max: 1, now: asker.now, waits }));
    for (const { key, max } of counted)
      refuse(await findBlockedUntil(db, { key, max, now: asker.now, waits: [] }));
  };
  await find();
  return verifyPassword(given.password, given.passwordHash, {
    share: hashingShare(given, asker),
    async begin() {
      if (counted.length === 0) await find();
      for (const limit of counted)
        refuse(await consumeLimit(db, { ...limit, now: asker.now, waits }));
    },
    async end(isRight) {
      if (isRight) return;
      for (const [key, rule] of rules) await recordFailure(db, { key, now: asker.now, rule });
    },
  });
}

/** Ends the waits of an account at the place from which its owner has just set a new password by a code. */
export async function clearFailures(
  db: Db,
  asker: Client,
  of: { email: string; place: Place },
): Promise<void> {
  await deleteLimits(db, [...failureRules(of.email, asker, of.place).keys()]);
}

/** Counts a failure of a stranger ahead; `refundNetworkQuota` when it turns out right. */
export async function consumeNetworkQuota(db: Db, asker: Client): Promise<void> {
  for (const limit of networkQuotas(asker, { kind: 'stranger' })) {
    const waitMs = await consumeLimit(db, { ...limit, now: asker.now });
    if (waitMs > 0) throw rateLimited(asker, { waitMs, event: 'logon_limited' });
  }
}

/** All that was counted ahead, where the password was right and no session opens. */
export async function refundAttempt(db: Db, asker: Client, place: Place): Promise<void> {
  for (const { key } of networkQuotas(asker, place)) await refundLimit(db, key);
}

/** What is left after the session, which gives the first one back itself (`networkQuotaKey`). */
export async function refundNetworkQuota(db: Db, asker: Client, place: Place): Promise<void> {
  for (const { key } of networkQuotas(asker, place).slice(1)) await refundLimit(db, key);
}

/** What a try is counted by until it turns out right; nothing at a place of the owner. */
export function networkQuotaKey(asker: Client, place: Place): string {
  return networkQuotas(asker, place)[0]?.key ?? '';
}

export function rateLimited(
  { log, address }: Client,
  of: { waitMs: number; event: 'logon_limited' | 'otp_limited' },
): AppError {
  const retryAfterSeconds = Math.max(1, Math.ceil(of.waitMs / 1000));
  logEventThrottled(log, of.event, { address, retryAfterSeconds });
  const wait =
    retryAfterSeconds < 120
      ? `${retryAfterSeconds} seconds`
      : `${Math.ceil(retryAfterSeconds / 60)} minutes`;
  return new AppError('too_many_requests', {
    message: `Too many attempts. Please try again in ${wait}.`,
    retryAfterSeconds,
  });
}

/** Which counters of the account a failure adds to. All begin with its key, so that they can be cleared (`user-command.ts`). */
function failureRules(
  email: string,
  { address }: Client,
  { kind, id }: Place,
): Map<string, FailureRule> {
  const account = `account:${accountKeyOf(email)}:logon`;
  const rules = new Map([[`${account}:${id}`, atOnePlace]]);
  if (kind !== 'stranger') return rules;
  const wide = wideRateLimitNetwork(address);
  if (wide !== rateLimitNetwork(address)) rules.set(`${account}:wide ${wide}`, fromWideNetwork);
  return rules.set(`${account}:strangers`, fromStrangers);
}

/** Strangers of one network have a limit over all accounts; at a known place the account's own limits are enough. */
function networkQuotas(
  { address }: Client,
  { kind }: Pick<Place, 'kind'>,
): { key: string; max: number; windowMs: number }[] {
  if (kind !== 'stranger') return [];
  const [near, wide] = [rateLimitNetwork(address), wideRateLimitNetwork(address)];
  return [
    { key: `network:${near}`, ...ofNetwork },
    ...(wide === near ? [] : [{ key: `network:${wide}`, ...ofWideNetwork }]),
  ];
}

function hashingShare({ email, place, member }: Try, { address }: Client) {
  if (member) return shareOfFirm(member.firmId, member.userId);
  const account = accountKeyOf(email);
  const isKnown = place.kind !== 'stranger';
  return {
    group: isKnown ? `account ${account} ${place.id}` : `network ${wideRateLimitNetwork(address)}`,
    member: account,
    isKnown,
  };
}
