import { z } from 'zod';
import { defineEndpoints } from '../core/endpoint.ts';
import { dataReply, month, randTotal } from '../core/fields.ts';
import { vatTotals } from '../vat/amounts.ts';

/**
 * `nothing`: not complete, and no entry. `recordedSince` counts the entries of the month that were
 * recorded after `completedAt`; `sum` in Rand.
 */
const attorneyMonth = z
  .object({
    attorney: z.object({ _id: z.string(), name: z.string() }),
    state: z.enum(['complete', 'open', 'nothing']),
    completedAt: z.string().nullable(),
    recordedSince: z.int(),
    entries: z.int(),
    sum: randTotal,
    vat: vatTotals.optional(),
  })
  .meta({ id: 'AttorneyMonth' });
export type AttorneyMonth = z.infer<typeof attorneyMonth>;

const monthEnd = z.object({
  month: z.string(),
  today: z.string().meta({ description: 'The day in South Africa.' }),
  attorneys: z.array(attorneyMonth),
});
export type MonthEnd = z.infer<typeof monthEnd>;

const params = z.strictObject({ month });
const reply = dataReply(monthEnd).meta({ id: 'MonthEndReply' });

export const signOffEndpoints = defineEndpoints({
  getMonthEnd: {
    call: 'GET /month-ends/{month}',
    may: 'month-ends:read',
    summary: 'Whose month is complete; an attorney gets only the own one',
    params,
    replies: { 200: reply },
  },
  saveMonthEnd: {
    call: 'PUT /month-ends/{month}',
    may: 'month-ends:write',
    summary:
      'Mark the own month as complete, or no longer; a coming month is rejected, and a month of ' +
      'a secretary, who has neither types nor entries of her own',
    params,
    body: z.strictObject({ isComplete: z.boolean('Must be true or false.') }),
    replies: { 200: reply },
  },
});
