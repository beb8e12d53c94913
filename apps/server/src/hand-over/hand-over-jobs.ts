import { createAllFirmsScope } from '../platform/core/actor.ts';
import { withScope } from '../platform/database/connections.ts';
import type { JobHandlers } from '../platform/jobs/worker.ts';
import { queueDueIntakes, runIntakeJob } from './intake/intake.repository.ts';
import { runHandOver, type RunOptions } from './runs/run-hand-over.ts';
import { queueDueSendings, sendHandOverJob } from './runs/runs.repository.ts';
import { sendRun, type SendOptions } from './runs/send-run.ts';
import { queueDueHandOvers, runHandOverJob } from './schedules/hand-overs.repository.ts';
import { type IntakeOptions, runIntake } from './intake/run-intake.ts';

export const findDueHandOversJob = 'find-due-hand-overs';

/** Every minute, by one process of all; the next check repeats what failed. */
export const handOverCrontab = `* * * * * ${findDueHandOversJob} ?jobKey=${findDueHandOversJob}`;

/** The closing exports. */
export function handOverJobs(options: RunOptions): JobHandlers {
  const everywhere = createAllFirmsScope();
  return {
    [findDueHandOversJob]: async () => {
      const db = withScope(options.db, everywhere, 'jobs');
      const now = options.clock.now();
      await queueDueHandOvers(db, everywhere, now);
      await queueDueSendings(db, everywhere, now);
      await queueDueIntakes(db, everywhere, now);
    },
    [runHandOverJob]: async (payload) => {
      const of = payload as { firmId: string; handOverId: string }; // as `queue_hand_over` wrote it
      // The next check queues it again; a job that throws would wait ever longer.
      await runHandOver(options, of).catch((error: unknown) =>
        options.log.warn({ err: error, ...of }, 'a hand-over did not run'),
      );
    },
  };
}

/** The sending of files, which waits for servers that firms name. */
export function handOverFileJobs(options: SendOptions): JobHandlers {
  return {
    [sendHandOverJob]: async (payload) => {
      const of = payload as { firmId: string; runId: string }; // as `queue_sending` wrote it
      await sendRun(options, of).catch((error: unknown) =>
        options.log.warn({ err: error, ...of }, 'the try to send a file did not end'),
      );
    },
  };
}

/** They wait for servers that firms name; the check for due hand-overs queues them. */
export function intakeJobs(options: IntakeOptions): JobHandlers {
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
