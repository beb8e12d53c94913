import { z } from 'zod';
import { dataOf, isoDate } from './fields.ts';
import { defineCalls } from './route.ts';

export const exportCalls = defineCalls({
  download: {
    method: 'GET',
    path: '/download',
    may: 'exports:read',
    summary: 'Everything recorded in a period as a file; closes nothing',
    query: z.strictObject({ from: isoDate.optional(), to: isoDate.optional() }),
    replies: { 200: dataOf(z.object({ fileContent: z.string(), fileName: z.string() })).meta({ id: 'Download' }) },
    produces: ['text/csv'],
    errors: ['nothing_to_export'],
  },
});
