import { setTimeout as wait } from 'node:timers/promises';
import { lastingError, StartupError, toStartupError } from './startup-error.ts';

/** How long (ms) the start waits for an external database. */
const defaultMaxWaitMs = 5 * 60_000;

/**
 * Retries until the external database answers; calls `report` with each new reason.
 * Throws StartupError when waiting cannot help, or has not.
 */
export async function waitForDatabase<T>(
  work: () => Promise<T>,
  options: { report: (reason: string) => void; signal: AbortSignal; maxWaitMs?: number },
): Promise<T> {
  const { report, signal, maxWaitMs = defaultMaxWaitMs } = options;
  const endsAt = Date.now() + maxWaitMs;
  let reported = '';
  for (let pause = 200; ; pause = Math.min(2 * pause, 5_000)) {
    try {
      return await work();
    } catch (error) {
      const reason = toStartupError(error);
      if (
        error instanceof StartupError ||
        (error instanceof Error && lastingError(error) !== undefined)
      )
        throw new StartupError(reason, { cause: error });
      const seconds = Math.round(maxWaitMs / 1_000);
      if (Date.now() + pause > endsAt)
        throw new StartupError(`The database was not ready within ${seconds} seconds. ${reason}`, {
          cause: error,
        });
      if (reason !== reported) report(reason);
      reported = reason;
      await wait(pause, undefined, { signal });
    }
  }
}
