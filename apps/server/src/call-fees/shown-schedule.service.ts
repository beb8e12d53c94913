import type { FirmScope } from '../platform/core/actor.ts';
import { wasValidOn } from '../platform/core/was-valid-on.ts';
import type { Db } from '../platform/database/connections.ts';
import { findScheduleById, listPastSchedules, type ScheduleKey } from './call-fees.repository.ts';

/**
 * Whether a schedule priced the day at some time in the last 31 days, so that a device may have
 * shown its price. False also for a schedule of another attorney or type, and of a change that was
 * undone: no entry gets its price from one.
 */
export async function isKnownForDay(
  db: Db,
  firm: FirmScope,
  of: ScheduleKey & { scheduleId: string; day: string; now: Date },
): Promise<boolean> {
  const shown = await findScheduleById(db, firm, of.scheduleId);
  if (!shown || shown.isUndone) return false;
  const { attorneyId, disbursementTypeId } = shown;
  if (attorneyId !== of.attorneyId || disbursementTypeId !== of.disbursementTypeId) return false;
  return wasValidOn(await listPastSchedules(db, firm, of), { ...of, id: of.scheduleId });
}
