import type { JobHandlers, WorkerOptions } from '../../platform/jobs/worker-options.ts';
import { runIntakeJob } from './intake.repository.ts';
import { type IntakeOptions, runIntake } from './run-intake.ts';

/** They wait for servers that firms name; the check for due hand-overs queues them. */
export function intakeJobs(options: IntakeOptions & Pick<WorkerOptions, 'log'>): JobHandlers {
  return {
    [runIntakeJob]: async (payload) => {
      const { firmId } = payload as { firmId: string }; // as `queue_intake` wrote it
      // The next check queues it again; a job that throws would wait ever longer.
      await runIntake(options, firmId).catch((error: unknown) =>
        options.log.warn({ err: error, firmId }, 'an import of matters on schedule did not run'),
      );
    },
  };
}
