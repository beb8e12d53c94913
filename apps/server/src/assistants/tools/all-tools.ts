import { can } from '@recoup/contract/core/access';
import type { Actor } from '../../platform/core/actor.ts';
import { explainPriceTool } from './explain-price.ts';
import {
  type Tool,
  defineTool,
  rowsPerPage,
  attorneyField,
  findAttorneyId,
  findTypeId,
  typeField,
} from './tool.ts';
import { page, search, month, id } from '@recoup/contract/core/fields';
import { matter, matterEndpoints, matterStatuses } from '@recoup/contract/matters/endpoints';
import { z } from 'zod';
import {
  figureGroups,
  monthFigureEndpoints,
  monthFigureList,
} from '@recoup/contract/entries/month-figures';
import { southAfricanDay, monthDays } from '../../platform/core/clock.ts';
import { callTitle } from '@recoup/contract/disbursements/call-title';
import { entryEndpoints, newEntry, savedEntry } from '@recoup/contract/entries/endpoints';
import {
  exception,
  exceptionEndpoints,
  type ExceptionGroup,
} from '@recoup/contract/month-end/exception-endpoints';

const levels = ['block', 'warn', 'info'] as const;
const shownException = exception.omit({ fingerprint: true, hasLapsed: true });

const listExceptionsTool = defineTool({
  name: 'list_exceptions',
  title: 'List exceptions',
  description:
    'What should be looked at before a month is closed, blocking ones first: ' +
    'calls without call fees, missing narrations, duplicates and the like. ' +
    `open counts all open ones of the period. ${rowsPerPage} a page.`,
  needs: ['exceptions:read'],
  isWrite: false,
  input: z.strictObject({
    month: month.optional().describe('YYYY-MM; without it all open entries.'),
    level: z.enum(levels).optional(),
    state: z.enum(['open', 'accepted']).default('open'),
    attorney: attorneyField.optional(),
    page: page.optional(),
  }),
  output: z.object({
    exceptions: z.array(shownException),
    count: z.int(),
    page: z.int(),
    open: z.object({ block: z.int(), warn: z.int(), info: z.int() }),
  }),
  run: async ({ month: of, attorney, page: wanted = 1, ...filter }, { call }) => {
    const query = {
      ...filter,
      ...(of !== undefined && monthDays(of)),
      ...(attorney !== undefined && { attorney: await findAttorneyId(call, attorney) }),
      page: wanted,
      itemsPerPage: rowsPerPage,
    };
    const { data, count, groups } = await call(exceptionEndpoints.listExceptions, { query });
    const exceptions = data.map((each) => shownException.parse(each));
    return { exceptions, count, page: wanted, open: openByLevel(groups) };
  },
});

function openByLevel(groups: readonly ExceptionGroup[]): Record<(typeof levels)[number], number> {
  const sum = (level: (typeof levels)[number]) =>
    groups.filter((group) => group.level === level).reduce((all, { open }) => all + open, 0);
  return { block: sum('block'), warn: sum('warn'), info: sum('info') };
}

const { narration, date } = newEntry.shape;

const recordCall = defineTool({
  name: 'record_call',
  title: 'Record a call',
  description:
    'Records a telephone call of an attorney on a matter. The call fees of its day set the ' +
    'price. Make a new _id for each call; after an error send the same _id and the same call ' +
    'again: it is recorded once.',
  needs: ['entries:write'],
  isWrite: true,
  input: z.strictObject({
    _id: id.describe('A new UUID of yours for this call.'),
    matter: id.describe('The _id of a matter.'),
    attorney: attorneyField,
    disbursementType: typeField.default(callTitle),
    date: date.describe('The day of the call, YYYY-MM-DD.'),
    minutes: newEntry.shape.minutes.unwrap().describe('Whole minutes; begun ones count.'),
    narration,
  }),
  output: z.object({ entry: savedEntry }),
  run: async ({ attorney, disbursementType, ...entry }, { call }) => {
    const body = {
      ...entry,
      attorney: await findAttorneyId(call, attorney),
      disbursementType: await findTypeId(call, disbursementType),
    };
    return { entry: (await call(entryEndpoints.createEntry, { body })).data };
  },
});

const monthFigures = defineTool({
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

const foundMatter = matter.pick({
  _id: true,
  number: true,
  description: true,
  client: true,
  attorney: true,
  status: true,
});

const findMatters = defineTool({
  name: 'find_matters',
  title: 'Find matters',
  description:
    'Matters of the law firm by a part of their number, client or description; ' +
    `${rowsPerPage} a page, count is of all pages. Record calls on the _id of a matter.`,
  needs: ['matters:read'],
  isWrite: false,
  input: z.strictObject({
    search: search.describe('A part of the number, the client or the description.'),
    status: z.enum(matterStatuses).optional(),
    page: page.optional(),
  }),
  output: z.object({ matters: z.array(foundMatter), count: z.int(), page: z.int() }),
  run: async ({ page: wanted = 1, ...filter }, { call }) => {
    const query = { ...filter, page: wanted, itemsPerPage: rowsPerPage };
    const { data, count } = await call(matterEndpoints.listMatters, { query });
    return { matters: data.map((each) => foundMatter.parse(each)), count, page: wanted };
  },
});

const allTools = [findMatters, explainPriceTool, monthFigures, listExceptionsTool, recordCall];

/** Tools that the key may use; the API decides again at each call. */
export function allowedTools(actor: Actor): Tool[] {
  return allTools.filter(({ needs }) => needs.every((action) => can(actor, action) === 'allowed'));
}
