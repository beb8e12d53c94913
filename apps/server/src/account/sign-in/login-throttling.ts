import { minutes, seconds } from '../../platform/core/clock.ts';
import type { Db } from '../../platform/database/connections.ts';
import {
  consumeLimit,
  deleteLimits,
  type FailureRule,
  findBlockedUntil,
  recordFailure,
  refundLimit,
} from '../../platform/security/rate-limits.repository.ts';
import { rateLimitNetwork, wideRateLimitNetwork } from '../../platform/security/client-address.ts';
import {
  comparePassword,
  shareOfFirm,
  hashingLimiter,
} from '../../platform/security/password-hashing.ts';
import type { Client, Place } from '../session/known-places.ts';
import { accountKeyOf } from './account-limits.service.ts';
import { rateLimited } from './rate-limited.ts';

/** After five failures at one place, waits of 5, 10, 20 … seconds up to a quarter of an hour. */
const perPlace: FailureRule = {
  from: 5,
  firstWaitMs: seconds(5),
  maxWaitMs: minutes(15),
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
const networkQuota = { max: 100, windowMs: minutes(15) };
const wideNetworkQuota = { max: 400, windowMs: minutes(15) };

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
    if (!isRight)
      for (const [key, rule] of rules) await recordFailure(db, { key, now: client.now, rule });
    return { isRight, consumed: quotas.map(({ key }) => key) };
  });
}

/** Ends an account's waits at the place where its owner has reset the password. */
export async function clearFailures(
  db: Db,
  client: Client,
  { email, place }: { email: string; place: Place },
): Promise<void> {
  await deleteLimits(db, [...failureRules(email, client, place).keys()]);
}

/** Counts a stranger's failure. */
export async function consumeNetworkQuota(db: Db, client: Client): Promise<void> {
  const quotas = networkQuotas(client, { kind: 'stranger' });
  await consumeQuotas(db, client, { quotas, blockers: [] });
}

export async function refundQuotas(db: Db, keys: readonly string[]): Promise<void> {
  for (const key of keys) await refundLimit(db, key);
}

type Quota = { key: string; max: number; windowMs: number };
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

/** All keys begin with the account's, so that an operator can clear them (`user-command.ts`). */
function failureRules(
  email: string,
  { address }: Client,
  { kind, id }: Place,
): Map<string, FailureRule> {
  const account = `account:${accountKeyOf(email)}:logon`;
  const rules = new Map([[`${account}:${id}`, perPlace]]);
  if (kind !== 'stranger') return rules;
  const wide = wideRateLimitNetwork(address);
  if (wide !== rateLimitNetwork(address)) rules.set(`${account}:wide ${wide}`, perWideNetwork);
  return rules.set(`${account}:strangers`, perAllStrangers);
}

/** Only for strangers: at a known place the account's own limits are enough. */
function networkQuotas({ address }: Client, { kind }: Pick<Place, 'kind'>): Quota[] {
  if (kind !== 'stranger') return [];
  const [network, wide] = [rateLimitNetwork(address), wideRateLimitNetwork(address)];
  return [
    { key: `network:${network}`, ...networkQuota },
    ...(wide === network ? [] : [{ key: `network:${wide}`, ...wideNetworkQuota }]),
  ];
}

function hashingShare({ email, place, member }: Attempt, { address }: Client) {
  if (member) return shareOfFirm(member.firmId, member.userId);
  const account = accountKeyOf(email);
  const isKnown = place.kind !== 'stranger';
  return {
    group: isKnown ? `account ${account} ${place.id}` : `network ${wideRateLimitNetwork(address)}`,
    member: account,
    isKnown,
  };
}
