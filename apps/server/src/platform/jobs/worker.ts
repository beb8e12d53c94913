import { EventEmitter } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { Logger, run, type TaskList, type WorkerEvents } from 'graphile-worker';
import type { Logger as Log } from 'pino';
import type pg from 'pg';
import { retryingPool } from './retrying-pool.ts';
import { releaseJobsOfDeadWorkers, acquireHeartbeat } from './worker-heartbeat.repository.ts';

/** What is done with a job's payload. A job that throws is tried again later, after an ever longer pause. */
export type JobHandler = (payload: unknown) => Promise<void>;
export type JobHandlers = Readonly<Record<string, JobHandler>>;

/** The job queue tells its every step; only what needs somebody is passed on (see `startJobs`). */
export const silentLogger = new Logger(() => () => {});

/** At most this long (ms) after a process died its jobs are taken up by another one. */
const usualPulse = 5_000;

/** The queue ends itself when it loses its database, but may wait for an answer then that never comes (ms). */
const usualEnd = 5_000;

const firstPause = 500;
const longestPause = 5_000;

type Options = {
  pool: pg.Pool;
  handlers: JobHandlers;
  log: Pick<Log, 'warn'>;
  /** How long a queue that ends may take (ms). */
  longestEnd?: number;
  pulseEvery?: number;
};
/** `leave` waits for nobody: what still runs is taken up by another worker. */
type Shift = { ended: Promise<void>; stop(): Promise<void>; leave(): Promise<void> };

/**
 * Runs queued jobs until `stop()`, which lets those under way finish. A new job is heard of at once (LISTEN/NOTIFY).
 * The jobs of a process that was killed are freed within seconds, so a handler must bear to be run twice. A queue that lost its database
 * with a job in its hands ends, and is begun anew once the database is back.
 */
export async function startJobs(options: Options): Promise<{ stop(): Promise<void> }> {
  const stopping = new AbortController();
  let shift: Shift | undefined = await startShift(options);
  const ended = keepWorking();
  return {
    async stop() {
      stopping.abort();
      await shift?.stop();
      await ended;
    },
  };

  async function keepWorking(): Promise<void> {
    while (shift) {
      await shift.ended;
      if (stopping.signal.aborted) return;
      options.log.warn({}, 'the job queue has lost its database and begins anew');
      await shift.leave();
      shift = await startAgain(options, stopping.signal);
    }
  }
}

/** Undefined when it was told to stop meanwhile. */
async function startAgain(options: Options, stopping: AbortSignal): Promise<Shift | undefined> {
  for (let pause = firstPause; ; pause = Math.min(2 * pause, longestPause)) {
    await wait(pause, undefined, { signal: stopping }).catch(() => undefined);
    if (stopping.aborted) return undefined;
    try {
      const shift = await startShift(options);
      if (!stopping.aborted) return shift;
      await shift.stop();
    } catch (error) {
      options.log.warn({ err: error }, 'the job queue does not begin yet');
    }
  }
}

async function startShift({
  pool,
  handlers,
  log,
  longestEnd = usualEnd,
  pulseEvery = usualPulse,
}: Options): Promise<Shift> {
  const events: WorkerEvents = new EventEmitter();
  const worker = { id: '' };
  events.on('pool:create', ({ workerPool }) => void (worker.id = workerPool.id));
  events.on('job:error', ({ job, error }) =>
    log.warn({ err: error, job: job.task_identifier, attempt: job.attempts }, 'a job failed'),
  );
  const taskList: TaskList = Object.fromEntries(
    Object.entries(handlers).map(([name, handle]) => [
      name,
      async (payload: unknown) => handle(payload),
    ]),
  );
  const runner = await run({
    pgPool: retryingPool(pool),
    taskList,
    events,
    logger: silentLogger,
    noHandleSignals: true,
    concurrency: 3,
    pollInterval: 1_000,
    // Without batches nobody waits for the note that a job has ended: it fails with the database, and the whole process would end with it.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
  });
  const pulse = keepPulse(worker.id, { pool, log, pulseEvery });
  const isOver = new Promise<void>((resolve) => {
    events.once('pool:gracefulShutdown', () => void setTimeout(resolve, longestEnd).unref());
  });
  const ended = Promise.race([runner.promise.catch(() => undefined), isOver]);
  return {
    ended,
    async leave() {
      void runner.stop().catch(() => undefined);
      await pulse.stop();
    },
    async stop() {
      // It refuses to be stopped twice.
      await runner.stop().catch(() => undefined);
      // Not before: until the last job has ended it is in good hands.
      await pulse.stop();
    },
  };
}

type Pulse = Pick<Options, 'pool' | 'log'> & { pulseEvery: number };

/** Shows that this process lives, and frees the jobs of those that do not. */
function keepPulse(workerId: string, { pool, log, pulseEvery }: Pulse): { stop(): Promise<void> } {
  const state: { client?: pg.PoolClient } = {};
  const beat = async (): Promise<void> => {
    try {
      state.client ??= await acquireHeartbeat(pool, workerId);
      await releaseJobsOfDeadWorkers(state.client, workerId);
    } catch (error) {
      log.warn({ err: error }, 'the job queue could not be swept');
      state.client?.release(true);
      delete state.client;
    }
  };
  let beating = beat();
  const timer = setInterval(() => void (beating = beating.then(beat)), pulseEvery);
  return {
    async stop() {
      clearInterval(timer);
      await beating;
      state.client?.release(true);
    },
  };
}
