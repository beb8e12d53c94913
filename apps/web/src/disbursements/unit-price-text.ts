import { formatRand, toCents } from '@recoup/contract/core/money';
import type { DatedUnitPrice } from '@recoup/contract/disbursements/unit-prices';
import { formatLongDate } from '../ui/lib/format.ts';

/** Undefined for what is no amount yet. */
export function priceText(cents: number | null | undefined): string {
  if (cents === undefined) return '';
  return cents === null ? 'No unit price' : formatRand(cents);
}

/** `R 3.00 from 1 May 2026`. */
export function comingPriceText(next: DatedUnitPrice | null): string {
  if (next === null) return 'None';
  const cents = next.unitPrice === null ? null : toCents(next.unitPrice);
  return `${priceText(cents)} from ${formatLongDate(next.validFrom)}`;
}
