import { type Clock, minutes } from '../platform/core/clock.ts';
import type { Db } from '../platform/database/connections.ts';
import type { EventLog } from '../platform/security/security-log.ts';
import { deleteExpired } from './expired-rows.repository.ts';

/** Runs every ten minutes until `stop()`; several processes may run it at once. */
export function startExpiryCleanup(options: { db: Db; clock: Clock; log: EventLog }): {
  stop(): void;
} {
  const { db, clock, log } = options;
  const cleanUp = async (): Promise<void> => {
    await deleteExpired(db, clock.now()).catch((error: unknown) =>
      log.error({ err: error }, 'expired sessions could not be deleted'),
    );
  };
  const timer = setInterval(() => void cleanUp(), minutes(10));
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
