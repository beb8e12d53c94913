import { AppError } from '../../platform/core/app-error.ts';
import type { Db, Trx } from '../../platform/database/connections.ts';
import {
  consumeLimit,
  deleteLimits,
  findBlockedUntil,
  longestWaitMs,
  recordFailure,
  refundLimit,
  type FailureRule,
  deleteLimitsWithPrefix,
} from '../../platform/security/rate-limits.repository.ts';
import { wideRateLimitNetwork, rateLimitNetwork } from '../../platform/security/client-address.ts';
import {
  comparePassword,
  shareOfFirm,
  hashingLimiter,
} from '../../platform/security/password-hashing.ts';
import type { Client, Place } from '../session/known-places.service.ts';
import { logEventThrottled } from '../../platform/security/security-log.ts';
import { secondFactorRules } from '@recoup/contract/second-factor/endpoints';
import { hours, minutes, seconds } from '../../platform/core/clock.ts';
import { createHash } from 'node:crypto';
import { smsLimitKeys, strangersKey } from '../../sms/sms.service.ts';

type Attempt = {
  email: string;
  password: string;
  passwordHash: string | null | undefined;
  place: Place;
  /** A signed-in user queues in the share of the firm. */
  member?: { firmId: string | null; userId: string };
};

/**
 * Returns whether the password is right, and the network quotas that the attempt has consumed. The
 * caller refunds them when it was. A password without a hash takes as long and counts as a failure.
 * Throws `too_many_requests`.
 */
export async function verifyPasswordThrottled(
  db: Db,
  client: Client,
  attempt: Attempt,
): Promise<{ isRight: boolean; consumed: string[] }> {
  const { email, password, passwordHash, place } = attempt;
  const rules = failureRules(email, client, place);
  const quotas = networkQuotas(client, place);
  const blockers = [...rules.keys()];
  // A blocked client must not take a place in the hashing queue.
  await assertNotBlocked(db, client, { quotas, blockers });
  return hashingLimiter.run(hashingShare(attempt, client), async () => {
    // While the lane is held, so that parallel attempts cannot outrun their counters.
    if (quotas.length === 0) await assertNotBlocked(db, client, { quotas, blockers });
    await consumeQuotas(db, client, { quotas, blockers });
    const isRight = await comparePassword(password, passwordHash);
    if (!isRight) await recordFailures(db, client, { email, place });
    return { isRight, consumed: quotas.map(({ key }) => key) };
  });
}

type Whose = { email: string; place: Place };

/**
 * Counts a try of a second factor before it is compared, so that parallel ones cannot outrun their
 * counters. Returns the keys to refund when it was right.
 * Throws `too_many_requests`, `challenge_ended` after five tries of one challenge.
 */
export async function countFactorTry(
  db: Db,
  client: Client,
  { email, place, challenge }: Whose & { challenge: Buffer },
): Promise<string[]> {
  const blockers = [...failureRules(email, client, place).keys()];
  const quotas = [...factorQuotas(email, place), ...networkQuotas(client, place)];
  await consumeQuotas(db, client, { quotas, blockers });
  const ofChallenge = challengeQuota(email, place, challenge);
  if ((await consumeLimit(db, { ...ofChallenge, now: client.now })) > 0)
    throw new AppError('challenge_ended');
  return quotas.map(({ key }) => key);
}

/** A wrong password or second factor, at this place. */
export async function recordFailures(db: Db, client: Client, { email, place }: Whose) {
  for (const [key, rule] of failureRules(email, client, place))
    await recordFailure(db, { key, now: client.now, rule });
}

/**
 * Ends an account's waits at the place where its owner has reset the password, and the tries of a
 * second factor there: those came from one who knew the earlier password.
 */
export async function clearFailures(db: Db, client: Client, whose: Whose): Promise<void> {
  const { email, place } = whose;
  await deleteLimits(db, [
    ...failureRules(email, client, place).keys(),
    ...factorQuotas(email, place).map(({ key }) => key),
  ]);
}

/** Counts a stranger's failure. */
export async function consumeNetworkQuota(db: Db, client: Client): Promise<void> {
  const quotas = networkQuotas(client, { kind: 'stranger' });
  await consumeQuotas(db, client, { quotas, blockers: [] });
}

export async function refundQuotas(db: Db, keys: readonly string[]): Promise<void> {
  for (const key of keys) await refundLimit(db, key);
}

type Limits = { quotas: readonly Quota[]; blockers: readonly string[] };

const noQuota: Quota = { key: '', max: 1, windowMs: 0 };

async function assertNotBlocked(db: Db, client: Client, limits: Limits): Promise<void> {
  const { quotas, blockers } = limits;
  const { now } = client;
  rejectWait(client, await findBlockedUntil(db, { ...noQuota, now, waits: blockers }));
  for (const quota of quotas)
    rejectWait(client, await findBlockedUntil(db, { ...quota, now, waits: [] }));
}

async function consumeQuotas(db: Db, client: Client, limits: Limits): Promise<void> {
  for (const quota of limits.quotas)
    rejectWait(
      client,
      await consumeLimit(db, { ...quota, now: client.now, waits: limits.blockers }),
    );
}

