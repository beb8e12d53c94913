import { formatRand, toCentsTotal, toRandTotal } from '../core/money.ts';
import type { VatTotals } from './amounts.ts';

/** From sums in cents. */
export function toVatTotals(netCents: bigint, vatCents: bigint): VatTotals {
  const [net, vat] = [toRandTotal(netCents), toRandTotal(vatCents)];
  return { net, vat, gross: toRandTotal(netCents + vatCents) };
}

/** `R 100.00 net, R 15.00 VAT, R 115.00 gross`. */
export function totalsText({ net, vat, gross }: VatTotals): string {
  const parts = [
    [net, 'net'],
    [vat, 'VAT'],
    [gross, 'gross'],
  ] as const;
  return parts.map(([amount, word]) => `${formatRand(toCentsTotal(amount))} ${word}`).join(', ');
}
