import { compareCodes } from '@recoup/contract/core/code-order';
import { hours } from './clock.ts';

/** How long a device without a network may keep an entry at the price that it showed (ms). */
const maxAgeMs = hours(31 * 24);

type Known = { _id: string; validFrom: string; createdAt: string; replacedAt: string | null };

/** Whether a schedule or a unit price was that of the day at some time in the last 31 days. */
export function wasValidOn(
  items: readonly Known[],
  { id, day, now }: { id: string; day: string; now: Date },
): boolean {
  const shown = items.find(({ _id }) => _id === id);
  if (!shown) return false;
  const start = new Date(now.getTime() - maxAgeMs).toISOString();
  let from = shown.createdAt > start ? shown.createdAt : start;
  const others = items.filter((item) => comesBefore(item, shown, day));
  for (const other of others.toSorted((a, b) => compareCodes(a.createdAt, b.createdAt))) {
    if (other.createdAt > from) break;
    if (other.replacedAt === null) return false;
    if (other.replacedAt > from) from = other.replacedAt;
  }
  return shown.replacedAt === null || from < shown.replacedAt;
}

/** Whether the other one is that of the day while both are there. */
function comesBefore(other: Known, shown: Known, day: string): boolean {
  if (shown.validFrom > day) return other.validFrom < shown.validFrom;
  return other.validFrom > shown.validFrom && other.validFrom <= day;
}
