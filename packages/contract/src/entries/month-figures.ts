import { z } from 'zod';
import { defineEndpoints } from '../core/endpoint.ts';
import { itemsPerPage, listReply, month, page, randTotal, search } from '../core/fields.ts';
import { vatTotals } from '../vat/amounts.ts';

/** Groups by which the figures of a month are summed. */
export const figureGroups = ['client', 'matter', 'attorney'] as const;
export type FigureGroup = (typeof figureGroups)[number];

const sums = {
  entries: z.int().meta({ description: 'How many entries.' }),
  minutes: z.int(),
  amount: randTotal,
  vat: vatTotals.optional(),
};

/** The sums of a client, a matter or an attorney; `amount` in Rand. */
export const monthFigure = z
  .object({
    _id: z.string().nullable().meta({ description: 'Null for a client, which has only a name.' }),
    name: z.string().nullable().meta({ description: 'Null for matters without a client.' }),
    number: z.string().nullable().meta({ description: 'Of a matter.' }),
    client: z.string().nullable().meta({ description: 'Of a matter.' }),
    ...sums,
  })
  .meta({ id: 'MonthFigure' });
export type MonthFigure = z.infer<typeof monthFigure>;

export const monthFigureList = listReply(monthFigure)
  .extend({ total: z.object(sums).meta({ description: 'Of all that match, on all pages.' }) })
  .meta({ id: 'MonthFigureList' });
export type MonthFigureList = z.infer<typeof monthFigureList>;

export const monthFigureEndpoints = defineEndpoints({
  listMonthFigures: {
    call: 'GET /month-figures/{month}',
    may: 'entries:summarise',
    summary:
      'What was recovered in a month, by client, matter or attorney, the largest sum first; ' +
      '`search` finds names of clients, matters or attorneys',
    params: z.strictObject({ month }),
    query: z.strictObject({
      by: z.enum(figureGroups, `Must be ${figureGroups.join(', ')}.`).default('client'),
      search,
      page: page.optional(),
      itemsPerPage: itemsPerPage.optional(),
    }),
    replies: { 200: monthFigureList },
  },
});
