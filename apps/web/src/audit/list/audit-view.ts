import { id } from '@recoup/contract/core/fields';
import { useSearchParams } from 'react-router';
import { type EntryPeriod, readPeriod } from '../../entries/lists/entry-period.ts';
import { useFilterChange } from '../../ui/search/use-filter-change.ts';
import { useTidyParams } from '../../ui/list/use-search-params-state.ts';

/** Filters of the log apart from the search; the address stores them. */
export type AuditFilters = EntryPeriod & Record<(typeof names)[number], string>;
export type ChangeFilters = (
  change: Partial<Record<keyof AuditFilters | 'search', string>>,
) => void;

const ids = ['firm', 'actor', 'subject', 'session'] as const;
const names = [...ids, 'action', 'address'] as const;
export const filterNames = [...names, 'period', 'from', 'to'] as const;
export const noFilters = Object.fromEntries(filterNames.map((name) => [name, '']));

/** Unreadable filters are ignored. */
export function useAuditFilters(): AuditFilters {
  const [params] = useSearchParams();
  const filters = readFilters(params);
  useTidyParams(filters);
  return filters;
}

/** Each change begins at page 1. */
export function useChangeFilters(): ChangeFilters {
  return useFilterChange();
}

function readFilters(params: URLSearchParams): AuditFilters {
  const readId = (name: string) => id.safeParse(params.get(name)).data ?? '';
  const text = (name: string) => (params.get(name) ?? '').slice(0, 100);
  return {
    firm: readId('firm'),
    actor: readId('actor'),
    subject: readId('subject'),
    session: readId('session'),
    action: text('action'),
    address: text('address'),
    ...readPeriod(params),
  };
}
