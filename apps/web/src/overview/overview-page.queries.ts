import { queryOptions } from '@tanstack/react-query';
import { exceptionEndpoints } from '@recoup/contract/month-end/exception-endpoints';
import { signOffEndpoints } from '@recoup/contract/month-end/sign-off-endpoints';
import { send } from '../platform/api/api-client.ts';
import { subjectKey } from '../platform/api/read.ts';

const one = { itemsPerPage: 1 } as const;

/** Counts of everything that is not closed yet. They depend on the day, so a new day asks again. */
export function exceptionGroupsQuery(today: string) {
  return queryOptions({
    meta: { unableToGet: 'exceptions' },
    queryKey: [...subjectKey('month-ends'), 'groups', today] as const,
    queryFn: async ({ signal }) =>
      (await send(exceptionEndpoints.listExceptions, { query: one }, { signal })).groups,
  });
}

/** Each attorney's count and sum of entries in the month of `today`. */
export function attorneyMonthsQuery(today: string) {
  return queryOptions({
    meta: { unableToGet: 'months of attorneys' },
    queryKey: [...subjectKey('month-ends'), 'attorneys', today] as const,
    queryFn: async ({ signal }) => {
      const input = { params: { month: today.slice(0, 7) } };
      return (await send(signOffEndpoints.getMonthEnd, input, { signal })).data.attorneys;
    },
  });
}
