import { nextTime } from '@recoup/contract/hand-over/days';
import { type AllFirmsScope, createFirmScope } from '../../platform/core/actor.ts';
import { minutes } from '../../platform/core/clock.ts';
import { createPauses } from '../../platform/core/pauses.ts';
import type { Db } from '../../platform/database/connections.ts';
import { listFarHandOvers, replaceNextTime } from './hand-overs.repository.ts';

/**
 * Pulls hand-overs back whose next time was planned by a clock that was ahead. Returns how many
 * there were.
 */
export async function pullBackHandOvers(
  db: Db,
  everywhere: AllFirmsScope,
  { now, toleranceMs }: { now: Date; toleranceMs: number },
): Promise<number> {
  const pause = createPauses();
  let count = 0;
  for (const handOver of await listFarHandOvers(db, everywhere, { now, toleranceMs })) {
    await pause();
    const { firmId, id, nextAt: before } = handOver;
    const isRequested = before.getTime() % minutes(1) > 0;
    const latest = nextTime(handOver, new Date(now.getTime() + toleranceMs));
    if (!isRequested && before <= latest) continue;
    const nextAt = isRequested ? now : nextTime(handOver, now);
    const change = { id, before, nextAt, now };
    if (await replaceNextTime(db, createFirmScope(firmId), change)) count += 1;
  }
  return count;
}
