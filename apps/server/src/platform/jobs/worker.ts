import { setTimeout as wait } from 'node:timers/promises';
import type { WorkerOptions } from './worker-options.ts';
import { startWorker, type WorkerRun } from './worker-run.ts';

const initialBackoffMs = 500;
const maxBackoffMs = 5_000;

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
      await current.ended;
      if (stopping.signal.aborted) return;
      options.log.warn({}, 'the job queue has lost its database and restarts');
      await current.abandon();
      current = await restart(options, stopping.signal);
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

/** Returns undefined when the process stops. */
async function restart(
  options: WorkerOptions,
  stopping: AbortSignal,
): Promise<WorkerRun | undefined> {
  for (let backoff = initialBackoffMs; ; backoff = Math.min(2 * backoff, maxBackoffMs)) {
    await wait(backoff, undefined, { signal: stopping }).catch(() => undefined);
    if (stopping.aborted) return undefined;
    try {
      const run = await startWorker(options);
      if (!stopping.aborted) return run;
      await run.stop();
    } catch (error) {
      options.log.warn({ err: error }, 'the job queue cannot restart yet');
    }
  }
}
