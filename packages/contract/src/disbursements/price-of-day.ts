import { findNextAfter, findValidOn } from '../call-fees/validity.ts';
import { toCents } from '../core/money.ts';
import type { DatedUnitPrice } from './unit-prices.ts';

/** The price of a day in Rand, and the coming one; as a type shows them. */
export function unitPricesAround(
  prices: readonly DatedUnitPrice[],
  day: string,
): { unitPrice: number | null; nextUnitPrice: DatedUnitPrice | null } {
  const unitPrice = findValidOn(prices, day)?.unitPrice ?? null;
  return { unitPrice, nextUnitPrice: findNextAfter(prices, day) ?? null };
}

/** The price of one item on a day in cents; null where the amount is typed. */
export function unitCentsOn(prices: readonly DatedUnitPrice[], day: string): number | null {
  const unitPrice = findValidOn(prices, day)?.unitPrice ?? null;
  return unitPrice === null ? null : toCents(unitPrice);
}
