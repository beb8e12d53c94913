import { useEffect } from 'react';
import { serviceWorkerUrl } from './service-worker-url.ts';

/** Keeps the page itself on the device, so that it opens without a network. Only for who works on the road; a build alone has the worker. */
export function useOfflinePage(): void {
  useEffect(() => {
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
    // Without it the page works as before, it only needs the network to open.
    navigator.serviceWorker.register(serviceWorkerUrl).catch(() => undefined);
  }, []);
}
