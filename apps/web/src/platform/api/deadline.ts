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
  let isLate = false;
  const end = (): void => {
    isLate = true;
    controller.abort();
  };
  let timer = setTimeout(end, ms);
  const extend = (next: number): void => {
    clearTimeout(timer);
    timer = setTimeout(end, next);
  };
  const follow = (): void => controller.abort(outer?.reason);
  // What a script sent before the program was there knows no signal.
  const ended = new Promise<never>((_, reject) => {
    controller.signal.addEventListener('abort', () => reject(abortError(outer)));
  });
  outer?.addEventListener('abort', follow, { once: true });
  if (outer?.aborted === true) follow();
  try {
    return await Promise.race([ended, work(controller.signal, extend)]);
  } catch (thrown) {
    throw isLate ? lateError() : thrown;
  } finally {
    clearTimeout(timer);
    outer?.removeEventListener('abort', follow);
  }
}

function abortError(outer: AbortSignal | undefined): Error {
  const reason: unknown = outer?.reason;
  return reason instanceof Error ? reason : new DOMException('The request ended.', 'AbortError');
}
