import { restart } from '../core/restart.ts';
import { EventEmitter } from 'node:events';
import { Logger, run, type WorkerEvents } from 'graphile-worker';
import type pg from 'pg';
import { acquireHeartbeat, releaseJobsOfDeadWorkers } from './jobs.repository.ts';
import { canCommit } from '../database/dead-connection-watchdog.ts';
import { isDatabaseUnavailable } from '../database/error-codes.ts';
import type { Logger as Log } from 'pino';
import { clockToleranceMs } from './schedule-check.ts';

const backoff = { initialBackoffMs: 500, maxBackoffMs: 5_000 };

/**
 * Runs queued jobs until `stop()`, which lets running jobs finish. Other processes take over the
 * jobs of a killed process within seconds, so a handler must tolerate a second run. The worker
 * restarts after it has lost its database during a job (docs/decisions/0024).
 */
export async function startJobs(options: WorkerOptions): Promise<{ stop(): Promise<void> }> {
  const stopping = new AbortController();
  let current: WorkerRun | undefined = await startWorker(options);
  const keepRunning = async (): Promise<void> => {
    while (current) {
      const end = await current.ended;
      if (stopping.signal.aborted) return;
      options.log.warn({}, `the job queue restarts: ${end}`);
      await (end === clockWentBack ? current.stop() : current.abandon());
      current = await restart(async () => startWorker(options), {
        ...backoff,
        signal: stopping.signal,
        onError: (error) => options.log.warn({ err: error }, 'the job queue cannot restart yet'),
      });
    }
  };
  const ended = keepRunning();
  return {
    async stop() {
      stopping.abort();
      await current?.stop();
      await ended;
    },
  };
}

/** graphile-worker logs each step; `job:error` passes on what an operator needs. */
export const silentLogger = new Logger(() => () => {});

/** A worker that has lost its database may wait for an answer that never comes (ms). */
const defaultShutdownTimeoutMs = 5_000;

const databaseLost = 'it has lost its database';
const clockWentBack = 'the clock of this machine was ahead, and went back';

type WorkerRun = {
  ended: Promise<typeof databaseLost | typeof clockWentBack>;
  /** Lets running jobs finish. */
  stop(): Promise<void>;
  /** Leaves running jobs to other workers. */
  abandon(): Promise<void>;
};

async function startWorker(options: WorkerOptions): Promise<WorkerRun> {
  const { pool, handlers, log, shutdownTimeoutMs = defaultShutdownTimeoutMs } = options;
  const events: WorkerEvents = new EventEmitter();
  let workerId = '';
  events.on('pool:create', ({ workerPool }) => void (workerId = workerPool.id));
  events.on('job:error', ({ job, error }) => {
    if (error instanceof LoggedError) return;
    log.warn({ err: error, job: job.task_identifier, attempt: job.attempts }, 'a job failed');
  });
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
  const lost = Promise.race([runner.promise.catch(() => undefined), timedOut]).then(
    (): typeof databaseLost => databaseLost,
  );
  return {
    ended: Promise.race([lost, waitsTooLong(events)]),
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

/** The crontab of graphile-worker waits for the minute that it had planned before. */
async function waitsTooLong(events: WorkerEvents): Promise<typeof clockWentBack> {
  return new Promise((resolve) => {
    events.on('cron:prematureTimer', ({ currentTimestamp, expectedTimestamp }) => {
      if (expectedTimestamp - currentTimestamp > clockToleranceMs) resolve(clockWentBack);
    });
  });
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
      client = undefined;
    },
  };
}

/** "The database system is starting up": graphile-worker retries for hours after this code. */
const retryableCode = '57P03';

/**
 * The pool as graphile-worker needs it. It does not await its own updates of a finished job, and
 * retries them after few codes; the error of a lost connection would end the process.
 */
export function retryingPool(pool: pg.Pool): pg.Pool {
  const connect = (callback?: ConnectCallback) =>
    callback ? pool.connect(releasingOnce(callback)) : connectRetrying(pool);
  return override(pool, 'connect', connect);
}

/** The worker listens on such a connection, and reconnects by itself. */
type ConnectCallback = Parameters<pg.Pool['connect']>[0];

/** A worker that ends while its connection breaks releases it twice. */
function releasingOnce(callback: ConnectCallback): ConnectCallback {
  return (error, client, release) => {
    let isReleased = false;
    callback(error, client, (reason) => {
      if (!isReleased) release(reason);
      isReleased = true;
    });
  };
}

async function connectRetrying(pool: pg.Pool): Promise<pg.PoolClient> {
  if (!canCommit(pool)) throw Object.assign(new Error('commits wait'), { code: retryableCode });
  const client = await withRetryableError(pool.connect());
  return override(client, 'query', async (...args: Parameters<typeof client.query>) =>
    withRetryableError(client.query(...args)),
  );
}

async function withRetryableError<T>(work: Promise<T> | T): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof Error && isDatabaseUnavailable(error)
      ? Object.assign(error, { code: retryableCode })
      : error;
  }
}

/** The same object with another function under one name. */
function override<T extends object>(target: T, name: keyof T, replacement: unknown): T {
  return new Proxy(target, {
    get: (_, property) => {
      if (property === name) return replacement;
      const value: unknown = Reflect.get(target, property);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

/** A failure that the handler has logged itself; the job is tried again. */
export class LoggedError extends Error {}

/** Works on a job's payload. A job that throws is tried again after ever longer pauses. */
type JobHandler = (payload: unknown) => Promise<void>;
export type JobHandlers = Readonly<Record<string, JobHandler>>;

export type WorkerOptions = {
  pool: pg.Pool;
  handlers: JobHandlers;
  /** Jobs by the time of day, in UTC; each runs in one process of all. */
  crontab?: string;
  /** Jobs at a time in this process. */
  concurrency?: number;
  /** Each slot polls for jobs of a later time; a new job wakes the worker at once. */
  pollIntervalMs?: number;
  log: Pick<Log, 'warn'>;
  shutdownTimeoutMs?: number;
  heartbeatIntervalMs?: number;
};
