import { z } from 'zod';
import { randTotal } from '../core/fields.ts';
import { formatRand, toCentsTotal, toRandTotal } from '../core/money.ts';
import { entryVatTreatments } from './rules.ts';

/** The VAT of an entry in Rand, frozen when it is recorded. */
export const entryVat = z
  .object({
    treatment: z.enum(entryVatTreatments),
    percent: z.number(),
    net: z.number(),
    vat: z.number(),
    gross: z.number(),
  })
  .meta({ id: 'EntryVat' });

/** Sums of lines in Rand; absent for a firm that is no VAT vendor and has charged none. */
export const vatTotals = z
  .object({ net: randTotal, vat: randTotal, gross: randTotal })
  .meta({ id: 'VatTotals' });
export type VatTotals = z.infer<typeof vatTotals>;

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
