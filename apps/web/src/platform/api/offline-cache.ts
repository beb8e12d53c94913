import { isUnanswered } from './api-error.ts';

const prefix = 'copy:';

/**
 * Returns the answer of `load`, or offline the last one. Copies are in the session storage,
 * because they name clients: they end with the tab or the sign-out. Without a copy throws what
 * `load` throws.
 */
export async function withOfflineCache<T>(name: string, load: () => Promise<T>): Promise<T> {
  try {
    const answer = await load();
    saveOfflineCopy(name, answer);
    return answer;
  } catch (error) {
    if (!isUnanswered(error)) throw error;
    const copy = sessionStorage.getItem(prefix + name);
    if (copy === null) throw error;
    return JSON.parse(copy) as T; // written by this function alone, from the same answer
  }
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
  for (const key of Object.keys(sessionStorage))
    if (key.startsWith(prefix)) sessionStorage.removeItem(key);
}
