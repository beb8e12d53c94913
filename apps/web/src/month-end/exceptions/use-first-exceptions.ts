import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { readView as readListView } from '../../ui/list/list-view.ts';
import { exceptionsQuery } from '../month-end.queries.ts';
import { readView } from './use-exception-view.ts';

export const exceptionDefaults = { size: 5 } as const;

/** The page of exceptions that the list shows. */
export function useFirstExceptions(to: string) {
  const [params] = useSearchParams();
  const { by: _, ...filters } = { ...readView(params), to };
  return useQuery(exceptionsQuery(filters, readListView(params, exceptionDefaults)));
}
