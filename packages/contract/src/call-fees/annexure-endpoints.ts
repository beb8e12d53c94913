import { z } from 'zod';
import { dataReply, id, isoDate } from '../core/fields.ts';
import { defineEndpoints } from '../core/endpoint.ts';

const file = dataReply(z.object({ fileContent: z.string(), fileName: z.string() })).meta({
  id: 'FeeAnnexure',
});
const query = z.strictObject({ on: isoDate.optional() });
const produces = ['application/pdf'];

export const feeAnnexureEndpoints = defineEndpoints({
  getFeeAnnexure: {
    call: 'GET /users/{id}/fee-annexure',
    may: 'fee-annexures:read',
    summary:
      'The fees of an attorney on a day as a PDF for clients; ' +
      'PDF without `Accept`, JSON where `Accept` asks for it',
    params: z.strictObject({ id }),
    query,
    replies: { 200: file },
    produces,
  },
  getFeeAnnexures: {
    call: 'GET /fee-annexures',
    may: 'call-fees:read',
    summary: 'The fees of all active attorneys on a day, in one PDF',
    query,
    replies: { 200: file },
    produces,
  },
});
