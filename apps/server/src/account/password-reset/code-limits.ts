import { accountTimes } from '@recoup/contract/account/rules';
import { hours, minutes, seconds } from '../../platform/core/clock.ts';
import type { Db, Trx } from '../../platform/database/connections.ts';
import { rateLimitNetwork, wideRateLimitNetwork } from '../../platform/security/client-address.ts';
import { consumeLimit } from '../../platform/security/rate-limits.repository.ts';
import type { Client, Place } from '../session/known-places.service.ts';
import { rateLimited } from '../sign-in/rate-limited.ts';

export type Requester = { accountKey: string; place: Place };

/**
 * Before a row is written. A known place has a limit of its own, which others in the network cannot
 * use up.
 */
export async function consumeRequestQuota(
  db: Db,
  client: Client,
  { accountKey, place }: Requester,
): Promise<void> {
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
export async function isSendLimitReached(
  trx: Trx,
  client: Client,
  { accountKey, place }: Requester,
): Promise<boolean> {
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
