import { role, userStatus } from '@recoup/contract/core/access';
import { sql } from 'kysely';
import type { AllFirmsScope, FirmScope } from '../../platform/core/actor.ts';
import type { Db, Trx } from '../../platform/database/connections.ts';

/** The job's payload is `{ firmId }`. */
export const remindFirmJob = 'remind-firm';

/** Queues a job for each firm whose reminders of the day are due and not all queued. */
export async function queueDueFirms(
  db: Db,
  _: AllFirmsScope,
  { day, hour, workingDaysLeft }: { day: string; hour: number; workingDaysLeft: number },
): Promise<void> {
  await db
    .selectFrom('firms')
    .where('remindersOn', '=', true)
    .where('reminderHour', '<=', hour)
    .where('reminderWorkingDays', '>=', workingDaysLeft)
    .where('remindedOn', 'is distinct from', day)
    .select(sql`queue_reminders(id)`.as('queued'))
    .execute();
}

export type ReminderSettings = NonNullable<Awaited<ReturnType<typeof findReminderSettings>>>;

export async function findReminderSettings(db: Db, firm: FirmScope) {
  return selectReminderSettings(db, firm).executeTakeFirst();
}

/** Locked until the transaction ends: a change of them and other processes wait. */
export async function lockReminderSettings(trx: Trx, firm: FirmScope) {
  return selectReminderSettings(trx, firm).forNoKeyUpdate().executeTakeFirst();
}

export type Person = { id: string; name: string; email: string; isAdmin: boolean };

/** Active users: attorneys and firm admins. */
export async function listActivePeople(db: Db, firm: FirmScope): Promise<Person[]> {
  const rows = await db
    .selectFrom('users')
    .where('firmId', '=', firm.firmId)
    .where('status', '=', userStatus.active)
    .select(['id', 'name', 'email', 'role'])
    .orderBy('id')
    .execute();
  return rows.map(({ role: of, ...person }) => ({ ...person, isAdmin: of === role.attorneyAdmin }));
}

type Batch = { day: string; monthFrom: string; users: readonly string[] };

/** The users who are still active and have no reminder of the day. */
export async function listUnreminded(trx: Trx, firm: FirmScope, { day, monthFrom, users }: Batch) {
  return trx
    .selectFrom('users')
    .leftJoin('monthSignOffs as signOffs', (join) =>
      join
        .onRef('signOffs.firmId', '=', 'users.firmId')
        .onRef('signOffs.attorneyId', '=', 'users.id')
        .on('signOffs.month', '=', monthFrom),
    )
    .where('users.firmId', '=', firm.firmId)
    .where('users.id', 'in', users)
    .where('users.status', '=', userStatus.active)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('reminders')
            .whereRef('reminders.firmId', '=', 'users.firmId')
            .whereRef('reminders.userId', '=', 'users.id')
            .where('reminders.day', '=', day)
            .select('reminders.day'),
        ),
      ),
    )
    .select(['users.id', sql<boolean>`sign_offs.completed_at is not null`.as('isComplete')])
    .execute();
}

/** The key of the table rejects a second one of the day. */
export async function insertReminder(
  trx: Trx,
  firm: FirmScope,
  reminder: { userId: string; day: string; mailId: string },
): Promise<void> {
  await trx
    .insertInto('reminders')
    .values({ firmId: firm.firmId, ...reminder })
    .execute();
}

export async function markReminded(db: Db, firm: FirmScope, day: string): Promise<void> {
  await db.updateTable('firms').set({ remindedOn: day }).where('id', '=', firm.firmId).execute();
}

function selectReminderSettings(db: Db, firm: FirmScope) {
  return db
    .selectFrom('firms')
    .where('id', '=', firm.firmId)
    .select([
      'name as firmName',
      'remindersOn as isOn',
      'reminderWorkingDays as workingDaysBefore',
      'reminderHour as hour',
      'remindedOn',
    ]);
}
