// Without schemas: an attorney’s first page needs it, and not zod.

import { compareCodes } from '../core/code-order.ts';

/** Nothing is recorded before it, so call fees that were always agreed are valid from this day. */
export const beginningOfTime = '2000-01-01';

/** The last day from which call fees can be valid. */
export const lastFeeDay = '2099-12-31';
export const outsideFeeDays = 'Must be a day from 1 January 2000 to 31 December 2099.';

/**
 * Returns the item with the greatest `validFrom` on or before the day. Before the first item it
 * returns the first (product-2.md, section 1).
 */
export function findValidOn<S extends { validFrom: string }>(
  items: readonly S[],
  day: string,
): S | undefined {
  const inOrder = items.toSorted((a, b) => compareCodes(a.validFrom, b.validFrom));
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
  return coming.toSorted((a, b) => compareCodes(a.validFrom, b.validFrom))[0];
}
