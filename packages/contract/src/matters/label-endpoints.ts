import { z } from 'zod';
import { defineEndpoints } from '../core/endpoint.ts';
import { dataReply, id, search } from '../core/fields.ts';
import { matterStatuses } from './endpoints.ts';

/** Forty sheets of 24 labels. */
export const maxLabels = 960;

export const matterLabelEndpoints = defineEndpoints({
  getMatterLabels: {
    call: 'GET /matter-labels',
    may: 'matters:read',
    summary:
      'Labels for file covers as a PDF, 24 a sheet: the QR code opens the matter with the timer ' +
      'ready; PDF without `Accept`, JSON where `Accept` asks for it',
    query: z.strictObject({
      search,
      status: z.enum(matterStatuses, `Must be ${matterStatuses.join(', ')}.`).optional(),
      matter: id.optional(),
    }),
    replies: {
      200: dataReply(z.object({ fileContent: z.string(), fileName: z.string() })).meta({
        id: 'MatterLabels',
      }),
    },
    produces: ['application/pdf'],
  },
});
