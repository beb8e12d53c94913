import { z } from 'zod';
import { randTotal } from '../core/fields.ts';
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
export type EntryVat = z.infer<typeof entryVat>;

/** Sums of lines in Rand; absent for a firm that is no VAT vendor and has charged none. */
export const vatTotals = z
  .object({ net: randTotal, vat: randTotal, gross: randTotal })
  .meta({ id: 'VatTotals' });
export type VatTotals = z.infer<typeof vatTotals>;
