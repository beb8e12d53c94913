import { join } from 'node:path';
import { pullBackRuns } from './backup/backup-runs.repository.ts';
import { backupCrontab, backupJobs } from './backup/scheduled-backup.ts';
import {
  findDueHandOversJob,
  handOverCrontab,
  handOverFileJobs,
  handOverJobs,
  intakeJobs,
} from './hand-over/hand-over-jobs.ts';
import {
  callPullJobs,
  pullBackCallPulls,
  callPullCrontab,
  duePullJobs,
  findDueCallPullsJob,
} from './call-records/pulls/pull-calls.service.ts';
import { pullBackIntakes } from './hand-over/intake/run-intake.ts';
import { pullBackFiles } from './hand-over/runs/send-run.ts';
import { pullBackHandOvers } from './hand-over/schedules/hand-overs.service.ts';
import { mailJobs } from './mail/delivery/deliver-mail.ts';
import { createMailer } from './mail/delivery/mailer.ts';
import { queueMail } from './mail/delivery/outbox.service.ts';
import { loadAttachment } from './mail/mail-attachment.ts';
import {
  countOpenByAttorney,
  countOpenExceptions,
} from './month-end/exceptions/exceptions.service.ts';
import {
  findDueRemindersJob,
  reminderCrontab,
  reminderJobs,
} from './month-end/reminders/remind-firm.ts';
import type { EventLoopWatch } from './platform/monitoring/event-loop.ts';
import { watchSecretExpiry } from './platform/monitoring/secret-expiry.ts';
import { createAllFirmsScope } from './platform/core/actor.ts';
import { systemClock } from './platform/core/clock.ts';
import { type Db, withScope } from './platform/database/connections.ts';
import { createEgress } from './platform/egress/egress.ts';
import { type Hold, runWhileFree } from './platform/hold/hold.ts';
import { createSpool } from './platform/http/bodies/body-spool.ts';
import { pullBackCrontabs, pullBackJobs, queueChecks } from './platform/jobs/jobs.repository.ts';
import {
  clockToleranceMs,
  type PlannedWork,
  startScheduleCheck,
} from './platform/jobs/schedule-check.ts';
import { type JobHandlers, type WorkerOptions, startJobs } from './platform/jobs/worker.ts';
import { createSealer } from './platform/security/sealing.ts';
import { readSecretKey } from './platform/security/secret-key.ts';
import { assertPostable } from './posting/postable.service.ts';
import type { Config } from './startup/config.ts';
import { packCrontab, packJobs, queuePacksJob } from './statements/packs/make-pack.ts';
import { migrateUrl } from './startup/migrate.ts';
import { pullBackDeliveries } from './webhooks/deliveries.repository.ts';
import {
  deliverWebhookJob,
  longestPause,
  webhookJobs,
} from './webhooks/delivery/deliver-webhook.ts';

export const jobCrontab = [
  reminderCrontab,
  handOverCrontab,
  callPullCrontab,
  backupCrontab,
  packCrontab,
].join('\n');

/** Many at a time, because they only wait, without a connection of the database. */
const outside = { concurrency: 20, pollIntervalMs: 5_000 };

type JobOptions = Pick<WorkerOptions, 'pool' | 'log'> & {
  eventLoop: EventLoopWatch;
  hold: Hold;
  /** PostgreSQL itself, for backups. */
  databaseUrl: string;
};

/** Runs the jobs of all rooms until `stop()`, while nothing holds the installation. */
export async function startAllJobs(
  db: Db,
  config: Config,
  { eventLoop, hold, ...options }: JobOptions,
): Promise<Running> {
  const schedules = await startScheduleCheck({
    work: plannedWork(db),
    clock: systemClock,
    log: options.log,
  });
  const handlers = watched(jobHandlers(db, { ...config, ...options }), eventLoop);
  const outsideHandlers = watched(outsideJobHandlers(db, config, options), eventLoop);
  const queues = await runWhileFree({
    db,
    isSet: config.isHeld,
    hold,
    log: options.log,
    start: async ({ isRelease }) => {
      if (isRelease)
        await queueChecks(db, [
          findDueRemindersJob,
          findDueHandOversJob,
          findDueCallPullsJob,
          queuePacksJob,
        ]);
      return stopAll([
        await startJobs({ ...options, handlers, crontab: jobCrontab }),
        await startJobs({ ...options, ...outside, handlers: outsideHandlers }),
      ]);
    },
  });
  const expiry = watchSecretExpiry({ day: config.smtpSecretExpires, log: options.log });
  return stopAll([schedules, queues, { stop: async () => expiry.stop() }]);
}

