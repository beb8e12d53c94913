import { queryOptions } from '@tanstack/react-query';
import { entryEndpoints } from '@recoup/contract/entries/endpoints';
import { exceptionEndpoints } from '@recoup/contract/month-end/exception-endpoints';
import { signOffEndpoints } from '@recoup/contract/month-end/sign-off-endpoints';
import { read, subjectKey } from '../platform/api/read.ts';

const one = { itemsPerPage: 1 } as const;

/** Whether the firm has entries, for a page whose overview could not be loaded. */
export const hasEntriesQuery = queryOptions({
  ...read(entryEndpoints.listEntries, { query: one }, { what: 'entries' }),
  select: ({ count }) => count > 0,
});

/** Counts of everything that is not closed yet. They depend on the day, so a new day asks again. */
export function exceptionGroupsQuery(today: string) {
  return queryOptions({
    ...read(
      exceptionEndpoints.listExceptions,
      { query: one },
      { what: 'exceptions', beginsWithLast: true },
    ),
    queryKey: [...subjectKey('month-ends'), 'groups', today],
    select: ({ groups }) => groups,
  });
}

/** Each attorney's count and sum of entries in the month of `today`. */
export function attorneyMonthsQuery(today: string) {
  const input = { params: { month: today.slice(0, 7) } };
  return queryOptions({
    ...read(signOffEndpoints.getMonthEnd, input, {
      what: 'months of attorneys',
      beginsWithLast: true,
    }),
    queryKey: [...subjectKey('month-ends'), 'attorneys', today],
    select: ({ data }) => data.attorneys,
  });
}
