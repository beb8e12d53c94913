import { secondFactorRules } from '@recoup/contract/second-factor/endpoints';
import { hours, minutes, seconds } from '../../platform/core/clock.ts';
import { rateLimitNetwork, wideRateLimitNetwork } from '../../platform/security/client-address.ts';
import type { FailureRule } from '../../platform/security/rate-limits.repository.ts';
import type { Client, Place } from '../session/known-places.service.ts';
import { hashAccountEmail } from './account-limits.service.ts';

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
const windowMs = minutes(15);

export type Quota = { key: string; max: number; windowMs: number };

/** All keys begin with the account's, so that an operator can clear them (`user-command.ts`). */
export function failureRules(
  email: string,
  { address }: Client,
  { kind, id }: Place,
): Map<string, FailureRule> {
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

export function factorQuotas(email: string, { kind, id }: Place): Quota[] {
  const places = kind === 'stranger' ? 'strangers' : id;
  const key = `account:${hashAccountEmail(email)}:factor:${places}`;
  return [{ key, max: factorTriesPerDay, windowMs: hours(24) }];
}

/** Counted by place too: one who steals a challenge does not end it for its owner. */
export function challengeQuota(email: string, { id }: Place, challenge: Buffer): Quota {
  const name = challenge.toString('base64url');
  const key = `account:${hashAccountEmail(email)}:challenge:${name}:${id}`;
  return { key, max: 5, windowMs: minutes(secondFactorRules.challengeMinutes) };
}

/** Only for strangers: at a known place the account's own limits are enough. */
export function networkQuotas({ address }: Client, { kind }: Pick<Place, 'kind'>): Quota[] {
  if (kind !== 'stranger') return [];
  const [network, wide] = [rateLimitNetwork(address), wideRateLimitNetwork(address)];
  return [
    { key: `network:${network}`, max: 100, windowMs },
    ...(wide === network ? [] : [{ key: `network:${wide}`, max: 400, windowMs }]),
  ];
}
