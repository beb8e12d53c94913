import { id } from '@recoup/contract/core/fields';
import { useSearchParams } from 'react-router';
import { type EntryPeriod, readPeriod } from './entry-period.ts';
import { useFilterChange } from '../../ui/search/use-filter-change.ts';
import { useTidyParams } from '../../ui/list/use-search-params-state.ts';

/** Filters of the list, beside the search; stored in the URL. */
export type EntryFilters = EntryPeriod & {
  attorney: string;
  matter: string;
  disbursementType: string;
  exported: '' | 'true' | 'false';
};
export type ChangeFilters = (
  change: Partial<Record<keyof EntryFilters | 'search', string>>,
) => void;

export const filterNames = [
  'attorney',
  'matter',
  'disbursementType',
  'exported',
  'period',
  'from',
  'to',
] as const satisfies (keyof EntryFilters)[];
export const noFilters = Object.fromEntries(filterNames.map((name) => [name, '']));

export const exportedOptions = [
  { value: 'false', label: 'Not exported' },
  { value: 'true', label: 'Exported' },
] as const;

/** Unreadable filters are ignored. */
export function useEntryFilters(): EntryFilters {
  const [params] = useSearchParams();
  const read = (name: string) => id.safeParse(params.get(name)).data ?? '';
  const filters: EntryFilters = {
    attorney: read('attorney'),
    matter: read('matter'),
    disbursementType: read('disbursementType'),
    exported: (['true', 'false'] as const).find((each) => each === params.get('exported')) ?? '',
    ...readPeriod(params),
  };
  useTidyParams(filters);
  return filters;
}

/** Each change begins at page 1. */
export function useChangeFilters(): ChangeFilters {
  return useFilterChange();
}
