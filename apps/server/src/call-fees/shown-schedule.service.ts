import { findValidOn } from '@recoup/contract/call-fees/schedules';
import type { FirmScope } from '../platform/core/actor.ts';
import { hours } from '../platform/core/clock.ts';
import type { Db } from '../platform/database/connections.ts';
import { listPastSchedules, type ScheduleKey } from './call-fees.repository.ts';

/** How long a device without a network may keep an entry at the price that it showed (ms). */
const maxAgeMs = hours(31 * 24);

type Known = { _id: string; validFrom: string; createdAt: string; replacedAt: string | null };

/**
 * Whether a schedule priced the day at some time in the last 31 days, so that a device may have
 * shown its price. False also for a schedule of another attorney or type.
 */
export async function isKnownForDay(
  db: Db,
  firm: FirmScope,
  of: ScheduleKey & { scheduleId: string; day: string; now: Date },
): Promise<boolean> {
  return wasValidOn(await listPastSchedules(db, firm, of), of);
}

/** Looks at the moment 31 days ago and at each change of the schedules since. */
function wasValidOn(
  schedules: readonly Known[],
  { scheduleId, day, now }: { scheduleId: string; day: string; now: Date },
): boolean {
  const start = new Date(now.getTime() - maxAgeMs).toISOString();
  const changes = schedules.flatMap(({ createdAt, replacedAt }) => [
    createdAt,
    replacedAt ?? start,
  ]);
  const moments = new Set([start, ...changes.filter((at) => at > start)]);
  return [...moments].some((at) => {
    const live = schedules.filter(
      ({ createdAt, replacedAt }) => createdAt <= at && (replacedAt === null || replacedAt > at),
    );
    return findValidOn(live, day)?._id === scheduleId;
  });
}