type Running = { stop(): Promise<void> };

function stopAll(all: readonly Running[]): Running {
  return { stop: async () => void (await Promise.all(all.map(async (each) => each.stop()))) };
}

/** All work that waits for its time, as the log calls it. */
export function plannedWork(db: Db): PlannedWork[] {
  const everywhere = createAllFirmsScope();
  const rows = withScope(db, everywhere, 'jobs');
  const at = (now: Date) => ({ now, toleranceMs: clockToleranceMs });
  const longestPauses = { [deliverWebhookJob]: longestPause };
  return [
    { name: 'crontab lines', pullBack: async (now) => pullBackCrontabs(db, at(now)) },
    { name: 'hand-overs', pullBack: async (now) => pullBackHandOvers(rows, everywhere, at(now)) },
    {
      name: 'files of hand-overs',
      pullBack: async (now) => pullBackFiles(rows, everywhere, at(now)),
    },
    {
      name: 'imports of matters',
      pullBack: async (now) => pullBackIntakes(rows, everywhere, at(now)),
    },
    {
      name: 'pulls of calls',
      pullBack: async (now) => pullBackCallPulls(rows, everywhere, at(now)),
    },
    { name: 'backups', pullBack: async (now) => pullBackRuns(rows, at(now)) },
    {
      name: 'webhook deliveries',
      pullBack: async (now) =>
        rows.transaction().execute(async (trx) => pullBackDeliveries(trx, everywhere, at(now))),
    },
    // Last: the others queue jobs.
    {
      name: 'jobs',
      pullBack: async (now) => pullBackJobs(db, { ...at(now), longestPauses }),
    },
  ];
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
  config: Pick<Config, 'smtpUrl' | 'smtpOauth' | 'mailFrom' | 'dataDir' | 'publicUrl'> &
    Pick<WorkerOptions, 'log'>,
): JobHandlers {
  const mailer = createMailer({
    smtpUrl: config.smtpUrl,
    oauth: config.smtpOauth,
    log: config.log,
    from: config.mailFrom,
    outboxDir: join(config.dataDir, 'outbox'),
  });
  const spool = createSpool({ folder: join(config.dataDir, 'spool') });
  const allFirms = withScope(db, createAllFirmsScope(), 'jobs');
  return {
    ...mailJobs({ db: allFirms, log: config.log, mailer, loadAttachment }),
    ...packJobs({ db, log: config.log }),
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
    ...duePullJobs({ db, clock: systemClock }),
  };
}

/**
 * Jobs that wait for hosts which firms name. They have a worker of their own: slow hosts never
 * delay mails and reminders.
 */
function outsideJobHandlers(
  db: Db,
  config: Config,
  { log, databaseUrl }: Pick<JobOptions, 'log' | 'databaseUrl'>,
): JobHandlers {
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
    ...backupJobs({
      db: withScope(db, createAllFirmsScope(), 'jobs'),
      clock: systemClock,
      log,
      databaseUrl,
      settings: config.backups,
      dataDir: config.dataDir,
      disk: config.databaseUrl === undefined ? config.dataDir : undefined,
      migrate: migrateUrl,
    }),
    ...callPullJobs({
      ...common,
      log,
      graph: config.graph,
      sealer: createSealer(secretKey, 'telephone systems'),
    }),
    ...intakeJobs({
      ...sftp,
      openFile: async (firmId) => spool.open({ group: firmId, member: undefined }),
    }),
  };
}