function rejectWait(client: Client, waitMs: number): void {
  if (waitMs > 0) throw rateLimited(client, { waitMs, event: 'logon_limited' });
}

function hashingShare({ email, place, member }: Attempt, { address }: Client) {
  if (member) return shareOfFirm(member.firmId, member.userId);
  const account = hashAccountEmail(email);
  const isKnown = place.kind !== 'stranger';
  return {
    group: isKnown ? `account ${account} ${place.id}` : `network ${wideRateLimitNetwork(address)}`,
    member: account,
    isKnown,
  };
}

export function rateLimited(
  { log, address }: Client,
  limit: { waitMs: number; event: 'logon_limited' | 'otp_limited' },
): AppError {
  const retryAfterSeconds = Math.max(1, Math.ceil(limit.waitMs / 1000));
  logEventThrottled(log, limit.event, { address, retryAfterSeconds });
  const wait =
    retryAfterSeconds < 120
      ? `${retryAfterSeconds} seconds`
      : `${Math.ceil(retryAfterSeconds / 60)} minutes`;
  return new AppError('too_many_requests', {
    message: `Too many attempts. Please try again in ${wait}.`,
    retryAfterSeconds,
  });
}

/** After five failures at one place, waits of 5, 10, 20 … seconds up to a quarter of an hour. */
const perPlace: FailureRule = {
  from: 5,
  firstWaitMs: seconds(5),
  maxWaitMs: longestWaitMs,
  windowMs: minutes(15),
};
/** One customer can have a whole IPv6 /48, but one of its /64 alone does not reach this limit. */
const perWideNetwork: FailureRule = { ...perPlace, from: 20 };
/** Short waits only, and none within reach of one /48. The owner's own places do not count. */
const perAllStrangers: FailureRule = {
  from: 30,
  firstWaitMs: seconds(1),
  maxWaitMs: seconds(30),
  windowMs: minutes(15),
};
/** A network's failures as a stranger at all accounts, sign-ins and codes together. */
const windowMs = minutes(15);

type Quota = { key: string; max: number; windowMs: number };

/** All keys begin with the account's, so that an operator can clear them. */
function failureRules(email: string, { address }: Client, { kind, id }: Place) {
  const account = `account:${hashAccountEmail(email)}:logon`;
  const rules = new Map([[`${account}:${id}`, perPlace]]);
  if (kind !== 'stranger') return rules;
  const wide = wideRateLimitNetwork(address);
  if (wide !== rateLimitNetwork(address)) rules.set(`${account}:wide ${wide}`, perWideNetwork);
  return rules.set(`${account}:strangers`, perAllStrangers);
}

/**
 * Guesses of a second factor in 24 hours: in all unknown places together, and in each known one,
 * where the owner has a share that no stranger can use up (decision 67).
 */
export const factorTriesPerDay = 50;

function factorQuotas(email: string, { kind, id }: Place): Quota[] {
  const places = kind === 'stranger' ? 'strangers' : id;
  const key = `account:${hashAccountEmail(email)}:factor:${places}`;
  return [{ key, max: factorTriesPerDay, windowMs: hours(24) }];
}

/** Counted by place too: one who steals a challenge does not end it for its owner. */
function challengeQuota(email: string, { id }: Place, challenge: Buffer): Quota {
  const name = challenge.toString('base64url');
  const key = `account:${hashAccountEmail(email)}:challenge:${name}:${id}`;
  return { key, max: 5, windowMs: minutes(secondFactorRules.challengeMinutes) };
}

/** Only for strangers: at a known place the account's own limits are enough. */
function networkQuotas({ address }: Client, { kind }: Pick<Place, 'kind'>): Quota[] {
  if (kind !== 'stranger') return [];
  const [network, wide] = [rateLimitNetwork(address), wideRateLimitNetwork(address)];
  return [
    { key: `network:${network}`, max: 100, windowMs },
    ...(wide === network ? [] : [{ key: `network:${wide}`, max: 400, windowMs }]),
  ];
}

/** Unknown emails have a key too, so that the limits do not reveal who has an account. */
export function hashAccountEmail(email: string): string {
  return createHash('sha256').update(email.toLowerCase()).digest('base64url');
}

type Owner = { email: string; cell: string; userId: string; firmId: string | null };

/**
 * Lets an account receive codes again. With `all`, for operators, it also clears failed sign-ins,
 * codes and the firm's SMS. Limits of networks and of all firms together stay.
 */
export async function resetAccountLimits(
  trx: Trx,
  { email, cell: to, userId, firmId }: Owner,
  scope: 'codes' | 'all',
): Promise<void> {
  const suffix = scope === 'all' ? '' : 'otp-send:';
  await deleteLimitsWithPrefix(trx, `account:${hashAccountEmail(email)}:${suffix}`);
  const { firm, ...own } = smsLimitKeys({ to, userId, firmId });
  const keys = [...Object.values(own), ...(scope === 'all' ? [firm] : [])];
  await deleteLimits(
    trx,
    keys.flatMap((key) => [key, strangersKey(key)]),
  );
}
