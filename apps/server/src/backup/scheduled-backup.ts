import { minutes } from '../platform/core/clock.ts';
import type { JobHandlers } from '../platform/jobs/worker.ts';
import { keepNewest, requireListed, scheduledBackupName } from './backup-place.ts';
import {
  findRun,
  recordBackupFacts,
  recordFailure,
  recordSuccess,
} from './backup-runs.repository.ts';
import { BackupRunningError, backUpTo } from './backup.ts';
import { openPlace, type PlaceSettings } from './open-place.ts';
import {
  isDue,
  lastTimeOfDay,
  type RehearsalOptions,
  rehearseWhenDue,
  toReason,
} from './rehearsal.ts';

export type BackupSettings = PlaceSettings & {
  /** RECOUP_BACKUP_AT: South African time as HH:MM. */
  at: string;
  keep: number;
  /** RECOUP_BACKUP_KEY; without it backups are not encrypted. */
  key: string | undefined;
};

const findDueJob = 'back-up-when-due';

/** Each minute, in one process of all; while one runs the next waits. */
export const backupCrontab = `* * * * * ${findDueJob} ?jobKey=${findDueJob}&queue=backups`;

type Options = Omit<RehearsalOptions, 'place' | 'settings'> & {
  settings: BackupSettings | undefined;
  /** For copies of backups of other machines. */
  dataDir: string;
};

export function backupJobs({ settings, dataDir, ...options }: Options): JobHandlers {
  if (settings === undefined) return { [findDueJob]: async () => {} };
  const place = openPlace(settings, dataDir);
  return {
    [findDueJob]: async () => {
      await backUpWhenDue({ ...options, settings, place });
      await rehearseWhenDue({ ...options, settings, place });
    },
  };
}

/** A failure is recorded and repeated; it concerns no other job. */
export async function backUpWhenDue(
  options: Omit<RehearsalOptions, 'settings' | 'migrate'> & { settings: BackupSettings },
): Promise<void> {
  const { db, clock, log, settings, place } = options;
  const now = clock.now();
  const dueAt = lastTimeOfDay(settings.at, now);
  if (!isDue(await findRun(db, 'backup'), { dueAt, now, pauseMs: pause })) return;
  try {
    const name = scheduledBackupName(now);
    const { rows, sumCents } = await backUpTo(options.databaseUrl, {
      place,
      name,
      now,
      key: settings.key,
    });
    // Before any older one is deleted.
    await requireListed(place, name);
    await recordBackupFacts(db, { name, rows, sumCents });
    await keepNewest(place, { keep: settings.keep, now });
    await recordSuccess(db, { kind: 'backup', doneFor: dueAt, now: clock.now() });
  } catch (error) {
    if (error instanceof BackupRunningError) return;
    const reason = toReason(error);
    const failedAt = clock.now();
    const retryAt = new Date(failedAt.getTime() + pause);
    await recordFailure(db, { kind: 'backup', reason, now: failedAt, retryAt });
    log.warn({ reason }, 'the backup failed, and is repeated in a quarter of an hour');
  }
}

const pause = minutes(15);
