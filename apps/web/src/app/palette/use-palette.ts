import { useDebouncedValue } from '@mantine/hooks';
import type { CurrentUser } from '@recoup/contract/users/user';
import { keepPreviousData, useQueries } from '@tanstack/react-query';
import { queryKeys } from '../../platform/api/query-keys.ts';
import { type Group, isMatch, ownGroups } from './palette-items.ts';
import { sourcesFor } from './palette-sources.ts';

const searchAfterMs = 200;

export type Found = {
  groups: readonly Group[];
  isSearching: boolean;
  /** First error of the failed searches; undefined if all succeeded. */
  failure: { message: string; retry: () => void } | undefined;
};

/** Local pages at once, server results after a pause; overtaken searches are cancelled. */
export function usePalette(user: CurrentUser, typed: string): Found {
  const search = typed.trim();
  const [settled] = useDebouncedValue(search, searchAfterMs);
  const sources = sourcesFor(user);
  const results = useQueries({
    queries: sources.map(({ title, find }) => ({
      queryKey: [...queryKeys.palette, title, settled] as const,
      queryFn: ({ signal }: { signal: AbortSignal }) => find(settled, signal),
      placeholderData: keepPreviousData,
      enabled: settled !== '',
    })),
  });
  const own = ownGroups(user.role, search);
  if (search === '') return { groups: own, isSearching: false, failure: undefined };
  const found = results.map(({ data = [], isPlaceholderData }, index) => ({
    title: sources[index]?.title ?? '',
    // The answer to the letters before is narrowed at once.
    items:
      isPlaceholderData || settled !== search ? data.filter((item) => isMatch(item, search)) : data,
  }));
  const failed = results.filter(({ isError }) => isError);
  const [error] = failed.flatMap((each) => each.error ?? []);
  return {
    groups: [...own, ...found.filter(({ items }) => items.length > 0)],
    isSearching: settled !== search || results.some(({ isFetching }) => isFetching),
    failure: error && {
      message: error.message,
      retry: () => failed.forEach((each) => void each.refetch()),
    },
  };
}
