import { type CallState, callStates } from '@recoup/contract/call-records/rules';
import { id } from '@recoup/contract/core/fields';
import { useSearchParams } from 'react-router';
import { type EntryPeriod, readPeriod } from '../../entries/lists/entry-period.ts';
import { useFilterChange } from '../../ui/search/use-filter-change.ts';
import { useTidyParams } from '../../ui/list/use-search-params-state.ts';

/** Filters of the list, stored in the URL. An empty `state` means undecided calls. */
export type CallFilters = EntryPeriod & { state: '' | 'all' | CallState; attorney: string };
export type ChangeCallFilters = (change: Partial<Record<keyof CallFilters, string>>) => void;

/** Unreadable filters are ignored. */
export function useCallFilters(): CallFilters {
  const [params] = useSearchParams();
  const filters = readFilters(params);
  useTidyParams(filters);
  return filters;
}

function readFilters(params: URLSearchParams): CallFilters {
  const attorney = params.get('attorney');
  return {
    ...readPeriod(params),
    state: (['all', ...callStates] as const).find((each) => each === params.get('state')) ?? '',
    attorney: attorney === 'none' ? 'none' : (id.safeParse(attorney).data ?? ''),
  };
}

/** Each change begins at page 1. */
export function useChangeFilters(): ChangeCallFilters {
  return useFilterChange();
}
