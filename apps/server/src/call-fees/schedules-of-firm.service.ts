import type { CallFeeBand } from '@recoup/contract/call-fees/rules';
import type { FirmScope } from '../platform/core/actor.ts';
import type { Trx } from '../platform/database/connections.ts';
import type { Schedule, ScheduleKey } from './call-fees.repository.ts';
import { inOrder } from './call-fees.service.ts';
import { insertSchedules, schedulesAtOnce, supersedeMany } from './fee-changes.repository.ts';

export type ScheduleOfCell = Schedule & ScheduleKey;
export { listSchedulesOn, type ScheduleOnDay } from './fee-changes.repository.ts';

/** `isRemoval`: with the fees of the day before, which hold on without a schedule of the day. */
type Cells = readonly (ScheduleKey & {
  validFrom: string;
  bands: readonly CallFeeBand[];
  isRemoval: boolean;
})[];

/**
 * As `replaceCallFees` for many cells at once, each with other fees than those of its day and once
 * a day. The caller holds the locks of the attorneys' rows, and has checked the fee rows, the
 * assignments and the number of schedules.
 */
export async function replaceManyCallFees(
  trx: Trx,
  firm: FirmScope,
  { cells, actorId, now }: { cells: Cells; actorId: string; now: Date },
): Promise<void> {
  for (let at = 0; at < cells.length; at += schedulesAtOnce) {
    const some = cells.slice(at, at + schedulesAtOnce);
    const schedules = some.map((cell) => ({ ...cell, bands: inOrder(cell.bands) }));
    await supersedeMany(trx, firm, { schedules, now });
    const begun = schedules.filter(({ isRemoval }) => !isRemoval);
    await insertSchedules(trx, firm, { schedules: begun, actorId, now });
  }
}
