import { hours } from '../platform/core/clock.ts';
import type { Db } from '../platform/database/connections.ts';
import { placeLifetimeMs } from './session/known-places.repository.ts';

/** Deletes rows an hour after they expire, so that clock differences do not matter. */
export async function deleteExpired(db: Db, now: Date): Promise<void> {
  const past = new Date(now.getTime() - hours(1));
  await db.deleteFrom('sessions').where('expiresAt', '<', past).execute();
  await db.deleteFrom('otpChallenges').where('expiresAt', '<', past).execute();
  await db.deleteFrom('logonChallenges').where('expiresAt', '<', past).execute();
  await db
    .deleteFrom('knownPlaces')
    .where('seenAt', '<', new Date(now.getTime() - placeLifetimeMs))
    .execute();
  await db
    .deleteFrom('limits')
    .where('expiresAt', '<', past)
    .where((eb) => eb.or([eb('blockedUntil', 'is', null), eb('blockedUntil', '<', past)]))
    .execute();
}
