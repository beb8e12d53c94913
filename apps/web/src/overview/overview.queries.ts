import { entryEndpoints } from '@recoup/contract/entries/endpoints';
import { matterEndpoints } from '@recoup/contract/matters/endpoints';
import { exceptionEndpoints } from '@recoup/contract/month-end/exception-endpoints';
import { signOffEndpoints } from '@recoup/contract/month-end/sign-off-endpoints';
import { queryOptions } from '@tanstack/react-query';
import { send } from '../platform/api/api-client.ts';
import { queryKeys } from '../platform/api/query-keys.ts';

const one = { itemsPerPage: 1 } as const;

/** Whether anybody has recorded anything yet. */
export const hasEntriesQuery = queryOptions({
  meta: { unableToGet: 'entries' },
  queryKey: [...queryKeys.entries, 'any'] as const,
  queryFn: async ({ signal }) =>
    (await send(entryEndpoints.listEntries, { query: one }, { signal })).count > 0,
});

export const hasMattersQuery = queryOptions({
  meta: { unableToGet: 'matters' },
  queryKey: [...queryKeys.matters, 'any'] as const,
  queryFn: async ({ signal }) =>
    (await send(matterEndpoints.listMatters, { query: one }, { signal })).count > 0,
});

/** Counts of everything that is not closed yet. They depend on the day, so a new day asks again. */
export function exceptionGroupsQuery(today: string) {
  return queryOptions({
    meta: { unableToGet: 'exceptions' },
    queryKey: [...queryKeys.monthEnd, 'groups', today] as const,
    queryFn: async ({ signal }) =>
      (await send(exceptionEndpoints.listExceptions, { query: one }, { signal })).groups,
  });
}

/** Each attorney's count and sum of entries in the month of `today`. */
export function attorneyMonthsQuery(today: string) {
  return queryOptions({
    meta: { unableToGet: 'months of attorneys' },
    queryKey: [...queryKeys.monthEnd, 'attorneys', today] as const,
    queryFn: async ({ signal }) => {
      const input = { params: { month: today.slice(0, 7) } };
      return (await send(signOffEndpoints.getMonthEnd, input, { signal })).data.attorneys;
    },
  });
}
