import { role } from '@recoup/contract/core/access';
import type { PastCallFees } from '@recoup/contract/call-fees/endpoints';
import type { CallFeeBand } from '@recoup/contract/call-fees/rules';
import { newId } from '@recoup/contract/core/ids';
import { toRand } from '@recoup/contract/core/money';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { FirmScope } from '../platform/core/actor.ts';
import type { Db, Trx } from '../platform/database/connections.ts';

export type ScheduleKey = { attorneyId: string; disbursementTypeId: string };

/** The fee rows in force. */
export async function findSchedule(
  db: Db,
  firm: FirmScope,
  of: ScheduleKey,
): Promise<{ scheduleId: string; bands: CallFeeBand[] } | undefined> {
  const rows = await schedulesOf(db, firm, of)
    .innerJoin('callFeeBands', 'callFeeBands.scheduleId', 'callFeeSchedules.id')
    .where('callFeeSchedules.replacedAt', 'is', null)
    .select(['callFeeSchedules.id as scheduleId', ...bandColumns])
    .orderBy('callFeeBands.position')
    .execute();
  const [first] = rows;
  if (!first) return undefined;
  return { scheduleId: first.scheduleId, bands: rows.map(({ scheduleId: _, ...band }) => band) };
}

/** Fee rows, in force or replaced. */
export async function findScheduleById(
  db: Db,
  firm: FirmScope,
  scheduleId: string,
): Promise<{ bands: CallFeeBand[]; createdAt: Date; replacedAt: Date | null } | undefined> {
  const rows = await db
    .selectFrom('callFeeSchedules')
    .innerJoin('callFeeBands', 'callFeeBands.scheduleId', 'callFeeSchedules.id')
    .where('callFeeSchedules.firmId', '=', firm.firmId)
    .where('callFeeSchedules.id', '=', scheduleId)
    .select(['callFeeSchedules.createdAt', 'callFeeSchedules.replacedAt', ...bandColumns])
    .orderBy('callFeeBands.position')
    .execute();
  const [first] = rows;
  if (!first) return undefined;
  const { createdAt, replacedAt } = first;
  return {
    bands: rows.map(({ createdAt: _, replacedAt: __, ...band }) => band),
    createdAt,
    replacedAt,
  };
}

/** All schedules, in force and replaced, newest first. */
export async function listPastSchedules(
  db: Db,
  firm: FirmScope,
  of: ScheduleKey,
): Promise<PastCallFees[]> {
  const rows = await pastSchedulesOf(db, firm, of).execute();
  return rows.map(({ id, createdAt, createdBy, replacedAt, bands }) => ({
    _id: id,
    createdAt: createdAt.toISOString(),
    createdBy,
    replacedAt: replacedAt?.toISOString() ?? null,
    callFees: bands.map(({ start, end, additional, cents }) => ({
      startTime: start,
      endTime: end,
      additionalTime: additional,
      charges: toRand(cents),
    })),
  }));
}

/** The types for which the attorney has fee rows in force. */
export async function listPricedTypes(
  db: Db,
  firm: FirmScope,
  attorneyId: string,
): Promise<string[]> {
  const rows = await db
    .selectFrom('callFeeSchedules')
    .where('firmId', '=', firm.firmId)
    .where('userId', '=', attorneyId)
    .where('replacedAt', 'is', null)
    .select('disbursementTypeId')
    .execute();
  return rows.map(({ disbursementTypeId }) => disbursementTypeId);
}

/** Ends the fee rows in force; they stay as history. */
export async function endSchedule(
  trx: Trx,
  firm: FirmScope,
  of: ScheduleKey & { now: Date },
): Promise<void> {
  await trx
    .updateTable('callFeeSchedules')
    .set({ replacedAt: of.now })
    .where('firmId', '=', firm.firmId)
    .where('userId', '=', of.attorneyId)
    .where('disbursementTypeId', '=', of.disbursementTypeId)
    .where('replacedAt', 'is', null)
    .execute();
}

export async function insertSchedule(
  trx: Trx,
  firm: FirmScope,
  schedule: ScheduleKey & { bands: readonly CallFeeBand[]; actorId: string; now: Date },
): Promise<void> {
  const scheduleId = newId(schedule.now.getTime());
  await trx
    .insertInto('callFeeSchedules')
    .values({
      id: scheduleId,
      firmId: firm.firmId,
      userId: schedule.attorneyId,
      disbursementTypeId: schedule.disbursementTypeId,
      createdAt: schedule.now,
      createdBy: schedule.actorId,
    })
    .execute();
  const rows = schedule.bands.map((band, index) => ({
    scheduleId,
    position: index + 1,
    startMinute: band.startTime,
    endMinute: band.endTime,
    additionalMinutes: band.additionalTime,
    chargeCents: band.chargeCents,
  }));
  await trx.insertInto('callFeeBands').values(rows).execute();
}

/** Whether the attorney may record the type; `no_attorney` also for another firm's attorney. */
export async function findAssignment(
  db: Db,
  firm: FirmScope,
  of: ScheduleKey,
): Promise<'assigned' | 'not_assigned' | 'no_attorney'> {
  const row = await db
    .selectFrom('users')
    .leftJoin('userDisbursementTypes', (join) =>
      join
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

const bandColumns = [
  'callFeeBands.startMinute as startTime',
  'callFeeBands.endMinute as endTime',
  'callFeeBands.additionalMinutes as additionalTime',
  'callFeeBands.chargeCents',
] as const;

function schedulesOf(db: Db, firm: FirmScope, of: ScheduleKey) {
  return db
    .selectFrom('callFeeSchedules')
    .where('callFeeSchedules.firmId', '=', firm.firmId)
    .where('callFeeSchedules.userId', '=', of.attorneyId)
    .where('callFeeSchedules.disbursementTypeId', '=', of.disbursementTypeId);
}

function pastSchedulesOf(db: Db, firm: FirmScope, of: ScheduleKey) {
  return schedulesOf(db, firm, of)
    .leftJoin('users as author', 'author.id', 'callFeeSchedules.createdBy')
    .select(['callFeeSchedules.id', 'callFeeSchedules.createdAt', 'callFeeSchedules.replacedAt'])
    .select('author.name as createdBy')
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('callFeeBands')
          .whereRef('callFeeBands.scheduleId', '=', 'callFeeSchedules.id')
          // Names of one word: within JSON names are not converted to camelCase.
          .select(['startMinute as start', 'endMinute as end'])
          .select(['additionalMinutes as additional', 'chargeCents as cents'])
          .orderBy('callFeeBands.position'),
      ).as('bands'),
    )
    .orderBy('callFeeSchedules.createdAt', 'desc')
    .orderBy('callFeeSchedules.id', 'desc');
}
