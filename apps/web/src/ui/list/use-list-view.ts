import { useRef, useEffect } from 'react';
import { type ListView, type ListDefaults, writeView, readView } from './list-view.ts';
import { useSearchParamsState, useTidyAddress } from './use-search-params-state.ts';

export type Change = (change: Partial<ListView>, options?: { replace?: boolean }) => void;

export function useListView(defaults: ListDefaults): [ListView, Change] {
  const [params, changeAddress] = useSearchParamsState();
  const change: Change = (wanted, options) =>
    changeAddress((now) => writeView(now, wanted, defaults), {
      ...options,
      isTyped: wanted.search !== undefined,
      preventScrollReset: true,
    });
  useTidyAddress((now) => writeView(now, {}, defaults));
  return [readView(params, defaults), change];
}

/** A page past the end becomes the last page. */
export function useLastPage({
  page,
  pages,
  change,
}: {
  page: number;
  pages: number | undefined;
  change: Change;
}): void {
  const corrected = useRef<number | null>(null);
  useEffect(() => {
    const isPastEnd = pages !== undefined && page > pages;
    // Once for each page: until the navigation has ended, further renders still have the old one.
    if (isPastEnd && corrected.current !== page) change({ page: pages }, { replace: true });
    corrected.current = isPastEnd ? page : null;
  });
}
