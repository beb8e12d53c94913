import { useEffect } from 'react';
import { serviceWorkerUrl } from './service-worker-url.ts';

/** Time for the first page, whose data comes first. */
const restMs = 2_000;

/**
 * Keeps the frame on the device for the next visit, in production builds only. Without it each
 * page works as before, it only needs the network to open.
 */
export function useKeptFrame(): void {
  useEffect(() => {
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return undefined;
    const register = () => void navigator.serviceWorker.register(serviceWorkerUrl).catch(() => {});
    const timer = setTimeout(register, restMs);
    return () => clearTimeout(timer);
  }, []);
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

/**
 * Loads the page again when the worker of a new release has taken over. A page that the user has
 * touched stays: the next visit is of the new release.
 */
export function followReleases(): void {
  if (!navigator.serviceWorker?.controller) return;
  let isTouched = false;
  const touch = () => (isTouched = true);
  window.addEventListener('pointerdown', touch, { once: true });
  window.addEventListener('keydown', touch, { once: true });
  navigator.serviceWorker.addEventListener(
    'controllerchange',
    () => {
      if (!isTouched) window.location.reload();
    },
    { once: true },
  );
}
