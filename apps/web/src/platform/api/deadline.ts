import { lateError } from './api-error.ts';

/**
 * How long (ms) an answer is waited for: of a read, of a write or of the next piece of a file, and
 * of what takes minutes with much data.
 */
export const deadlines = { read: 30_000, write: 60_000, minutes: 600_000 } as const;

/** Waits so long (ms) from now on. */
export type Extend = (ms: number) => void;

/**
 * Ends the work by its signal after so many milliseconds, and throws `lateError` then; until then
 * it follows the signal of its caller.
 */
export async function withDeadline<T>(
  ms: number,
  outer: AbortSignal | undefined,
  work: (signal: AbortSignal, extend: Extend) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const { signal } = controller;
  const end = (): void => controller.abort(lateError());
  let timer = setTimeout(end, ms);
  const extend = (next: number): void => {
    clearTimeout(timer);
    timer = setTimeout(end, next);
  };
  const follow = (): void => controller.abort(outer?.reason);
  // Requests of the script in index.html do not follow this signal.
  const ended = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error)); // an error by default
  });
  outer?.addEventListener('abort', follow);
  if (outer?.aborted) follow();
  try {
    return await Promise.race([ended, work(signal, extend)]);
  } finally {
    clearTimeout(timer);
    outer?.removeEventListener('abort', follow);
  }
}
