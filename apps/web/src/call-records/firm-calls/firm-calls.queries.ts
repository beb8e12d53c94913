import { queryOptions } from '@tanstack/react-query';
import { callRecordEndpoints } from '@recoup/contract/call-records/endpoints';
import { entryDays } from '@recoup/contract/entries/entry-days';
import { periodDays } from '../../entries/lists/entry-period.ts';
import { isBackwards } from '../../entries/lists/firm-entries.queries.ts';
import { send } from '../../platform/api/api-client.ts';
import { subjectKey, read } from '../../platform/api/read.ts';
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
    queryKey: [...subjectKey('call-records'), 'firm', query] as const,
    queryFn: async ({ signal }): Promise<CallPage> =>
      isBackwards(days)
        ? { data: [], count: 0, attorneys: [], open: 0, sum: 0 }
        : send(callRecordEndpoints.listCallRecords, { query }, { signal }),
  });
}

/** Counts the calls of the firm that nobody recorded. */
export const openCallsQuery = read(
  callRecordEndpoints.listCallRecords,
  { query: { isOpen: 'true', page: 1, itemsPerPage: 1 } },
  { what: 'calls' },
);

/** The days and the attorney of the chosen calls; all days where none are chosen. */
export function callDays(filters: CallFilters) {
  const { from, to } = periodDays(filters, today());
  return {
    from: from || entryDays.first,
    to: to || today(),
    ...(filters.attorney !== '' && { attorney: filters.attorney }),
  };
}

function stateQuery(state: CallFilters['state']) {
  if (state === '') return { isOpen: 'true' } as const;
  return state === 'all' ? {} : { state };
}
