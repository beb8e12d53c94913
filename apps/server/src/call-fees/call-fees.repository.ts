import { role } from '@recoup/contract/core/access';
import type { CallFeeBand } from '@recoup/contract/call-fees/rules';
import { newId } from '@recoup/contract/core/ids';
import { toRand } from '@recoup/contract/core/money';
import { type ExpressionBuilder, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { FirmScope } from '../platform/core/actor.ts';
import type { Db, Trx } from '../platform/database/connections.ts';
import { joinByFirm } from '../platform/database/join-by-firm.ts';
import type { Database } from '../platform/database/tables.generated.ts';

export type ScheduleKey = { attorneyId: string; disbursementTypeId: string };
/** Fee rows of an attorney for a type; no rows mean that there are no call fees. */
export type Schedule = { id: string; validFrom: string; bands: CallFeeBand[] };

/** The schedule that is valid on a day; before the first one, the first. */
export async function findScheduleOn(db: Db, firm: FirmScope, of: ScheduleKey & { day: string }) {
  const schedules = liveSchedules(db, firm).where('userId', '=', of.attorneyId);
  const ofType = schedules.where('disbursementTypeId', '=', of.disbursementTypeId);
  const past = ofType.where('validFrom', '<=', of.day).orderBy('validFrom', 'desc').limit(1);
  const first = ofType.orderBy('validFrom').limit(1);
  const row = (await past.executeTakeFirst()) ?? (await first.executeTakeFirst());
  return row && toSchedule(row);
}

/** The schedules of some attorneys, or of all, by type and day; superseded ones not. */
export async function listSchedules(
  db: Db,
  firm: FirmScope,
  { attorneyIds }: { attorneyIds?: readonly string[] } = {},
): Promise<(Schedule & ScheduleKey)[]> {
  const all = liveSchedules(db, firm);
  const isOfThese = sql<boolean>`user_id = any(${attorneyIds}::uuid[])`;
  const rows = await (attorneyIds === undefined ? all : all.where(isOfThese))
    .select(['userId as attorneyId', 'disbursementTypeId'])
    .orderBy('userId')
    .orderBy('disbursementTypeId')
    .orderBy('validFrom')
    .execute();
  return rows.map(({ attorneyId, disbursementTypeId, ...row }) => ({
    attorneyId,
    disbursementTypeId,
    ...toSchedule(row),
  }));
}

export type KnownSchedule = Omit<Schedule, 'id'> &
  ScheduleKey & {
    until: string | null;
    createdAt: Date;
    replacedAt: Date | null;
    isUndone: boolean;
  };

/** A schedule, superseded or not. `until` is the day before the next one in either case. */
export async function findScheduleById(
  db: Db,
  firm: FirmScope,
  scheduleId: string,
): Promise<KnownSchedule | undefined> {
  const row = await db
    .selectFrom('callFeeSchedules')
    .leftJoin('rateChanges as c', (join) => joinByFirm(join, 'c.id', 'callFeeSchedules.changeId'))
    .where('callFeeSchedules.firmId', '=', firm.firmId)
    .where('callFeeSchedules.id', '=', scheduleId)
    .select(['callFeeSchedules.id', 'callFeeSchedules.validFrom', 'disbursementTypeId'])
    .select('userId as attorneyId')
    .select(['callFeeSchedules.createdAt', 'callFeeSchedules.replacedAt'])
    .select(sql<boolean>`c.undone_at is not null`.as('isUndone'))
    .select((eb) => [bandsOfSchedule(eb).as('bands'), dayBeforeNext.as('until')])
    .executeTakeFirst();
  return row && { ...row, bands: row.bands.map(toBand) };
}

/** All schedules of an attorney for a type, superseded ones too, the last one first. */
export async function listPastSchedules(db: Db, firm: FirmScope, of: ScheduleKey) {
  const rows = await db
    .selectFrom('callFeeSchedules')
    .leftJoin('users as author', 'author.id', 'callFeeSchedules.createdBy')
    .where('callFeeSchedules.firmId', '=', firm.firmId)
    .where('callFeeSchedules.userId', '=', of.attorneyId)
    .where('callFeeSchedules.disbursementTypeId', '=', of.disbursementTypeId)
    .select(['callFeeSchedules.id', 'callFeeSchedules.createdAt', 'callFeeSchedules.replacedAt'])
    .select(['callFeeSchedules.validFrom', 'author.name as createdBy'])
    .select(
      sql<boolean>`exists (select from rate_changes c where c.firm_id = call_fee_schedules.firm_id
        and c.id = change_id and c.undone_at <= replaced_at)`.as('isTakenBack'),
    )
    .select((eb) => [bandsOfSchedule(eb).as('bands'), lastDay.as('until')])
    .orderBy('callFeeSchedules.validFrom', 'desc')
    .orderBy('callFeeSchedules.replacedAt', (order) => order.desc().nullsFirst())
    .orderBy('callFeeSchedules.createdAt', 'desc')
    .orderBy('callFeeSchedules.id', 'desc')
    .execute();
  return rows.map(({ id, createdAt, replacedAt, bands, ...row }) => ({
    ...row,
    _id: id,
    createdAt: createdAt.toISOString(),
    replacedAt: replacedAt?.toISOString() ?? null,
    callFees: bands.map(({ start, end, additional, cents }) => ({
      startTime: start,
      endTime: end,
      additionalTime: additional,
      charges: toRand(cents),
    })),
  }));
}

/** Marks the schedule of a day, or those of later days, as superseded; they stay as history. */
export async function supersedeSchedules(
  trx: Trx,
  firm: FirmScope,
  of: ScheduleKey & { now: Date } & ({ validFrom: string } | { after: string }),
): Promise<void> {
  const query = trx
    .updateTable('callFeeSchedules')
    .set({ replacedAt: of.now })
    .where('firmId', '=', firm.firmId)
    .where('userId', '=', of.attorneyId)
    .where('disbursementTypeId', '=', of.disbursementTypeId)
    .where('replacedAt', 'is', null);
  await ('after' in of
    ? query.where('validFrom', '>', of.after)
    : query.where('validFrom', '=', of.validFrom)
  ).execute();
}

export async function insertSchedule(
  trx: Trx,
  firm: FirmScope,
  schedule: ScheduleKey & {
    validFrom: string;
    bands: readonly CallFeeBand[];
    actorId: string;
    now: Date;
  },
): Promise<void> {
  const scheduleId = newId(schedule.now.getTime());
  await trx
    .insertInto('callFeeSchedules')
    .values({
      id: scheduleId,
      firmId: firm.firmId,
      userId: schedule.attorneyId,
      disbursementTypeId: schedule.disbursementTypeId,
      validFrom: schedule.validFrom,
      createdAt: schedule.now,
      createdBy: schedule.actorId,
    })
    .execute();
  const rows = schedule.bands.map((band, index) => ({
    firmId: firm.firmId,
    scheduleId,
    position: index + 1,
    startMinute: band.startTime,
    endMinute: band.endTime,
    additionalMinutes: band.additionalTime,
    chargeCents: band.chargeCents,
  }));
  if (rows.length > 0) await trx.insertInto('callFeeBands').values(rows).execute();
}

/** Whether the attorney may record the type; `no_attorney` also for another firm's attorney. */
export async function findAssignment(db: Db, firm: FirmScope, of: ScheduleKey) {
  const row = await db
    .selectFrom('users')
    .leftJoin('userDisbursementTypes', (join) =>
      join
        .onRef('userDisbursementTypes.firmId', '=', 'users.firmId')
        .onRef('userDisbursementTypes.userId', '=', 'users.id')
        .on('userDisbursementTypes.disbursementTypeId', '=', of.disbursementTypeId),
    )
    .where('users.firmId', '=', firm.firmId)
    .where('users.id', '=', of.attorneyId)
    .where('users.role', '=', role.attorney)
    .select('userDisbursementTypes.userId as assignedTo')
    .executeTakeFirst();
  if (!row) return 'no_attorney';
  return row.assignedTo === null ? 'not_assigned' : 'assigned';
}

const dayBeforeNext = sql<string | null>`(
  select min(later.valid_from) - 1 from call_fee_schedules later
  where later.firm_id = call_fee_schedules.firm_id and later.user_id = call_fee_schedules.user_id
    and later.disbursement_type_id = call_fee_schedules.disbursement_type_id
    and later.replaced_at is null and later.valid_from > call_fee_schedules.valid_from)`;

/** A superseded schedule has no last day: other rows hold on its days. */
const lastDay = sql<string | null>`case when call_fee_schedules.replaced_at is null
  then ${dayBeforeNext} end`;

function liveSchedules(db: Db, firm: FirmScope) {
  return db
    .selectFrom('callFeeSchedules')
    .where('firmId', '=', firm.firmId)
    .where('replacedAt', 'is', null)
    .select(['id', 'validFrom'])
    .select((eb) => bandsOfSchedule(eb).as('bands'));
}

/** Names of one word: within JSON names are not converted to camelCase. */
function bandsOfSchedule(eb: ExpressionBuilder<Database, 'callFeeSchedules'>) {
  return jsonArrayFrom(
    eb
      .selectFrom('callFeeBands')
      .whereRef('callFeeBands.firmId', '=', 'callFeeSchedules.firmId')
      .whereRef('callFeeBands.scheduleId', '=', 'callFeeSchedules.id')
      .select(['startMinute as start', 'endMinute as end'])
      .select(['additionalMinutes as additional', 'chargeCents as cents'])
      .orderBy('callFeeBands.position'),
  );
}

type BandRow = { start: number; end: number; additional: number; cents: number };

function toSchedule({ bands, ...row }: { id: string; validFrom: string; bands: BandRow[] }) {
  return { ...row, bands: bands.map(toBand) };
}

function toBand({ start, end, additional, cents }: BandRow): CallFeeBand {
  return { startTime: start, endTime: end, additionalTime: additional, chargeCents: cents };
}
