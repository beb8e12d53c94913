import { EventEmitter } from 'node:events';
import { Logger, run, type WorkerEvents } from 'graphile-worker';
import { retryingPool } from './retrying-pool.ts';
import type { WorkerOptions } from './worker-options.ts';
import type pg from 'pg';
import { acquireHeartbeat, releaseJobsOfDeadWorkers } from './worker-heartbeat.repository.ts';

/** graphile-worker logs each step; `job:error` passes on what an operator needs. */
export const silentLogger = new Logger(() => () => {});

/** A worker that has lost its database may wait for an answer that never comes (ms). */
const defaultShutdownTimeoutMs = 5_000;

export type WorkerRun = {
  ended: Promise<void>;
  /** Lets running jobs finish. */
  stop(): Promise<void>;
  /** Leaves running jobs to other workers. */
  abandon(): Promise<void>;
};

export async function startWorker(options: WorkerOptions): Promise<WorkerRun> {
  const { pool, handlers, log, shutdownTimeoutMs = defaultShutdownTimeoutMs } = options;
  const events: WorkerEvents = new EventEmitter();
  let workerId = '';
  events.on('pool:create', ({ workerPool }) => void (workerId = workerPool.id));
  events.on('job:error', ({ job, error }) =>
    log.warn({ err: error, job: job.task_identifier, attempt: job.attempts }, 'a job failed'),
  );
  const runner = await run({
    pgPool: retryingPool(pool),
    taskList: { ...handlers },
    crontab: options.crontab ?? '',
    events,
    logger: silentLogger,
    noHandleSignals: true,
    concurrency: options.concurrency ?? 3,
    pollInterval: options.pollIntervalMs ?? 1_000,
    // A batch that fails with the database rejects without a handler, which ends the process.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
  });
  const heartbeat = startHeartbeat(workerId, options);
  // The worker does not accept a second stop.
  const stopRunner = async (): Promise<void> => runner.stop().catch(() => undefined);
  const timedOut = new Promise<void>((resolve) => {
    events.once('pool:gracefulShutdown', () => void setTimeout(resolve, shutdownTimeoutMs).unref());
  });
  return {
    ended: Promise.race([runner.promise.catch(() => undefined), timedOut]),
    async stop() {
      await stopRunner();
      // Last, because it protects the jobs that still run.
      await heartbeat.stop();
    },
    async abandon() {
      void stopRunner();
      await heartbeat.stop();
    },
  };
}

/** Other processes take over the jobs of a dead one after at most this time (ms). */
const defaultIntervalMs = 5_000;

/** Shows that this process lives, and releases the jobs of processes that do not. */
function startHeartbeat(
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
