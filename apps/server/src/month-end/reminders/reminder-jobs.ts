import { isWorkingDay, workingDaysLeft } from '@recoup/contract/month-end/working-days';
import { createAllFirmsScope } from '../../platform/core/actor.ts';
import { southAfricanDay, southAfricanHour } from '../../platform/core/clock.ts';
import { withScope } from '../../platform/database/connections.ts';
import type { JobHandlers, WorkerOptions } from '../../platform/jobs/worker-options.ts';
import { remindFirm, type ReminderOptions } from './remind-firm.ts';
import { queueDueFirms, remindFirmJob } from './reminders.repository.ts';

const findDueFirmsJob = 'find-due-reminders';

/** Every five minutes, by one process of all; the next check repeats one that failed. */
export const reminderCrontab = `*/5 * * * * ${findDueFirmsJob} ?jobKey=${findDueFirmsJob}`;

export function reminderJobs(options: ReminderOptions & Pick<WorkerOptions, 'log'>): JobHandlers {
  return {
    [findDueFirmsJob]: async () => findDueFirms(options),
    [remindFirmJob]: async (payload) => {
      const { firmId } = payload as { firmId: string }; // as `queue_reminders` wrote it
      // The next check queues the firm again; a job that throws would stay in the queue for good.
      await remindFirm(options, firmId).catch((error: unknown) =>
        options.log.warn({ err: error, firmId }, 'the reminders of a firm failed'),
      );
    },
  };
}

/** Without a query on days that are no working days. */
async function findDueFirms({ db, clock }: ReminderOptions): Promise<void> {
  const now = clock.now();
  const day = southAfricanDay(now);
  if (!isWorkingDay(day)) return;
  const everywhere = createAllFirmsScope();
  await queueDueFirms(withScope(db, everywhere, 'jobs'), everywhere, {
    day,
    hour: southAfricanHour(now),
    workingDaysLeft: workingDaysLeft(day),
  });
}
