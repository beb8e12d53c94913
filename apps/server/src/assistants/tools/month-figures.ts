import { month, page, search } from '@recoup/contract/core/fields';
import {
  figureGroups,
  monthFigureEndpoints,
  monthFigureList,
} from '@recoup/contract/entries/month-figures';
import { z } from 'zod';
import { southAfricanDay } from '../../platform/core/clock.ts';
import { defineTool, rowsPerPage } from './tool.ts';

export const monthFigures = defineTool({
  name: 'month_figures',
  title: 'Figures of a month',
  description:
    'What the firm recovered in a month, summed by client, matter or attorney, ' +
    'the largest sum first, with the total of all that match. Amounts are in Rand. ' +
    `${rowsPerPage} a page.`,
  needs: ['entries:summarise'],
  isWrite: false,
  input: z.strictObject({
    month: month.optional().describe('YYYY-MM; without it the present month.'),
    by: z.enum(figureGroups).default('client'),
    search: search.describe('A part of the name of the client, matter or attorney.'),
    page: page.optional(),
  }),
  output: monthFigureList.extend({ month: z.string(), by: z.enum(figureGroups) }),
  run: async ({ month: given, page: wanted = 1, ...filter }, { call, now }) => {
    const of = given ?? southAfricanDay(now).slice(0, 7);
    const figures = await call(monthFigureEndpoints.listMonthFigures, {
      params: { month: of },
      query: { ...filter, page: wanted, itemsPerPage: rowsPerPage },
    });
    return { ...figures, month: of, by: filter.by };
  },
});
