import { useSyncExternalStore } from 'react';
import { createStore } from '../../ui/lib/store.ts';

const running = createStore(0);

/** Counts a request as running until it settles. */
export async function trackActivity<T>(work: () => Promise<T>): Promise<T> {
  change(1);
  try {
    return await work();
  } finally {
    change(-1);
  }
}

/** Whether a request to the server is under way. */
export function useHttpActivity(): boolean {
  return useSyncExternalStore(running.subscribe, () => running.get() > 0);
}

function change(by: 1 | -1): void {
  running.set(running.get() + by);
}
