import { useEffect } from 'react';
import { serviceWorkerUrl } from './service-worker-url.ts';

/** Registers the service worker, for attorneys in production builds only. */
export function useOfflinePage(): void {
  useEffect(() => {
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
    // Without it the page works as before, it only needs the network to open.
    navigator.serviceWorker.register(serviceWorkerUrl).catch(() => undefined);
  }, []);
}
