import { z } from 'zod';
import { defineEndpoints } from '../core/endpoint.ts';
import { dataReply, randTotal } from '../core/fields.ts';

const isoDay = z.string().meta({ description: 'YYYY-MM-DD.' });
const link = z.object({ name: z.string(), path: z.string() });

/** Steps of a new firm before it can close a month, in this order. */
export const setUpSteps = ['domains', 'types', 'matters', 'attorneys', 'entries'] as const;
export type SetUpStep = (typeof setUpSteps)[number];

/** The state of a firm on a South African day (product-3.md, section 1). Sums are in Rand. */
const overview = z
  .object({
    today: isoDay,
    open: z
      .object({ entries: z.int(), sum: randTotal, since: isoDay.nullable() })
      .meta({ description: 'What a closing up to today would take, and its earliest day.' }),
    calls: z
      .object({ open: z.int(), sum: randTotal })
      .meta({ description: 'Calls that nobody recorded, with the sum of their prices.' }),
    exceptions: z
      .object({ block: z.int(), warn: z.int(), info: z.int() })
      .meta({ description: 'Those of a closing up to today that nobody accepted.' }),
    people: z
      .object({ month: z.string(), complete: z.int(), of: z.int() })
      .meta({ description: 'Of the last month until it is closed, then of this one.' }),
    lastExport: z
      .object({
        _id: z.string(),
        number: z.int(),
        at: z.string(),
        sum: randTotal,
        mail: z.enum(['none', 'queued', 'sent', 'failed']).meta({ description: 'The last one.' }),
      })
      .nullable()
      .meta({ description: 'The last closing.' }),
    setUp: z.object({
      done: z.int(),
      of: z.int(),
      next: link.nullable().meta({ description: 'The page on which the next step is taken.' }),
      steps: z.array(link.extend({ step: z.enum(setUpSteps), isDone: z.boolean() })),
    }),
  })
  .meta({ id: 'Overview' });
export type Overview = z.infer<typeof overview>;

export const overviewEndpoints = defineEndpoints({
  getOverview: {
    call: 'GET /overview',
    takesMinutes: true,
    may: 'overview:read',
    summary: 'What is open, who is complete and what is still to be set up',
    replies: { 200: dataReply(overview).meta({ id: 'OverviewReply' }) },
  },
});
