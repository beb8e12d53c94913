import { feesText } from '@recoup/contract/call-fees/fee-text';
import type { CallFeeBand } from '@recoup/contract/call-fees/rules';
import { formatRand, toCents } from '@recoup/contract/core/money';

/** Prices of an attorney for a type: call fees, else the type's unit price in Rand. */
export function priceText(bands: readonly CallFeeBand[], unitPrice: number | null): string {
  return bands.length === 0 && unitPrice !== null ? eachText(unitPrice) : feesText(bands);
}

/** The unit price in Rand: `R 2.50 each`. */
export function eachText(unitPrice: number): string {
  return `${formatRand(toCents(unitPrice))} each`;
}
