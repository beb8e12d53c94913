import { queryOptions } from '@tanstack/react-query';
import { callStates } from '@recoup/contract/call-records/rules';
import { callRecordEndpoints } from '@recoup/contract/call-records/endpoints';
import { entryDays } from '@recoup/contract/entries/entry-days';
import { lastReply, read, subjectKey } from '../../platform/api/read.ts';
import {
  filterQuery,
  type Filter,
  type FilterValues,
  type ListFilters,
  choiceFilter,
  periodFilters,
  recordFilter,
} from '../../platform/filters/filters.ts';
import { isBackwards, periodDays } from '../../platform/filters/period.ts';
import { today } from '../../platform/browser/local-day.ts';
import type { ListDefaults, ListView } from '../../ui/list/list-view.ts';
import type { CallPage } from '../open-calls/open-calls.queries.ts';

const attorneyFilter: Filter = {
  none: '',
  read: (text, params) => (text === 'none' ? text : recordFilter.read(text, params)),
};

/** Filters of the list. An empty `state` means undecided calls. */
export const callFilters = {
  ...periodFilters,
  state: choiceFilter(['all', ...callStates]),
  attorney: attorneyFilter,
};
export type CallFilters = ListFilters<typeof callFilters>;
export type CallFilterValues = FilterValues<typeof callFilters>;

export const callDefaults: ListDefaults = { size: 20 };

/** A page of the firm's calls, the oldest first, with the counts of its attorneys. */
export function firmCallsQuery(
  { state, ...filters }: CallFilterValues,
  view: Pick<ListView, 'page' | 'size'>,
) {
  const query = {
    ...stateQuery(state),
    ...filterQuery(filters),
    page: view.page,
    itemsPerPage: view.size,
  };
  const first = lastReply(callRecordEndpoints.listCallRecords, { query });
  return queryOptions({
    ...first,
    queryKey: [...subjectKey('call-records'), 'firm', query] as const,
    queryFn: async (context): Promise<CallPage> =>
      isBackwards(filters)
        ? { data: [], count: 0, attorneys: [], open: 0, sum: 0 }
        : first.queryFn(context),
  });
}

/** Counts the calls of the firm that nobody recorded. */
export const openCallsQuery = read(
  callRecordEndpoints.listCallRecords,
  { query: { isOpen: 'true', page: 1, itemsPerPage: 1 } },
  { what: 'calls' },
);

/** The days and the attorney of the chosen calls; all days where none are chosen. */
export function callDays(filters: CallFilterValues) {
  const { from, to } = periodDays(filters, today());
  return {
    from: from || entryDays.first,
    to: to || today(),
    ...(filters.attorney !== '' && { attorney: filters.attorney }),
  };
}

function stateQuery(state: CallFilterValues['state']) {
  if (state === '') return { isOpen: 'true' } as const;
  return state === 'all' ? {} : { state };
}
