import { useEffect } from 'react';

const signs = ['pointermove', 'pointerdown', 'keydown'] as const;

/**
 * Loads a part of the page at the user's first movement or key. At once it would keep the processor
 * of a phone busy while the page is drawn. The service worker keeps its files for offline use.
 */
export function useLoadBeforeUse(load: () => Promise<unknown>): void {
  // The input of the window is outside React.
  useEffect(() => {
    const start = () => {
      stop();
      void load().catch(() => {});
    };
    const stop = () => signs.forEach((sign) => window.removeEventListener(sign, start));
    signs.forEach((sign) => window.addEventListener(sign, start, { passive: true }));
    return stop;
  }, [load]);
}
