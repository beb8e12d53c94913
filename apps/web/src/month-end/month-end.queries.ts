import { queryOptions } from '@tanstack/react-query';
import { type Exception, exceptionEndpoints } from '@recoup/contract/month-end/exception-endpoints';
import type { ExceptionCode, ExceptionLevel } from '@recoup/contract/month-end/exceptions';
import { signOffEndpoints } from '@recoup/contract/month-end/sign-off-endpoints';
import { requestAddress, send } from '../platform/api/api-client.ts';
import { withLastVisit } from '../platform/api/page-copy.ts';
import { subjectKey, read, readData } from '../platform/api/read.ts';
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

/** How many exceptions there are up to a day, by code and attorney. */
export function exceptionGroupsQuery(to: string) {
  const query = { to, page: 1, itemsPerPage: 1 };
  return queryOptions({
    ...read(
      exceptionEndpoints.listExceptions,
      { query },
      { what: 'exceptions', beginsWithLast: true },
    ),
    select: ({ groups }) => groups,
  });
}

type ExceptionPage = { data: Exception[]; count: number };

/**
 * Each time from the server: exceptions change without anybody's doing. An acceptance names the
 * fingerprint of each one that was shown, which the server compares.
 */
export function exceptionsQuery(
  filters: ExceptionFilters,
  { page, size }: Pick<ListView, 'page' | 'size'>,
) {
  const query = { ...filters, page, itemsPerPage: size };
  const load = ({ signal }: { signal: AbortSignal }): Promise<ExceptionPage> =>
    listExceptions(query, signal);
  return queryOptions({
    ...withLastVisit(requestAddress(exceptionEndpoints.listExceptions, { query }), load),
    queryKey: [...subjectKey('exceptions'), 'list', query] as const,
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

/** Sign-off of the month by attorney. */
export function monthEndQuery(month: string) {
  const input = { params: { month } };
  return readData(signOffEndpoints.getMonthEnd, input, {
    what: 'the month end',
    beginsWithLast: true,
  });
}
