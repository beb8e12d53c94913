import { useEffect } from 'react';
import { useSearchParams } from 'react-router';

type Options = { replace?: boolean; preventScrollReset?: boolean };
export type ChangeSearchParams = (
  change: (params: URLSearchParams) => URLSearchParams,
  options?: Options,
) => void;

/** One address for the page, so one for all parts that write to it. */
const pending: { current: { since: string; next: URLSearchParams } | null } = { current: null };

/**
 * What the address says behind `?`, and how to change it. The browser has an address before the page is drawn for it, and the router
 * forgets a change that comes before the last one has arrived: so a change is based on what is on its way, else on what the browser
 * has, and never on what is drawn.
 */
export function useSearchParamsState(): [URLSearchParams, ChangeSearchParams] {
  const [params, setParams] = useSearchParams();
  useEffect(() => {
    if (pending.current?.since !== window.location.href) pending.current = null;
  });
  useEffect(() => {
    // Coming back by the browser's own buttons to where it began must not find it, also before the page was drawn anew.
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
