import { useEffect, useRef } from 'react';
import { useLocation, useSearchParams } from 'react-router';

type Options = {
  replace?: boolean | undefined;
  /** A typed search: the first change is a step of the history, further ones replace it. */
  isTyped?: boolean;
  preventScrollReset?: boolean;
};
export type ChangeSearchParams = (
  change: (params: URLSearchParams) => URLSearchParams,
  options?: Options,
) => void;

/** Marks a step of the history that a typed search has made. */
const typed = 'typed';

/** Shared, because the page has one address. */
const pending: { current: { since: string; next: URLSearchParams } | null } = { current: null };

/**
 * The query parameters, and how to change them. The router forgets a change made before the
 * previous one has rendered, so a change starts from the pending parameters, else from the
 * browser's address.
 */
export function useSearchParamsState(): [URLSearchParams, ChangeSearchParams] {
  const [params, setParams] = useSearchParams();
  const isSearchStep = useLocation().state === typed;
  useEffect(() => {
    if (pending.current?.since !== window.location.href) pending.current = null;
  });
  useEffect(() => {
    // Back must not reuse a pending change.
    window.addEventListener('popstate', forget);
    return () => {
      window.removeEventListener('popstate', forget);
      forget();
    };
  }, []);
  const change: ChangeSearchParams = (make, { isTyped = false, ...options } = {}) => {
    const since = window.location.href;
    const next = make(
      new URLSearchParams(
        pending.current?.since === since ? pending.current.next : window.location.search,
      ),
    );
    pending.current = { since, next };
    const replace = options.replace ?? (isTyped && isSearchStep);
    const state = isTyped || (replace && isSearchStep) ? typed : undefined;
    setParams(next, { ...options, replace, state });
  };
  return [params, change];
}

/** Puts an address right that says something else than the page shows, as `?size=7` does. */
export function useTidyAddress(tidy: (params: URLSearchParams) => URLSearchParams): void {
  const [params, change] = useSearchParamsState();
  const tidied = useRef<string | null>(null);
  useEffect(() => {
    const address = params.toString();
    const isTidy = tidy(new URLSearchParams(params)).toString() === address;
    // Once for each address: until the navigation has ended, further renders have the old one.
    if (!isTidy && tidied.current !== address)
      change(tidy, { replace: true, preventScrollReset: true });
    tidied.current = isTidy ? null : address;
  });
}

function forget(): void {
  pending.current = null;
}
