import { z } from 'zod';
import { dataReply, isoDate, listReply } from '../core/fields.ts';
import { defineEndpoints } from '../core/endpoint.ts';

const notAPercent = 'Must be from 0 to 100, with at most two decimals.';
export const vatPercent = z
  .number(notAPercent)
  .min(0, notAPercent)
  .max(100, notAPercent)
  .refine((value) => Math.round(value * 100) / 100 === value, notAPercent);

const vatRate = z.object({ percent: z.number(), validFrom: z.string() }).meta({ id: 'VatRate' });

/** The standard rates of VAT in South Africa, the same for all firms. */
export const vatEndpoints = defineEndpoints({
  listVatRates: {
    call: 'GET /vat-rates',
    may: 'vat-rates:read',
    summary: 'The standard rates of VAT, the latest first; each holds until the next begins',
    replies: { 200: listReply(vatRate).meta({ id: 'VatRateList' }) },
  },
  createVatRate: {
    call: 'POST /vat-rates',
    may: 'vat-rates:write',
    summary: 'Add a rate that begins after all others; recorded entries keep theirs',
    body: z.strictObject({ percent: vatPercent, validFrom: isoDate }),
    replies: { 201: dataReply(vatRate).meta({ id: 'VatRateReply' }) },
    errors: ['conflict'],
  },
});
