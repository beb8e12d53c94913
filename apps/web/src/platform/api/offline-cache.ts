import { ApiError } from './api-error.ts';

const prefix = 'copy:';

/**
 * The answer of `load`, or without a network the copy of the last one. Copies live in the session storage, as the token does: they survive
 * a reload, and go with the tab and with the sign-out, because they name clients. Throws what `load` throws where there is no copy.
 */
export async function withOfflineCache<T>(name: string, load: () => Promise<T>): Promise<T> {
  try {
    const answer = await load();
    saveOfflineCopy(name, answer);
    return answer;
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'network') throw error;
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
