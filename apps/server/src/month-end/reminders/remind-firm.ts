import {
  reminderDays,
  isWorkingDay,
  workingDaysLeft,
} from '@recoup/contract/month-end/working-days';
import { createFirmScope, type FirmScope, createAllFirmsScope } from '../../platform/core/actor.ts';
import {
  type Clock,
  endOfSouthAfricanDay,
  southAfricanDay,
  southAfricanHour,
  monthDays,
} from '../../platform/core/clock.ts';
import { type Db, type Trx, withScope } from '../../platform/database/connections.ts';
import { listAttorneyMonths } from '../sign-off/sign-off.repository.ts';
import {
  findReminderSettings,
  insertReminder,
  listActivePeople,
  listUnreminded,
  lockReminderSettings,
  markReminded,
  type ReminderSettings,
  queueDueFirms,
  remindFirmJob,
} from './reminders.repository.ts';
import type { JobHandlers, WorkerOptions } from '../../platform/jobs/worker.ts';
import { formatRand, toCentsTotal } from '@recoup/contract/core/money';
import type { AttorneyMonth } from '@recoup/contract/month-end/sign-off-endpoints';

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
async function remindFirm(options: ReminderOptions, firmId: string): Promise<void> {
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

export const findDueRemindersJob = 'find-due-reminders';

/** Every five minutes, by one process of all; the next check repeats one that failed. */
export const reminderCrontab = `*/5 * * * * ${findDueRemindersJob} ?jobKey=${findDueRemindersJob}`;

export function reminderJobs(options: ReminderOptions & Pick<WorkerOptions, 'log'>): JobHandlers {
  return {
    [findDueRemindersJob]: async () => findDueFirms(options),
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

export type OpenExceptions = { block: number; warn: number };
export const noExceptions: OpenExceptions = { block: 0, warn: 0 };

const checkEntries = 'Please check your entries';
const finishMonth = 'Please finish your entries, and mark the month as complete';

type Own = { name: string; month: string; publicUrl: string; own: AttorneyMonth };
type Text = { subject: string; body: string };

export function attorneyReminder(
  { name, month, publicUrl, own }: Own,
  exceptions: OpenExceptions,
): Text {
  const title = longMonth(month);
  const isComplete = own.state === 'complete';
  const open = exceptionLine(exceptions);
  const paragraphs = [
    `Dear ${name}`,
    [
      isComplete
        ? `Your ${title} is complete, but your entries have open exceptions.`
        : `Your ${title} is not complete yet.`,
      own.entries === 0
        ? 'You have recorded nothing in this month.'
        : `Recorded: ${entriesAndSum(own)}.`,
      ...(open === undefined ? [] : [`Open exceptions in your entries: ${open}.`]),
    ].join('\n'),
    `${isComplete ? checkEntries : finishMonth}:\n${publicUrl}/home/entries`,
    'Recoup',
  ];
  const subject = isComplete
    ? `${title}: please check your entries`
    : `${title}: please complete your month`;
  return { subject, body: paragraphs.join('\n\n') };
}

type Firm = {
  name: string;
  firmName: string;
  month: string;
  publicUrl: string;
  months: readonly AttorneyMonth[];
};

export function adminSummary(
  { name, firmName, month, publicUrl, months }: Firm,
  exceptions: ReadonlyMap<string, OpenExceptions>,
): Text {
  const of = (state: AttorneyMonth['state']) => months.filter((each) => each.state === state);
  const line = (each: AttorneyMonth): string => {
    const open = exceptionLine(exceptions.get(each.attorney._id) ?? noExceptions);
    const recorded = each.entries === 0 ? 'nothing recorded' : entriesAndSum(each);
    return `${each.attorney.name}: ${recorded}${open === undefined ? '' : `; ${open}`}`;
  };
  const all = exceptionLine(sumExceptions(exceptions)) ?? 'none';
  const paragraphs = [
    `Dear ${name}`,
    `${firmName}, ${longMonth(month)}`,
    section('Not complete', of('open').map(line)),
    section('Nothing recorded', of('nothing').map(line)),
    section('Complete', of('complete').map(line)),
    `Open exceptions of attorneys: ${all}.`,
    `To close the month:\n${publicUrl}/home/attorneys/month-end`,
    'Recoup',
  ];
  const title = `${longMonth(month)}: ${of('complete').length} of ${months.length} complete`;
  return { subject: title, body: paragraphs.join('\n\n') };
}

/** A mail is short; the page lists everybody. */
const maxLines = 50;

function section(title: string, lines: readonly string[]): string {
  const more = lines.length - maxLines;
  return [
    `${title}: ${lines.length}`,
    ...lines.slice(0, maxLines).map((line) => `  ${line}`),
    ...(more > 0 ? [`  and ${more} more`] : []),
  ].join('\n');
}

function entriesAndSum({ entries, sum }: AttorneyMonth): string {
  return `${counted(entries, 'entry', 'entries')}, ${formatRand(toCentsTotal(sum))}`;
}

function exceptionLine({ block, warn }: OpenExceptions): string | undefined {
  const parts = [
    ...(block > 0 ? [`${block} blocking`] : []),
    ...(warn > 0 ? [counted(warn, 'warning', 'warnings')] : []),
  ];
  return parts.length === 0 ? undefined : parts.join(', ');
}

function sumExceptions(exceptions: ReadonlyMap<string, OpenExceptions>): OpenExceptions {
  let sum = noExceptions;
  for (const { block, warn } of exceptions.values())
    sum = { block: sum.block + block, warn: sum.warn + warn };
  return sum;
}

function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}

function longMonth(month: string): string {
  return new Intl.DateTimeFormat('en-ZA', {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(`${month}-01T00:00:00Z`));
}
