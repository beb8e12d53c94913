import type { Logger as Log } from 'pino';
import type pg from 'pg';

/** Works on a job's payload. A job that throws is tried again after ever longer pauses. */
export type JobHandler = (payload: unknown) => Promise<void>;
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
