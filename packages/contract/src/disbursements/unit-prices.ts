import { z } from 'zod';
import { validFrom } from '../call-fees/endpoints.ts';
import { rand } from '../core/fields.ts';

/** Bounds for prices that are valid now or on other days, without replaced ones. */
export const maxUnitPricesOfType = 1000;
export const maxUnitPricesOfFirm = 10_000;

/** `unitPrice` in Rand; null from a day on which amounts are typed again. */
export const datedUnitPrice = z
  .object({ validFrom: z.string(), unitPrice: z.number().nullable() })
  .meta({ id: 'DatedUnitPrice' });
export type DatedUnitPrice = z.infer<typeof datedUnitPrice>;

/** As a device reads it: an entry may name the price that was shown. */
export const liveUnitPrice = datedUnitPrice
  .extend({ _id: z.string() })
  .meta({ id: 'LiveUnitPrice' });
export type LiveUnitPrice = z.infer<typeof liveUnitPrice>;

/** The fields that set a unit price. */
export const unitPriceFields = {
  unitPrice: rand
    .nullable()
    .optional()
    .meta({ description: 'Rand for one item, for a fixed type alone; null for none.' }),
  unitPriceFrom: validFrom
    .optional()
    .meta({ description: 'The first day of `unitPrice`; without it, today.' }),
};

/** A refinement: a day needs its price. */
export function hasPriceOfDay(price: {
  unitPrice?: number | null | undefined;
  unitPriceFrom?: string | undefined;
}): boolean {
  return price.unitPriceFrom === undefined || price.unitPrice !== undefined;
}
export const dayWithoutPrice = { error: 'Must come with a unit price.', path: ['unitPriceFrom'] };

/**
 * A price of the past, or a live one: its `replacedAt` is null. `until` is the day before the next
 * live price; null for the last price, and for a replaced one.
 */
export const pastUnitPrice = z
  .object({
    _id: z.string(),
    validFrom: z.string(),
    until: z.string().nullable(),
    unitPrice: z.number().nullable(),
    createdAt: z.string(),
    createdBy: z.string().meta({ description: 'Name of the user who saved it' }),
    replacedAt: z.string().nullable(),
  })
  .meta({ id: 'PastUnitPrice' });
export type PastUnitPrice = z.infer<typeof pastUnitPrice>;
