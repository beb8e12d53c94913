import { z } from 'zod';
import { randTotal } from '../core/fields.ts';
import { vatTotals } from '../vat/amounts.ts';

/** Recoveries of a month (`YYYY-MM`) and disbursement type; `amount` in Rand. */
export const monthlyRecovery = z
  .object({
    month: z.string(),
    disbursementType: z.object({ _id: z.string(), name: z.string() }),
    count: z.int(),
    minutes: z.int(),
    amount: randTotal,
    vat: vatTotals.optional(),
  })
  .meta({ id: 'MonthlyRecovery' });
export type MonthlyRecovery = z.infer<typeof monthlyRecovery>;
