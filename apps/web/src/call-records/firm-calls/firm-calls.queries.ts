import { callRecordEndpoints } from '@recoup/contract/call-records/endpoints';
import { queryOptions } from '@tanstack/react-query';
import { periodDays } from '../../entries/lists/entry-period.ts';
import { isBackwards } from '../../entries/lists/firm-entries.queries.ts';
import { send } from '../../platform/api/api-client.ts';
import { queryKeys } from '../../platform/api/query-keys.ts';
import { today } from '../../platform/browser/local-day.ts';
import type { ListDefaults, ListView } from '../../ui/list/list-view.ts';
import type { CallPage } from '../open-calls/open-calls.queries.ts';
import type { CallFilters } from './call-view.ts';

export const callDefaults: ListDefaults = { size: 20 };

/** A page of the firm's calls, the oldest first, with the counts of its attorneys. */
export function firmCallsQuery(filters: CallFilters, view: Pick<ListView, 'page' | 'size'>) {
  const days = periodDays(filters, today());
  const query = {
    ...stateQuery(filters.state),
    ...days,
    attorney: filters.attorney,
    page: view.page,
    itemsPerPage: view.size,
  };
  return queryOptions({
    queryKey: [...queryKeys.callRecords, 'firm', query] as const,
    queryFn: async ({ signal }): Promise<CallPage> =>
      isBackwards(days)
        ? { data: [], count: 0, attorneys: [] }
        : send(callRecordEndpoints.listCallRecords, { query }, { signal }),
  });
}

/** How many calls of the firm nobody recorded. */
export const openCallsQuery = queryOptions({
  meta: { unableToGet: 'calls' },
  queryKey: [...queryKeys.callRecords, 'open'] as const,
  queryFn: async ({ signal }) => {
    const query = { isOpen: 'true', page: 1, itemsPerPage: 1 } as const;
    return (await send(callRecordEndpoints.listCallRecords, { query }, { signal })).count;
  },
});

/** Records calls on the matters of their account codes. */
export async function acceptCalls(ids: string[]) {
  return (await send(callRecordEndpoints.acceptCallRecords, { body: { ids } })).data;
}

function stateQuery(state: CallFilters['state']) {
  if (state === '') return { isOpen: 'true' } as const;
  return state === 'all' ? {} : { state };
}
