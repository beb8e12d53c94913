import { type Clock, minutes } from '../platform/core/clock.ts';
import type { Db } from '../platform/database/connections.ts';
import type { EventLog } from '../platform/security/security-log.ts';
import { deleteExpired } from './session/sessions.repository.ts';

/** Clears away old sessions, codes and counters every ten minutes until `stop()`; several processes may do it at once. */
export function startExpiryCleanup(options: { db: Db; clock: Clock; log: EventLog }): {
  stop(): void;
} {
  const { db, clock, log } = options;
  const sweep = async (): Promise<void> => {
    await deleteExpired(db, clock.now()).catch((error: unknown) =>
      log.error({ err: error }, 'old sessions could not be cleared away'),
    );
  };
  const timer = setInterval(() => void sweep(), minutes(10));
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
