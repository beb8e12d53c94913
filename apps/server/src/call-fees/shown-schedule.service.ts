import type { FirmScope } from '../platform/core/actor.ts';
import { wasValidOn } from '../platform/core/was-valid-on.ts';
import type { Db } from '../platform/database/connections.ts';
import { listPastSchedules, type ScheduleKey } from './call-fees.repository.ts';

/**
 * Whether a schedule priced the day at some time in the last 31 days, so that a device may have
 * shown its price. False also for a schedule of another attorney or type.
 */
export async function isKnownForDay(
  db: Db,
  firm: FirmScope,
  of: ScheduleKey & { scheduleId: string; day: string; now: Date },
): Promise<boolean> {
  return wasValidOn(await listPastSchedules(db, firm, of), { ...of, id: of.scheduleId });
}
