import { z } from 'zod';
import { dataOf, isoDate, listOf } from '../core/fields.ts';
import { defineEndpoints } from '../core/endpoint.ts';

const percent = z
  .number('Must be a number.')
  .min(0, 'Must not be less than 0.')
  .max(100, 'Must not be more than 100.')
  .refine((value) => Math.round(value * 100) / 100 === value, 'Must have at most two decimals.');

const vatRate = z.object({ percent: z.number(), validFrom: z.string() }).meta({ id: 'VatRate' });

/** The standard rates of VAT in South Africa, the same for all firms. */
export const vatEndpoints = defineEndpoints({
  listVatRates: {
    method: 'GET',
    path: '/vat-rates',
    may: 'vat-rates:read',
    summary: 'The standard rates of VAT, the latest first; each holds until the next begins',
    replies: { 200: listOf(vatRate).meta({ id: 'VatRateList' }) },
  },
  createVatRate: {
    method: 'POST',
    path: '/vat-rates',
    may: 'vat-rates:write',
    summary: 'Add a rate that begins after all others; recorded entries keep theirs',
    body: z.strictObject({ percent, validFrom: isoDate }),
    replies: { 201: dataOf(vatRate).meta({ id: 'VatRateReply' }) },
    errors: ['conflict'],
  },
});
