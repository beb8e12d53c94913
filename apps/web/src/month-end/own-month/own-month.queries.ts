import { queryOptions } from '@tanstack/react-query';
import { entryEndpoints } from '@recoup/contract/entries/endpoints';
import type { Exception, ExceptionGroup } from '@recoup/contract/month-end/exception-endpoints';
import { type MonthEnd, signOffEndpoints } from '@recoup/contract/month-end/sign-off-endpoints';
import { requestAddress, send } from '../../platform/api/api-client.ts';
import { withOfflineCache } from '../../platform/api/offline-cache.ts';
import { withLastVisit } from '../../platform/api/page-copy.ts';
import { subjectKey } from '../../platform/api/read.ts';
import { firstDayIn, lastDayIn } from '../../platform/browser/months.ts';
import { listExceptions } from '../list-exceptions.ts';

const shown = 50;

/** `groups` counts all of them. */
export type OwnExceptionList = { data: Exception[]; count: number; groups: ExceptionGroup[] };

/** The first own open exceptions up to a day; without a network those of the last answer. */
export function ownExceptionsQuery(to: string) {
  const query = { to, state: 'open', page: 1, itemsPerPage: shown } as const;
  return queryOptions({
    queryKey: [...subjectKey('exceptions'), 'own', to] as const,
    queryFn: ({ signal }): Promise<OwnExceptionList> =>
      withOfflineCache(`own exceptions ${to}`, () => listExceptions(query, signal)),
  });
}

/** The own sign-off of a month. */
export function ownMonthQuery(month: string) {
  return queryOptions({
    queryKey: [...subjectKey('month-ends'), 'own', month] as const,
    queryFn: ({ signal }): Promise<MonthEnd> =>
      withOfflineCache(`month ${month}`, async () => {
        const input = { params: { month } };
        return (await send(signOffEndpoints.getMonthEnd, input, { signal })).data;
      }),
  });
}

/** Number and sum of the entries of a month that the user recorded for an attorney. */
export function recordedMonthQuery(month: string, attorney: string) {
  const days = { from: firstDayIn(month), to: lastDayIn(month) };
  const input = { query: { ...days, page: 1, itemsPerPage: 1, attorney } };
  return queryOptions({
    ...withLastVisit(
      requestAddress(entryEndpoints.listEntries, input),
      ({ signal }: { signal: AbortSignal }) =>
        withOfflineCache(`month ${month} of ${attorney}`, () =>
          send(entryEndpoints.listEntries, input, { signal }),
        ),
    ),
    queryKey: [...subjectKey('entries'), 'recorded month', month, attorney] as const,
  });
}

export async function saveOwnMonth(month: string, isComplete: boolean): Promise<MonthEnd> {
  const input = { params: { month }, body: { isComplete } };
  return (await send(signOffEndpoints.saveMonthEnd, input)).data;
}
