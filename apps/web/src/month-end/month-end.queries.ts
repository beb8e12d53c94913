import {
  type Exception,
  exceptionEndpoints,
  type ExceptionGroup,
} from '@recoup/contract/month-end/exception-endpoints';
import type { ExceptionCode, ExceptionLevel } from '@recoup/contract/month-end/exceptions';
import { type MonthEnd, signOffEndpoints } from '@recoup/contract/month-end/sign-off-endpoints';
import { queryOptions } from '@tanstack/react-query';
import { send } from '../platform/api/api-client.ts';
import { queryKeys } from '../platform/api/query-keys.ts';
import type { ListView } from '../ui/list/list-view.ts';
import { listExceptions } from './list-exceptions.ts';

export type ExceptionState = 'open' | 'accepted';
export type ExceptionFilters = {
  to: string;
  attorney?: string | undefined;
  code?: ExceptionCode | undefined;
  level?: ExceptionLevel | undefined;
  state: ExceptionState;
};

/** Below the entries, because each change of an entry can change the exceptions. */
const exceptionsKey = [...queryKeys.entries, 'exceptions'] as const;

/** How many exceptions there are up to a day, by code and attorney. */
export function exceptionGroupsQuery(to: string) {
  return queryOptions({
    meta: { unableToGet: 'exceptions' },
    queryKey: [...exceptionsKey, 'groups', to] as const,
    queryFn: async ({ signal }): Promise<ExceptionGroup[]> => {
      const query = { to, page: 1, itemsPerPage: 1 };
      return (await send(exceptionEndpoints.listExceptions, { query }, { signal })).groups;
    },
  });
}

/** Each time from the server: exceptions change without anybody's doing. */
export function exceptionsQuery(
  filters: ExceptionFilters,
  { page, size }: Pick<ListView, 'page' | 'size'>,
) {
  const query = { ...filters, page, itemsPerPage: size };
  return queryOptions({
    queryKey: [...exceptionsKey, 'list', query] as const,
    queryFn: ({ signal }): Promise<{ data: Exception[]; count: number }> =>
      listExceptions(query, signal),
  });
}

const pageSize = 100;

/** The first exceptions of a list, at most `limit`. */
export async function readExceptions(
  filters: ExceptionFilters,
  limit: number,
): Promise<Exception[]> {
  const found: Exception[] = [];
  for (let page = 1; found.length < limit; page += 1) {
    const query = { ...filters, page, itemsPerPage: pageSize };
    const { data, count } = await listExceptions(query);
    found.push(...data);
    if (data.length === 0 || found.length >= count) break;
  }
  return found.slice(0, limit);
}

export async function acceptExceptions(
  items: readonly Exception[],
  reason: string,
): Promise<number> {
  const body = {
    items: items.map(({ code, subject: { kind, _id }, fingerprint }) => ({
      code,
      subject: { kind, _id },
      fingerprint,
    })),
    reason,
  };
  return (await send(exceptionEndpoints.acceptExceptions, { body })).data.accepted;
}

export async function takeAcceptanceBack(id: string): Promise<void> {
  await send(exceptionEndpoints.deleteAcceptance, { params: { id } });
}

/** Sign-off of the month by attorney. Its key is below the entries, because it has their sums. */
export function monthEndQuery(month: string) {
  return queryOptions({
    meta: { unableToGet: 'the month end' },
    queryKey: [...queryKeys.entries, 'month-end', month] as const,
    queryFn: async ({ signal }): Promise<MonthEnd> =>
      (await send(signOffEndpoints.getMonthEnd, { params: { month } }, { signal })).data,
  });
}
