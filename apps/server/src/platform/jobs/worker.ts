import { restart } from '../core/restart.ts';
import type { WorkerOptions } from './worker-options.ts';
import { startWorker, type WorkerRun } from './worker-run.ts';

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
      await current.ended;
      if (stopping.signal.aborted) return;
      options.log.warn({}, 'the job queue has lost its database and restarts');
      await current.abandon();
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
