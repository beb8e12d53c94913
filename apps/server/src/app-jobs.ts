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
import { createEgress } from './platform/egress/egress.ts';
import type { JobHandlers, WorkerOptions } from './platform/jobs/worker-options.ts';
import { startJobs } from './platform/jobs/worker.ts';
import { createSealer } from './platform/security/sealing.ts';
import { readSecretKey } from './platform/security/secret-key.ts';
import type { Config } from './startup/config.ts';
import { webhookJobs } from './webhooks/delivery/deliver-webhook.ts';

export const jobCrontab = reminderCrontab;

/** Many at a time, because they only wait, without a connection of the database. */
const outside = { concurrency: 20, pollIntervalMs: 5_000 };

/** Runs the jobs of all rooms until `stop()`. */
export async function startAllJobs(
  db: Db,
  config: Config,
  options: Pick<WorkerOptions, 'pool' | 'log'>,
): Promise<{ stop(): Promise<void> }> {
  const handlers = jobHandlers(db, { ...config, ...options });
  const jobs = await startJobs({ ...options, handlers, crontab: jobCrontab });
  const waiting = await startJobs({
    ...options,
    ...outside,
    handlers: outsideJobHandlers(db, config),
  });
  return { stop: async () => void (await Promise.all([jobs.stop(), waiting.stop()])) };
}

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

/**
 * Jobs that wait for hosts which firms name. They have a worker of their own: slow hosts never
 * delay mails and reminders.
 */
function outsideJobHandlers(db: Db, config: Config): JobHandlers {
  return webhookJobs({
    db,
    clock: systemClock,
    publicUrl: config.publicUrl,
    egress: createEgress({ allow: config.egressAllow }),
    sealer: createSealer(readSecretKey(config), 'webhooks'),
    queueMail,
  });
}
