import { z } from 'zod';
import { feeRow, type FeeRow } from './endpoints.ts';
import { findValidOn } from './validity.ts';

/**
 * The call fees of an attorney for a type from a day on, until the next schedule begins. Without
 * rows there are no call fees from that day.
 */
export const feeSchedule = z
  .object({
    _id: z.string(),
    disbursementType: z.string(),
    validFrom: z.string(),
    callFees: z.array(feeRow),
  })
  .meta({ id: 'FeeSchedule' });
export type FeeSchedule = z.infer<typeof feeSchedule>;

/** The rows that price a call of that day; empty without call fees. */
export function callFeesOn(
  schedules: readonly FeeSchedule[],
  of: { disbursementType: string; day: string },
): FeeRow[] {
  const own = schedules.filter(({ disbursementType }) => disbursementType === of.disbursementType);
  return findValidOn(own, of.day)?.callFees ?? [];
}
