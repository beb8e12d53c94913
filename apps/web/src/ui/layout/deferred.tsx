import { type ReactNode, useDeferredValue, useEffect } from 'react';

let isFirstPage = true;

/**
 * Whether to draw what is below the part that is seen first. On the first page of a visit that has
 * such a part it is drawn after the rest, in pieces, so that the page reacts meanwhile; on later
 * ones with the rest, so that Back finds the place to which it scrolls.
 */
export function useDeferred(): boolean {
  useEffect(() => {
    isFirstPage = false;
  }, []);
  return useDeferredValue(true, !isFirstPage);
}

export function Deferred({ children }: { children: ReactNode }) {
  return useDeferred() && children;
}
