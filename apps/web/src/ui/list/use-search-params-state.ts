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

/** A change that the browser has not shown: `at` is the address that it has led to. */
type Pending = { since: string; at: string; next: URLSearchParams };

/** Shared, because the page has one address. */
const pending: { current: Pending | null } = { current: null };

/**
 * The query parameters, and how to change them. The router forgets a change made before the
 * previous one has rendered, so a change starts from the pending parameters, else from the
 * browser's address. Changes of one turn, of which the browser shows the last alone, are one step
 * of the history.
 */
export function useSearchParamsState(): [URLSearchParams, ChangeSearchParams] {
  const [params, setParams] = useSearchParams();
  const isSearchStep = useLocation().state === typed;
  useForgetting(params);
  const change: ChangeSearchParams = (make, { isTyped = false, ...options } = {}) => {
    const { href: since } = window.location;
    const { current, isUnseen } = readCurrent(since);
    const next = make(current);
    const replace = options.replace ?? (isUnseen || (isTyped && isSearchStep));
    const state = isTyped || (replace && isSearchStep) ? typed : undefined;
    pending.current = { since, at: since, next };
    setParams(next, { ...options, replace, state });
    pending.current = { since, at: window.location.href, next };
  };
  return [params, change];
}

/** The parameters that a change at this address starts from; `isUnseen` if they were not shown. */
function readCurrent(href: string): { current: URLSearchParams; isUnseen: boolean } {
  const before = pending.current;
  if (before?.since === href) return { current: new URLSearchParams(before.next), isUnseen: false };
  return { current: new URLSearchParams(window.location.search), isUnseen: before?.at === href };
}

/** Forgets a change that the page has shown, or that the user went back from. */
function useForgetting(params: URLSearchParams): void {
  useEffect(() => {
    const { href, search } = window.location;
    const drawn = pending.current;
    if (drawn === null || drawn.since === href) return;
    if (params.toString() !== new URLSearchParams(search).toString()) return;
    // Not before the browser has shown it: keys that are waiting come within one turn.
    setTimeout(() => pending.current === drawn && forget());
  });
  useEffect(() => {
    // Back must not reuse a pending change.
    window.addEventListener('popstate', forget);
    return () => {
      window.removeEventListener('popstate', forget);
      forget();
    };
  }, []);
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
