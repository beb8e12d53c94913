import { role } from '@recoup/contract/core/access';
import { sql } from 'kysely';
import { queueMail } from '../src/mail/delivery/outbox.service.ts';
import {
  type ReminderOptions,
  reminderJobs,
  type OpenExceptions,
} from '../src/month-end/reminders/remind-firm.ts';
import type { Clock } from '../src/platform/core/clock.ts';
import type { Db } from '../src/platform/database/connections.ts';
import type { JobHandlers, WorkerOptions } from '../src/platform/jobs/worker.ts';
import { aFirm, aUser } from './factories.ts';
import { insertRows, updateRows } from './rows.ts';

export type RemindedFirm = Awaited<ReturnType<typeof aRemindedFirm>>;

/** A firm with an admin and two attorneys; reminders are on, unless the test says otherwise. */
export async function aRemindedFirm(
  db: Db,
  input: { isOn?: boolean; workingDaysBefore?: number; hour?: number } = {},
) {
  const { isOn = true, workingDaysBefore = 3, hour = 8 } = input;
  const firm = await aFirm(db);
  const settings = { reminderWorkingDays: workingDaysBefore, reminderHour: hour };
  await updateRows(db, 'firms', { id: firm.id }, { remindersOn: isOn, ...settings });
  const admin = await aUser(db, { firm, role: role.attorneyAdmin, name: 'Ayanda Admin' });
  const thabo = await aUser(db, { firm, name: 'Thabo Mokoena' });
  const zoe = await aUser(db, { firm, name: 'Zoe Adams' });
  return { ...firm, admin, thabo, zoe };
}

export async function completeMonth(
  db: Db,
  { firm, attorney, month }: { firm: { id: string }; attorney: { id: string }; month: string },
): Promise<void> {
  await insertRows(db, 'monthSignOffs', {
    firmId: firm.id,
    attorneyId: attorney.id,
    month: `${month}-01`,
    completedAt: new Date(`${month}-01T08:00:00Z`),
  });
}

/** The handlers of a process; by default there are no exceptions, and a failure is thrown. */
export function reminderHandlers(
  options: { db: Db; clock: Clock } & Partial<
    Pick<ReminderOptions, 'countOpenExceptions'> & Pick<WorkerOptions, 'log'>
  >,
): JobHandlers {
  return reminderJobs({
    publicUrl: 'http://recoup.test',
    queueMail,
    log: {
      warn: ({ err }: { err?: unknown }) => {
        throw err;
      },
    },
    countOpenExceptions: async () => new Map<string, OpenExceptions>(),
    ...options,
  });
}

/** One check, and the jobs that it queued. */
export async function runReminders(db: Db, handlers: JobHandlers): Promise<void> {
  await handlers['find-due-reminders']?.(undefined);
  for (const payload of await takeReminderJobs(db)) await handlers['remind-firm']?.(payload);
}

export async function takeReminderJobs(db: Db): Promise<unknown[]> {
  const { rows } = await sql<{ payload: unknown }>`
    delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
    where t.id = j.task_id and t.identifier = 'remind-firm' returning j.payload`.execute(db);
  return rows.map(({ payload }) => payload);
}

/** The mails of a firm in order, by receiver, with the day and hour of the South African clock. */
export async function remindersOf(db: Db, firm: { id: string }) {
  const rows = await db
    .selectFrom('mails')
    .innerJoin('reminders', 'reminders.mailId', 'mails.id')
    .where('mails.firmId', '=', firm.id)
    .select(['reminders.userId', 'reminders.day', 'mails.createdAt', 'mails.toAddress as to'])
    .select(['mails.subject', 'mails.body', 'mails.sendUntil'])
    .orderBy('mails.createdAt')
    .orderBy('mails.id')
    .execute();
  return rows.map(({ createdAt, ...row }) => ({
    ...row,
    at: new Date(createdAt.getTime() + 7_200_000).toISOString().slice(0, 16),
  }));
}
