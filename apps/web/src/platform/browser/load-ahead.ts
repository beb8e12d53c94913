import { useIsFetching } from '@tanstack/react-query';
import { useEffect } from 'react';

/** Loads a part of the page after its data, so that it opens at once, and without a network. */
export function useLoadAhead(load: () => Promise<unknown>): void {
  const isFetching = useIsFetching() > 0;
  useEffect(() => {
    if (!isFetching) void load().catch(() => {});
  }, [isFetching, load]);
}
