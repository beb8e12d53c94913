import { useSyncExternalStore } from 'react';

let running = 0;
const listeners = new Set<() => void>();

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
  return useSyncExternalStore(subscribe, () => running > 0);
}

function change(by: 1 | -1): void {
  running += by;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
