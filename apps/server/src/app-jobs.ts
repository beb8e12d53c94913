import { join } from 'node:path';
import { mailJobs } from './mail/delivery/deliver-mail.ts';
import { createMailer } from './mail/delivery/mailer.ts';
import { queueMail } from './mail/delivery/outbox.service.ts';
import { loadAttachment } from './mail/mail-attachment.ts';
import { countOpenByAttorney } from './month-end/exceptions/exceptions.service.ts';
import { reminderCrontab, reminderJobs } from './month-end/reminders/reminder-jobs.ts';
import { createAllFirmsScope } from './platform/core/actor.ts';
import { systemClock } from './platform/core/clock.ts';
import { type Db, withScope } from './platform/database/connections.ts';
import type { JobHandlers, WorkerOptions } from './platform/jobs/worker-options.ts';
import type { Config } from './startup/config.ts';

/** What the rooms do beside requests. */
export const jobCrontab = reminderCrontab;

export function jobHandlers(
  db: Db,
  config: Pick<Config, 'smtpUrl' | 'mailFrom' | 'dataDir' | 'publicUrl'> &
    Pick<WorkerOptions, 'log'>,
): JobHandlers {
  const mailer = createMailer({
    smtpUrl: config.smtpUrl,
    from: config.mailFrom,
    outboxDir: join(config.dataDir, 'outbox'),
  });
  return {
    ...mailJobs({
      db: withScope(db, createAllFirmsScope(), 'jobs'),
      mailer,
      loadAttachment,
    }),
    ...reminderJobs({
      db,
      log: config.log,
      clock: systemClock,
      publicUrl: config.publicUrl,
      queueMail,
      countOpenExceptions: async (scoped, firm, { from, to }) =>
        countOpenByAttorney(scoped, firm, { from, to, now: systemClock.now() }),
    }),
  };
}
