import { useEffect } from 'react';
import { useSearchParams } from 'react-router';

type Options = { replace?: boolean; preventScrollReset?: boolean };
export type ChangeSearchParams = (
  change: (params: URLSearchParams) => URLSearchParams,
  options?: Options,
) => void;

/** Shared, because the page has one address. */
const pending: { current: { since: string; next: URLSearchParams } | null } = { current: null };

/**
 * The query parameters, and how to change them. The router forgets a change made before the
 * previous one has rendered, so a change starts from the pending parameters, else from the
 * browser's address.
 */
export function useSearchParamsState(): [URLSearchParams, ChangeSearchParams] {
  const [params, setParams] = useSearchParams();
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
  const change: ChangeSearchParams = (make, options) => {
    const since = window.location.href;
    const next = make(
      new URLSearchParams(
        pending.current?.since === since ? pending.current.next : window.location.search,
      ),
    );
    pending.current = { since, next };
    setParams(next, options);
  };
  return [params, change];
}

function forget(): void {
  pending.current = null;
}
