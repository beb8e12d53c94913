import { createHash } from 'node:crypto';
import { minutes, seconds } from '../platform/clock.ts';
import type { Db } from '../platform/db.ts';
import { AppError } from '../platform/errors.ts';
import { countFailure, deleteLimits, type FailureRule, findWait, giveBack, take } from '../platform/limits.repository.ts';
import { networkOf, wideNetworkOf } from '../platform/network.ts';
import { isPassword } from '../platform/password.ts';
import { type EventLog, logEventSeldom } from '../platform/security-events.ts';

/** Who tries, from where and when. */
export type Asker = { readonly address: string; readonly now: Date; readonly log: EventLog };

/** From one network: a handful, then waits of 5, 10, 20 … seconds up to a quarter of an hour. */
const fromOneNetwork: FailureRule = { from: 5, firstWaitMs: seconds(5), longestWaitMs: minutes(15), windowMs: minutes(15) };
/** From everywhere: short waits only, so that nobody can lock somebody else out by guessing at the account. */
const fromEverywhere: FailureRule = { from: 10, firstWaitMs: seconds(1), longestWaitMs: seconds(30), windowMs: minutes(15) };
/** Failures of one network at all accounts, sign-ins and codes together. */
const ofNetwork = { max: 100, windowMs: minutes(15) };

/** The same for known and unknown e-mails: what is counted says nothing of who has an account. */
export function accountKeyOf(email: string): string {
  return createHash('sha256').update(email.toLowerCase()).digest('base64url');
}

/**
 * Whether the password is right; what is wrong is counted. Without a hash it costs and counts as much. One that is right was counted
 * against the network ahead: it wants `giveBackToNetwork` or `openSessionIfUnchanged`, which need no lane.
 * @throws AppError `too_many_requests`
 */
export async function tryPassword(
  db: Db,
  asker: Asker,
  given: { email: string; password: string; passwordHash: string | null | undefined },
): Promise<boolean> {
  const keys = keysOf(given.email, asker.address);
  // Who is refused anyway must not stand in the queue for a lane, where others wait as well.
  const waitMs = await findWait(db, { key: networkKey(asker), now: asker.now, max: ofNetwork.max, waits: Object.values(keys) });
  if (waitMs > 0) throw tooMany(asker, { waitMs, event: 'logon_limited' });
  const share = { group: `network ${wideNetworkOf(asker.address)}`, member: accountKeyOf(given.email), isKnown: false };
  return isPassword(given.password, given.passwordHash, {
    share,
    async begin() {
      await takeOfNetwork(db, asker, Object.values(keys));
    },
    async end(isRight) {
      if (isRight) return;
      await countFailure(db, { key: keys.near, now: asker.now, rule: fromOneNetwork });
      await countFailure(db, { key: keys.anywhere, now: asker.now, rule: fromEverywhere });
    },
  });
}

/** Ends the waits of somebody who has proved by another way to be the one. */
export async function forgetFailures(db: Db, of: { email: string; address: string }): Promise<void> {
  await deleteLimits(db, Object.values(keysOf(of.email, of.address)));
}

/** Counts ahead against the network, unless one of `waits` is not over; `giveBackToNetwork` when it turns out right. */
export async function takeOfNetwork(db: Db, asker: Asker, waits: readonly string[] = []): Promise<void> {
  const waitMs = await take(db, { key: networkKey(asker), now: asker.now, ...ofNetwork, waits });
  if (waitMs > 0) throw tooMany(asker, { waitMs, event: 'logon_limited' });
}

export async function giveBackToNetwork(db: Db, asker: Asker): Promise<void> {
  await giveBack(db, networkKey(asker));
}

export function tooMany({ log, address }: Asker, of: { waitMs: number; event: 'logon_limited' | 'otp_limited' }): AppError {
  const retryAfterSeconds = Math.max(1, Math.ceil(of.waitMs / 1000));
  logEventSeldom(log, of.event, { address, retryAfterSeconds });
  const wait = retryAfterSeconds < 120 ? `${retryAfterSeconds} seconds` : `${Math.ceil(retryAfterSeconds / 60)} minutes`;
  return new AppError('too_many_requests', { message: `Too many attempts. Please try again in ${wait}.`, retryAfterSeconds });
}

function keysOf(email: string, address: string): { near: string; anywhere: string } {
  const key = accountKeyOf(email);
  return { near: `logon:${key}:${networkOf(address)}`, anywhere: `logon:${key}` };
}

/** What an attempt is counted by until it turns out right. */
export function networkKey({ address }: Asker): string {
  return `network:${networkOf(address)}`;
}
