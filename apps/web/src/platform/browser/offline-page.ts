import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { serviceWorkerUrl } from './service-worker-url.ts';

/** Time to draw the data, and to request more: the installation must not come in between. */
const drawMs = 300;

/**
 * Keeps the frame on the device for the next visit, in production builds only. Without it each
 * page works as before, it only needs the network to open. The first data comes before.
 */
export function useServiceWorker(): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return undefined;
    return afterFirstData(
      client,
      () => void navigator.serviceWorker.register(serviceWorkerUrl).catch(() => {}),
    );
  }, [client]);
}

/** Acts once no query waits for the network and what came is drawn. Returns what calls it off. */
export function afterFirstData(client: QueryClient, act: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = () => {
    clearTimeout(timer);
    timer = client.isFetching() > 0 ? undefined : setTimeout(start, drawMs);
  };
  const start = () => {
    stop();
    act();
  };
  // Each part that reads a query is an event too, and a page has dozens of them.
  const unsubscribe = client.getQueryCache().subscribe(({ type }) => {
    if (type === 'updated' || type === 'removed') look();
  });
  const stop = () => {
    clearTimeout(timer);
    unsubscribe();
  };
  look();
  return stop;
}

/** Acts once the first data is drawn, after `isWanted` has become true. */
export function useAfterFirstData(act: () => void, isWanted = true): void {
  const client = useQueryClient();
  const start = useEffectEvent(act);
  useEffect(
    () => (import.meta.env.PROD && isWanted ? afterFirstData(client, () => start()) : undefined),
    [client, isWanted],
  );
}

/** Keeps an attorney's page too, so that it opens without a network. */
export function useOfflinePage(): void {
  useEffect(() => {
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
    void navigator.serviceWorker.ready.then(({ active }) =>
      active?.postMessage('keep offline files', []),
    );
  }, []);
}
