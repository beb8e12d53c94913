import { type Clock, minutes } from '../platform/core/clock.ts';
import type { Db } from '../platform/database/connections.ts';
import type { EventLog } from '../platform/security/security-log.ts';
import { deleteExpired } from './expired-rows.repository.ts';

type Deletion = (db: Db, now: Date) => Promise<void>;
type CleanupOptions = { db: Db; clock: Clock; log: EventLog; deleteMore: Deletion };

/**
 * Runs every ten minutes until `stop()`; several processes may run it at once. `deleteMore` deletes
 * what has expired in other rooms.
 */
export function startExpiryCleanup(options: CleanupOptions): { stop(): void } {
  const { db, clock, log, deleteMore } = options;
  const cleanUp = async (): Promise<void> => {
    for (const run of [deleteExpired, deleteMore])
      await run(db, clock.now()).catch((error: unknown) =>
        log.error({ err: error }, 'expired rows could not be deleted'),
      );
  };
  const timer = setInterval(() => void cleanUp(), minutes(10));
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
