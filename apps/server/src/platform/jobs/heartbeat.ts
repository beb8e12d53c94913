import type pg from 'pg';
import type { WorkerOptions } from './worker-options.ts';
import { acquireHeartbeat, releaseJobsOfDeadWorkers } from './worker-heartbeat.repository.ts';

/** Other processes take over the jobs of a dead one after at most this time (ms). */
const defaultIntervalMs = 5_000;

/** Shows that this process lives, and releases the jobs of processes that do not. */
export function startHeartbeat(
  workerId: string,
  { pool, log, heartbeatIntervalMs = defaultIntervalMs }: WorkerOptions,
): { stop(): Promise<void> } {
  let client: pg.PoolClient | undefined;
  const tick = async (): Promise<void> => {
    try {
      client ??= await acquireHeartbeat(pool, workerId);
      await releaseJobsOfDeadWorkers(client, workerId);
    } catch (error) {
      log.warn({ err: error }, 'the heartbeat of the job queue failed');
      client?.release(true);
      client = undefined;
    }
  };
  let ticking = tick();
  const timer = setInterval(() => void (ticking = ticking.then(tick)), heartbeatIntervalMs);
  return {
    async stop() {
      clearInterval(timer);
      await ticking;
      client?.release(true);
    },
  };
}
