import type { FirmScope } from '../platform/core/actor.ts';
import type { Db, Trx } from '../platform/database/connections.ts';
import { maxLiveSchedules } from './call-fees.service.ts';
import {
  listAttorneysAbove,
  insertSchedules,
  type NewSchedule,
  schedulesAtOnce,
  supersedeMany,
} from './fee-changes.repository.ts';

export {
  listBandsBySchedule,
  listChangedSince,
  listSchedulesOfChange,
  lockFeesForPricing,
  lockFeesOfFirm,
  takeSchedulesBack,
} from './fee-changes.repository.ts';

/** The attorneys who would have too many schedules with so many more. */
export async function listAttorneysWithoutRoom(
  db: Db,
  firm: FirmScope,
  added: ReadonlyMap<string, number>,
): Promise<string[]> {
  return listAttorneysAbove(db, firm, { added, limit: maxLiveSchedules });
}

/**
 * Saves the schedules of a change; those of the same day are superseded. The caller has locked fees
 * and attorneys, and has checked that the attorneys may have so many.
 */
export async function addSchedules(
  trx: Trx,
  firm: FirmScope,
  of: { schedules: readonly Required<NewSchedule>[]; actorId: string; now: Date },
): Promise<void> {
  for (let at = 0; at < of.schedules.length; at += schedulesAtOnce) {
    const some = { ...of, schedules: of.schedules.slice(at, at + schedulesAtOnce) };
    await supersedeMany(trx, firm, some);
    await insertSchedules(trx, firm, some);
  }
}
