import { reminderDays } from '@recoup/contract/month-end/working-days';
import { createFirmScope, type FirmScope } from '../../platform/core/actor.ts';
import {
  type Clock,
  endOfSouthAfricanDay,
  southAfricanDay,
  southAfricanHour,
} from '../../platform/core/clock.ts';
import { type Db, type Trx, withScope } from '../../platform/database/connections.ts';
import { monthDays } from '../../platform/core/month-days.ts';
import { listAttorneyMonths } from '../sign-off/sign-off.repository.ts';
import {
  adminSummary,
  attorneyReminder,
  noExceptions,
  type OpenExceptions,
} from './reminder-mails.ts';
import {
  findReminderSettings,
  insertReminder,
  listActivePeople,
  listUnreminded,
  lockReminderSettings,
  markReminded,
  type ReminderSettings,
} from './reminders.repository.ts';

/** By attorney, of a period; an attorney without any may be absent. */
export type CountOpenExceptions = (
  db: Db,
  firm: FirmScope,
  period: { from: string; to: string; today: string },
) => Promise<ReadonlyMap<string, OpenExceptions>>;

/** As the outbox queues a mail; returns its id. */
type QueueMail = (
  trx: Trx,
  mail: {
    firmId: string;
    userId: null;
    to: string;
    subject: string;
    body: string;
    sendUntil: Date;
    now: Date;
  },
) => Promise<string>;

export type ReminderOptions = {
  db: Db;
  clock: Clock;
  publicUrl: string;
  queueMail: QueueMail;
  countOpenExceptions: CountOpenExceptions;
};

type Reminder = {
  userId: string;
  to: string;
  isForComplete: boolean;
  subject: string;
  body: string;
};
type Day = { day: string; month: string };

/** A change of the firm's settings waits no longer than for one batch. */
const batchSize = 50;

/**
 * Queues the firm's reminders of today, each once: also by two processes at once, and after a
 * process was killed. Queues none if reminders are not due, or no longer.
 */
export async function remindFirm(options: ReminderOptions, firmId: string): Promise<void> {
  const firm = createFirmScope(firmId);
  const db = withScope(options.db, firm, 'jobs');
  const today = southAfricanDay(options.clock.now());
  const day = { day: today, month: today.slice(0, 7) };
  const settings = await findReminderSettings(db, firm);
  if (!isDue(settings, options.clock.now(), day)) return;
  const { firmName } = settings;
  const reminders = await makeReminders({ ...options, db }, firm, { ...day, firmName });
  for (let start = 0; start < reminders.length; start += batchSize) {
    const batch = reminders.slice(start, start + batchSize);
    if (!(await queueBatch({ ...options, db }, firm, { ...day, batch }))) return;
  }
  await markReminded(db, firm, day.day);
}

async function makeReminders(
  { db, publicUrl, countOpenExceptions }: ReminderOptions,
  firm: FirmScope,
  { day, month, firmName }: Day & { firmName: string },
): Promise<Reminder[]> {
  const period = monthDays(month);
  const people = await listActivePeople(db, firm);
  const active = new Set(people.map(({ id }) => id));
  const months = await listAttorneyMonths(db, firm, period);
  const activeMonths = months.filter(({ attorney }) => active.has(attorney._id));
  const exceptions = await countOpenExceptions(db, firm, { ...period, today: day });
  const ownMonth = new Map(activeMonths.map((each) => [each.attorney._id, each]));
  return people.flatMap(({ id, name, email, isAdmin }): Reminder[] => {
    const common = { userId: id, to: email };
    if (isAdmin) {
      const firmMonth = { name, firmName, month, publicUrl, months: activeMonths };
      return [{ ...common, isForComplete: true, ...adminSummary(firmMonth, exceptions) }];
    }
    const own = ownMonth.get(id);
    const open = exceptions.get(id) ?? noExceptions;
    const hasOpen = open.block + open.warn > 0;
    if (!own || (own.state === 'complete' && !hasOpen)) return [];
    const text = attorneyReminder({ name, month, publicUrl, own }, open);
    return [{ ...common, isForComplete: hasOpen, ...text }];
  });
}

/** Mails and their marks in one transaction. Returns false if reminders are not due any more. */
async function queueBatch(
  { db, clock, queueMail }: ReminderOptions,
  firm: FirmScope,
  { day, month, batch }: Day & { batch: readonly Reminder[] },
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const settings = await lockReminderSettings(trx, firm);
    const now = clock.now();
    if (!isDue(settings, now, { day, month })) return false;
    const users = batch.map(({ userId }) => userId);
    const { from } = monthDays(month);
    const unreminded = await listUnreminded(trx, firm, { day, monthFrom: from, users });
    const isComplete = new Map(unreminded.map((each) => [each.id, each.isComplete]));
    for (const { userId, isForComplete, ...mail } of batch) {
      const isNowComplete = isComplete.get(userId);
      if (isNowComplete === undefined || (isNowComplete && !isForComplete)) continue;
      const mailId = await queueMail(trx, {
        ...mail,
        firmId: firm.firmId,
        userId: null,
        sendUntil: endOfSouthAfricanDay(day),
        now,
      });
      await insertReminder(trx, firm, { userId, day, mailId });
    }
    return true;
  });
}

function isDue(
  settings: ReminderSettings | undefined,
  now: Date,
  { day, month }: Day,
): settings is ReminderSettings {
  return (
    settings?.isOn === true &&
    southAfricanDay(now) === day &&
    southAfricanHour(now) >= settings.hour &&
    settings.remindedOn !== day &&
    reminderDays(month, settings.workingDaysBefore).includes(day)
  );
}
