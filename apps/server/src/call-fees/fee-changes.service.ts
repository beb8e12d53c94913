import type { FirmScope } from '../platform/core/actor.ts';
import type { Trx } from '../platform/database/connections.ts';
import { maxLiveSchedules } from './call-fees.service.ts';
import { listAttorneysAbove } from './fee-changes.repository.ts';
import {
  insertSchedules,
  type NewSchedule,
  supersedeMany,
} from './schedules-of-firm.repository.ts';

export {
  listBandsOf,
  listChangedSince,
  listSchedulesOfChange,
  lockFeesForPricing,
  lockFeesOfFirm,
  takeSchedulesBack,
} from './fee-changes.repository.ts';

/**
 * Saves the schedules of a change; those of the same day are superseded. Returns the attorneys who
 * have too many schedules then, so that the caller rejects. The caller has locked fees and
 * attorneys.
 */
export async function addSchedules(
  trx: Trx,
  firm: FirmScope,
  of: {
    schedules: readonly Required<NewSchedule>[];
    actorId: string;
    now: Date;
  },
): Promise<string[]> {
  await supersedeMany(trx, firm, of);
  await insertSchedules(trx, firm, of);
  const attorneyIds = [...new Set(of.schedules.map(({ attorneyId }) => attorneyId))];
  return listAttorneysAbove(trx, firm, { attorneyIds, limit: maxLiveSchedules });
}
