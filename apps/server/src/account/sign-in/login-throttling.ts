import { AppError } from '../../platform/core/app-error.ts';
import type { Db } from '../../platform/database/connections.ts';
import {
  consumeLimit,
  deleteLimits,
  findBlockedUntil,
  recordFailure,
  refundLimit,
} from '../../platform/security/rate-limits.repository.ts';
import { wideRateLimitNetwork } from '../../platform/security/client-address.ts';
import {
  comparePassword,
  shareOfFirm,
  hashingLimiter,
} from '../../platform/security/password-hashing.ts';
import type { Client, Place } from '../session/known-places.service.ts';
import { hashAccountEmail } from './account-limits.service.ts';
import {
  challengeQuota,
  factorQuotas,
  failureRules,
  networkQuotas,
  type Quota,
} from './failure-rules.ts';
import { rateLimited } from './rate-limited.ts';

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
export async function recordFailures(
  db: Db,
  client: Client,
  { email, place }: Whose,
): Promise<void> {
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

async function assertNotBlocked(db: Db, client: Client, limits: Limits): Promise<void> {
  const { quotas, blockers } = limits;
  const { now } = client;
  rejectWait(client, await findBlockedUntil(db, { key: '', max: 1, now, waits: blockers }));
  for (const { key, max } of quotas)
    rejectWait(client, await findBlockedUntil(db, { key, max, now, waits: [] }));
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
