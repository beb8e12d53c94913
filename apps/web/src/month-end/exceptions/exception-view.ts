import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { exceptionCodes } from '@recoup/contract/month-end/exceptions';
import {
  filterQuery,
  type FilterValues,
  type ListFilters,
  choiceFilter,
  readFilters,
  recordFilter,
} from '../../platform/filters/filters.ts';
import { readView } from '../../ui/list/list-view.ts';
import { exceptionsQuery } from '../month-end.queries.ts';
import { levels } from './exception-texts.ts';

export const exceptionFilters = {
  by: choiceFilter(['person', 'code'], 'person'),
  state: choiceFilter(['open', 'accepted'], 'open'),
  level: choiceFilter(levels),
  attorney: recordFilter,
  code: choiceFilter(exceptionCodes),
};
export type ExceptionView = FilterValues<typeof exceptionFilters>;
export type ExceptionListFilters = ListFilters<typeof exceptionFilters>;

export const exceptionDefaults = { size: 5 } as const;

/** The page of exceptions that the list shows. */
export function useFirstExceptions(to: string) {
  const [params] = useSearchParams();
  const view = readFilters(exceptionFilters, params);
  return useQuery(
    exceptionsQuery(narrowedExceptions(view, to), readView(params, exceptionDefaults)),
  );
}

/** Which exceptions up to a day, in any groups. */
export function narrowedExceptions({ by: _, ...view }: ExceptionView, to: string) {
  return { ...filterQuery(view), to };
}
