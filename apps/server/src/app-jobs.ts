import { join } from 'node:path';
import {
  handOverCrontab,
  handOverFileJobs,
  handOverJobs,
  intakeJobs,
} from './hand-over/hand-over-jobs.ts';
import { mailJobs } from './mail/delivery/deliver-mail.ts';
import { createMailer } from './mail/delivery/mailer.ts';
import { queueMail } from './mail/delivery/outbox.service.ts';
import { loadAttachment } from './mail/mail-attachment.ts';
import {
  countOpenByAttorney,
  countOpenExceptions,
} from './month-end/exceptions/exceptions.service.ts';
import { reminderCrontab, reminderJobs } from './month-end/reminders/remind-firm.ts';
import type { EventLoopWatch } from './platform/monitoring/event-loop.ts';
import { createAllFirmsScope } from './platform/core/actor.ts';
import { systemClock } from './platform/core/clock.ts';
import { type Db, withScope } from './platform/database/connections.ts';
import { createEgress } from './platform/egress/egress.ts';
import { createSpool } from './platform/http/bodies/body-spool.ts';
import { type JobHandlers, type WorkerOptions, startJobs } from './platform/jobs/worker.ts';
import { createSealer } from './platform/security/sealing.ts';
import { readSecretKey } from './platform/security/secret-key.ts';
import { assertPostable } from './posting/postable.service.ts';
import type { Config } from './startup/config.ts';
import { webhookJobs } from './webhooks/delivery/deliver-webhook.ts';

export const jobCrontab = `${reminderCrontab}\n${handOverCrontab}`;

/** Many at a time, because they only wait, without a connection of the database. */
const outside = { concurrency: 20, pollIntervalMs: 5_000 };

type JobOptions = Pick<WorkerOptions, 'pool' | 'log'> & { eventLoop: EventLoopWatch };

/** Runs the jobs of all rooms until `stop()`. */
export async function startAllJobs(
  db: Db,
  config: Config,
  { eventLoop, ...options }: JobOptions,
): Promise<{ stop(): Promise<void> }> {
  const handlers = watched(jobHandlers(db, { ...config, ...options }), eventLoop);
  const jobs = await startJobs({ ...options, handlers, crontab: jobCrontab });
  const waiting = await startJobs({
    ...options,
    ...outside,
    handlers: watched(outsideJobHandlers(db, config, options), eventLoop),
  });
  return { stop: async () => void (await Promise.all([jobs.stop(), waiting.stop()])) };
}

/** The same handlers; the watch knows their runs. */
function watched(handlers: JobHandlers, eventLoop: EventLoopWatch): JobHandlers {
  return Object.fromEntries(
    Object.entries(handlers).map(([name, handle]) => [
      name,
      async (payload: unknown) => eventLoop.run(name, async () => handle(payload)),
    ]),
  );
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
  const spool = createSpool({ folder: join(config.dataDir, 'spool') });
  return {
    ...mailJobs({
      db: withScope(db, createAllFirmsScope(), 'jobs'),
      log: config.log,
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
    ...handOverJobs({
      db,
      log: config.log,
      clock: systemClock,
      publicUrl: config.publicUrl,
      openFile: async (firmId) => spool.open({ group: firmId, member: undefined }),
      rooms: { countExceptions: countOpenExceptions, assertPostable },
    }),
  };
}

/**
 * Jobs that wait for hosts which firms name. They have a worker of their own: slow hosts never
 * delay mails and reminders.
 */
function outsideJobHandlers(db: Db, config: Config, { log }: Pick<WorkerOptions, 'log'>) {
  const common = {
    db,
    clock: systemClock,
    publicUrl: config.publicUrl,
    egress: createEgress({ allow: config.egressAllow }),
  };
  const secretKey = readSecretKey(config);
  const sftp = { ...common, log, sealer: createSealer(secretKey, 'SFTP servers') };
  const spool = createSpool({ folder: join(config.dataDir, 'spool') });
  return {
    ...webhookJobs({ ...common, log, sealer: createSealer(secretKey, 'webhooks'), queueMail }),
    ...handOverFileJobs(sftp),
    ...intakeJobs({
      ...sftp,
      openFile: async (firmId) => spool.open({ group: firmId, member: undefined }),
    }),
  };
}
