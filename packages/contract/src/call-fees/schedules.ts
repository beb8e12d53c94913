import { z } from 'zod';
import { feeRow, type FeeRow } from './endpoints.ts';

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

/**
 * What is valid on a day: the item with the greatest `validFrom` on or before it; before the first
 * item, the first (product-2.md, section 1).
 */
export function findValidOn<S extends { validFrom: string }>(
  items: readonly S[],
  day: string,
): S | undefined {
  const inOrder = items.toSorted((a, b) => (a.validFrom < b.validFrom ? -1 : 1));
  return inOrder.findLast(({ validFrom }) => validFrom <= day) ?? inOrder[0];
}

/**
 * Whether what is valid on a day also begins by then. Before the first item the first is valid; the
 * same from an earlier day is a change all the same, because another item can begin between them.
 */
export function holdsFrom(valid: { validFrom: string } | undefined, day: string): boolean {
  return valid === undefined || valid.validFrom <= day;
}

/** The next item after the one that is valid on `day`. */
export function findNextAfter<S extends { validFrom: string }>(
  items: readonly S[],
  day: string,
): S | undefined {
  const now = findValidOn(items, day);
  const coming = items.filter(({ validFrom }) => now !== undefined && validFrom > now.validFrom);
  return coming.toSorted((a, b) => (a.validFrom < b.validFrom ? -1 : 1))[0];
}

/** The rows that price a call of that day; empty without call fees. */
export function callFeesOn(
  schedules: readonly FeeSchedule[],
  of: { disbursementType: string; day: string },
): FeeRow[] {
  const own = schedules.filter(({ disbursementType }) => disbursementType === of.disbursementType);
  return findValidOn(own, of.day)?.callFees ?? [];
}
