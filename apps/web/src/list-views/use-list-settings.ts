import { type ListName, listViewEndpoints } from '@recoup/contract/list-views/endpoints';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { read } from '../platform/api/read.ts';
import { may } from '../platform/session/may.ts';
import { useSearchParamsState } from '../ui/list/use-search-params-state.ts';

/** The user's saved views of a list, and the columns that it hides. */
export function listViewsQuery(list: ListName) {
  const options = { what: 'saved views', beginsWithLast: true };
  return read(listViewEndpoints.listListViews, { query: { list } }, options);
}

export type ListSettings = ReturnType<typeof useListSettings>;

/** The views and hidden columns of a list; a chosen view stands in the address. */
export function useListSettings(list: ListName) {
  const [params, change] = useSearchParamsState();
  const hasViews = may('list-views:read');
  const settings = useQuery({ ...listViewsQuery(list), enabled: hasViews });
  // The same array at each drawing, so that rows are not drawn again for it.
  const ofAddress = useMemo(() => hiddenByAddress(params), [params]);
  const hidden = ofAddress ?? settings.data?.hiddenColumns ?? none;
  return {
    list,
    hidden,
    /** Until then rows would change their columns. */
    isKnown: ofAddress !== undefined || !hasViews || !settings.isPending,
    /** A choice that is saved earlier would take the place of the one that was not read. */
    isRead: settings.dataUpdatedAt > 0,
    isFailed: settings.dataUpdatedAt === 0 && settings.isError,
    retry: () => void settings.refetch(),
    views: settings.data?.data ?? [],
    shownQuery: queryOfView(params, hidden),
    show: (query: string) => change(() => new URLSearchParams(query)),
    /** The user's own choice of columns counts again. */
    forgetColumns: () => {
      if (ofAddress !== undefined) change(withoutColumns, { replace: true });
    },
  };
}

const none: readonly string[] = [];

function withoutColumns(params: URLSearchParams): URLSearchParams {
  params.delete(hideParam);
  return params;
}

/** Query parameter for the columns that a view hides; set even if it hides none. */
const hideParam = 'hide';

/** The columns that the address hides; undefined where the user's own choice counts. */
export function hiddenByAddress(params: URLSearchParams): string[] | undefined {
  const text = params.get(hideParam);
  return text === null ? undefined : text.split(',').filter((key) => key !== '');
}

/** The query that a view stores: all parameters but the page, sorted. */
export function queryOfView(params: URLSearchParams, hidden: readonly string[]): string {
  const query = new URLSearchParams(params);
  query.delete('page');
  query.set(hideParam, hidden.toSorted().join(','));
  query.sort();
  return query.toString();
}
