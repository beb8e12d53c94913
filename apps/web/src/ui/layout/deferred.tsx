import { type ReactNode, useDeferredValue, useEffect } from 'react';
import { useLocation } from 'react-router';

// A reload and Back scroll to where the page was left.
let isFirstPage = performance
  .getEntriesByType('navigation')
  .some((opening) => 'type' in opening && opening.type === 'navigate');

/**
 * Whether to draw what is below the part that is seen first. On the first page of a visit that has
 * such a part it is drawn after the rest, in pieces, so that the page reacts meanwhile. On later
 * ones, after a reload and for a link to a part of the page it is drawn with the rest, so that the
 * place is there to which the page scrolls.
 */
export function useDeferred(): boolean {
  const { hash } = useLocation();
  useEffect(() => {
    isFirstPage = false;
  }, []);
  return useDeferredValue(true, !isFirstPage) || hash !== '';
}

export function Deferred({ children }: { children: ReactNode }) {
  return useDeferred() && children;
}
