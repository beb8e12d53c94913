import { unitPricesAround } from '@recoup/contract/disbursements/price-of-day';
import { formatRand, toCents } from '@recoup/contract/core/money';
import { type DatedUnitPrice } from '@recoup/contract/disbursements/unit-prices';
import { formatLongDate } from '../../ui/lib/format.ts';

/** The price of one item today, and the coming one; no rows where there is neither. */
export function unitPriceRows(
  prices: readonly DatedUnitPrice[],
  day: string,
): { name: string; price: string }[] {
  const { unitPrice, nextUnitPrice: next } = unitPricesAround(prices, day);
  if (unitPrice === null && next === null) return [];
  const rows = [{ name: 'per item', price: priceText(unitPrice) }];
  if (next === null) return rows;
  const name = `per item from ${formatLongDate(next.validFrom)}`;
  return [...rows, { name, price: priceText(next.unitPrice) }];
}

function priceText(unitPrice: number | null): string {
  return unitPrice === null ? 'amount entered each time' : formatRand(toCents(unitPrice));
}
