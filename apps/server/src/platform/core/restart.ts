import { setTimeout as wait } from 'node:timers/promises';

type Options = {
  initialBackoffMs: number;
  maxBackoffMs: number;
  signal: AbortSignal;
  onError: (error: unknown) => void;
};

/** Starts again after ever longer pauses. Undefined once the signal is aborted. */
export async function restart<T extends { stop(): Promise<void> }>(
  start: () => Promise<T>,
  { initialBackoffMs, maxBackoffMs, signal, onError }: Options,
): Promise<T | undefined> {
  for (let backoff = initialBackoffMs; ; backoff = Math.min(2 * backoff, maxBackoffMs)) {
    await wait(backoff, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return undefined;
    try {
      const started = await start();
      if (!signal.aborted) return started;
      await started.stop();
    } catch (error) {
      onError(error);
    }
  }
}
