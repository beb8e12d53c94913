import { month, page } from '@recoup/contract/core/fields';
import {
  exception,
  exceptionEndpoints,
  type ExceptionGroup,
} from '@recoup/contract/month-end/exception-endpoints';
import { z } from 'zod';
import { monthDays } from '../../platform/core/clock.ts';
import { attorneyField, findAttorneyId, defineTool, rowsPerPage } from './tool.ts';

const levels = ['block', 'warn', 'info'] as const;
const found = exception.omit({ fingerprint: true, hasLapsed: true });

export const listExceptionsTool = defineTool({
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
    exceptions: z.array(found),
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
    const exceptions = data.map((each) => found.parse(each));
    return { exceptions, count, page: wanted, open: openByLevel(groups) };
  },
});

function openByLevel(groups: readonly ExceptionGroup[]): Record<(typeof levels)[number], number> {
  const sum = (level: (typeof levels)[number]) =>
    groups.filter((group) => group.level === level).reduce((all, { open }) => all + open, 0);
  return { block: sum('block'), warn: sum('warn'), info: sum('info') };
}
