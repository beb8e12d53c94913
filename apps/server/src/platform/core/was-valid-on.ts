import { findValidOn } from '@recoup/contract/call-fees/schedules';
import { hours } from './clock.ts';

/** How long a device without a network may keep an entry at the price that it showed (ms). */
const maxAgeMs = hours(31 * 24);

type Known = { _id: string; validFrom: string; createdAt: string; replacedAt: string | null };

/**
 * Whether a schedule or a unit price was that of the day at some time in the last 31 days: at the
 * moment 31 days ago, or at a change since.
 */
export function wasValidOn(
  items: readonly Known[],
  { id, day, now }: { id: string; day: string; now: Date },
): boolean {
  const start = new Date(now.getTime() - maxAgeMs).toISOString();
  const changes = items.flatMap(({ createdAt, replacedAt }) => [createdAt, replacedAt ?? start]);
  const moments = new Set([start, ...changes.filter((at) => at > start)]);
  return [...moments].some((at) => {
    const live = items.filter(
      ({ createdAt, replacedAt }) => createdAt <= at && (replacedAt === null || replacedAt > at),
    );
    return findValidOn(live, day)?._id === id;
  });
}
