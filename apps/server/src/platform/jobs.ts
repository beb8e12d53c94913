import { EventEmitter } from 'node:events';
import { Logger, run, type TaskList, type WorkerEvents } from 'graphile-worker';
import type { Logger as Log } from 'pino';
import type pg from 'pg';
import { freeJobsOfTheDead, holdPulse } from './jobs.repository.ts';

/** What is done with a job's payload. A job that throws is tried again later, after an ever longer pause. */
export type JobHandler = (payload: unknown) => Promise<void>;
export type JobHandlers = Readonly<Record<string, JobHandler>>;

/** The job queue tells its every step; only what needs somebody is passed on (see `startJobs`). */
export const quietLogger = new Logger(() => () => {});

/** At most this long (ms) after a process died its jobs are taken up by another one. */
const pulseEvery = 5_000;

/**
 * Runs queued jobs until `stop()`, which lets those under way finish. A new job is heard of at once (LISTEN/NOTIFY).
 * The jobs of a process that was killed are freed within seconds, so a handler must bear to be run twice.
 */
export async function startJobs(options: {
  pool: pg.Pool;
  handlers: JobHandlers;
  log: Pick<Log, 'warn'>;
}): Promise<{ stop(): Promise<void> }> {
  const { pool, handlers, log } = options;
  const events: WorkerEvents = new EventEmitter();
  const worker = { id: '' };
  events.on('pool:create', ({ workerPool }) => void (worker.id = workerPool.id));
  events.on('job:error', ({ job, error }) => log.warn({ err: error, job: job.task_identifier, attempt: job.attempts }, 'a job failed'));
  const taskList: TaskList = Object.fromEntries(
    Object.entries(handlers).map(([name, handle]) => [name, async (payload: unknown) => handle(payload)]),
  );
  const runner = await run({
    pgPool: pool,
    taskList,
    events,
    logger: quietLogger,
    noHandleSignals: true,
    concurrency: 3,
    pollInterval: 1_000,
  });
  const pulse = keepPulse(pool, worker.id, log);
  return {
    async stop() {
      await runner.stop();
      // Not before: until the last job has ended it is in good hands.
      await pulse.stop();
    },
  };
}

/** Shows that this process lives, and frees the jobs of those that do not. */
function keepPulse(pool: pg.Pool, workerId: string, log: Pick<Log, 'warn'>): { stop(): Promise<void> } {
  const state: { client?: pg.PoolClient } = {};
  const beat = async (): Promise<void> => {
    try {
      state.client ??= await holdPulse(pool, workerId);
      await freeJobsOfTheDead(state.client, workerId);
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
