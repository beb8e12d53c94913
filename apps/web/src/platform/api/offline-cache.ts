import { isUnanswered, signedOutError } from './api-error.ts';

const prefix = 'copy:';

/** How many sessions have ended in this document. */
let endedSessions = 0;

/**
 * Returns the answer of `load`, or offline the last one. Copies are in the session storage,
 * because they name clients: they end with the tab or the sign-out. Without a copy throws what
 * `load` throws.
 */
export async function withOfflineCache<T>(name: string, load: () => Promise<T>): Promise<T> {
  const before = endedSessions;
  try {
    const answer = await load();
    // The user has signed out meanwhile.
    if (endedSessions !== before) throw signedOutError();
    saveOfflineCopy(name, answer);
    return answer;
  } catch (error) {
    if (!isUnanswered(error)) throw error;
    const copy = readOfflineCopy(name);
    if (copy === undefined) throw error;
    return copy as T; // saved above
  }
}

/** Reads what `saveOfflineCopy` saved under this name. */
export function readOfflineCopy(name: string): unknown {
  const copy = sessionStorage.getItem(prefix + name);
  return copy === null ? undefined : JSON.parse(copy);
}

/** A full storage costs the copy alone. */
export function saveOfflineCopy(name: string, answer: unknown): void {
  try {
    sessionStorage.setItem(prefix + name, JSON.stringify(answer));
  } catch {
    sessionStorage.removeItem(prefix + name);
  }
}

/** Called when the session ends. */
export function clearOfflineCache(): void {
  endedSessions += 1;
  for (const key of Object.keys(sessionStorage))
    if (key.startsWith(prefix)) sessionStorage.removeItem(key);
}
