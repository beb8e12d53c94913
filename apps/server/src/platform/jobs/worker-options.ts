import type { Logger as Log } from 'pino';
import type pg from 'pg';

/** Works on a job's payload. A job that throws is tried again after ever longer pauses. */
export type JobHandler = (payload: unknown) => Promise<void>;
export type JobHandlers = Readonly<Record<string, JobHandler>>;

export type WorkerOptions = {
  pool: pg.Pool;
  handlers: JobHandlers;
  log: Pick<Log, 'warn'>;
  shutdownTimeoutMs?: number;
  heartbeatIntervalMs?: number;
};
