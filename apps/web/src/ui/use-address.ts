import { useEffect } from 'react';
import { useLocation, useSearchParams } from 'react-router';

type Options = { readonly replace?: boolean; readonly preventScrollReset?: boolean };
export type ChangeAddress = (change: (params: URLSearchParams) => URLSearchParams, options?: Options) => void;

/** One address for the page, so one for all parts that write to it. */
const onItsWay: { current: { since: string; next: URLSearchParams } | null } = { current: null };

/**
 * What the address says behind `?`, and how to change it. The router forgets a change that comes before the last one has arrived, so
 * what is on its way is the ground of the next.
 */
export function useAddress(): [URLSearchParams, ChangeAddress] {
  const [params, setParams] = useSearchParams();
  const { pathname } = useLocation();
  const now = `${pathname}?${params}`;
  useEffect(() => {
    // Arrived, or left by the browser's own buttons: coming back to where it began must not find it.
    if (onItsWay.current?.since !== now) onItsWay.current = null;
  }, [now]);
  const change: ChangeAddress = (make, options) => {
    const next = make(new URLSearchParams(onItsWay.current?.since === now ? onItsWay.current.next : params));
    onItsWay.current = { since: now, next };
    setParams(next, options);
  };
  return [params, change];
}
