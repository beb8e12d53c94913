import type { CallFeeBand } from '@recoup/contract/call-fees/rules';
import { newId } from '@recoup/contract/core/ids';
import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { FirmScope } from '../platform/core/actor.ts';
import type { Db, Trx } from '../platform/database/connections.ts';
import type { Schedule, ScheduleKey } from './call-fees.repository.ts';

/** `next` is the first day of the schedule that ends this one. */
export type ScheduleOnDay = Schedule & ScheduleKey & { next: string | null };

/** The schedules that are valid on a day; before the first one of a cell, the first. */
export async function listSchedulesOn(
  db: Db,
  firm: FirmScope,
  day: string,
): Promise<ScheduleOnDay[]> {
  const rows = await db
    .with('valid', () => schedulesOn(db, firm, day))
    .selectFrom('valid')
    .select(['id', 'attorneyId', 'disbursementTypeId', 'validFrom', 'next'])
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('callFeeBands')
          .where('callFeeBands.firmId', '=', firm.firmId)
          .whereRef('callFeeBands.scheduleId', '=', 'valid.id')
          .select(['startMinute as start', 'endMinute as end'])
          .select(['additionalMinutes as additional', 'chargeCents as cents'])
          .orderBy('callFeeBands.position'),
      ).as('bands'),
    )
    .execute();
  return rows.map(({ bands, ...row }) => ({
    ...row,
    bands: bands.map(({ start, end, additional, cents }) => ({
      startTime: start,
      endTime: end,
      additionalTime: additional,
      chargeCents: cents,
    })),
  }));
}

function schedulesOn(db: Db, firm: FirmScope, day: string) {
  const next = sql<string | null>`lead(valid_from) over (
    partition by user_id, disbursement_type_id order by valid_from)`;
  return db
    .selectFrom('callFeeSchedules')
    .where('firmId', '=', firm.firmId)
    .where('replacedAt', 'is', null)
    .distinctOn(['userId', 'disbursementTypeId'])
    .select(['id', 'userId as attorneyId', 'disbursementTypeId', 'validFrom', next.as('next')])
    .orderBy('userId')
    .orderBy('disbursementTypeId')
    .orderBy(sql`valid_from <= ${day}::date`, 'desc')
    .orderBy(sql`abs(valid_from - ${day}::date)`);
}

export async function countLiveSchedules(
  db: Db,
  firm: FirmScope,
  attorneyId: string,
): Promise<number> {
  const { count } = await db
    .selectFrom('callFeeSchedules')
    .where('firmId', '=', firm.firmId)
    .where('userId', '=', attorneyId)
    .where('replacedAt', 'is', null)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** A change of many fees makes the id itself, and names itself and the schedule that it raises. */
export type NewSchedule = ScheduleKey & {
  validFrom: string;
  bands: readonly CallFeeBand[];
  id?: string;
  changeId?: string;
  basedOn?: string;
};

/** Marks the schedules of these cells and days as superseded; they stay as history. */
export async function supersedeMany(
  trx: Trx,
  firm: FirmScope,
  { schedules, now }: { schedules: readonly NewSchedule[]; now: Date },
): Promise<void> {
  const keys = schedules.map(({ attorneyId, disbursementTypeId, validFrom }) => ({
    attorney: attorneyId,
    type: disbursementTypeId,
    day: validFrom,
  }));
  await sql`
    update call_fee_schedules s set replaced_at = ${now}
    from jsonb_to_recordset(${JSON.stringify(keys)}::jsonb)
      as k(attorney uuid, type uuid, day date)
    where s.firm_id = ${firm.firmId} and s.user_id = k.attorney
      and s.disbursement_type_id = k.type and s.valid_from = k.day
      and s.replaced_at is null`.execute(trx);
}

/** Two statements, however many there are. */
export async function insertSchedules(
  trx: Trx,
  firm: FirmScope,
  { schedules, actorId, now }: { schedules: readonly NewSchedule[]; actorId: string; now: Date },
): Promise<void> {
  const rows = schedules.map(({ attorneyId, disbursementTypeId, validFrom, bands, ...more }) => ({
    id: more.id ?? newId(now.getTime()),
    change: more.changeId,
    based: more.basedOn,
    attorney: attorneyId,
    type: disbursementTypeId,
    day: validFrom,
    bands: bands.map((band, index) => ({ position: index + 1, ...band })),
  }));
  const values = JSON.stringify(rows);
  await sql`
    insert into call_fee_schedules
      (id, firm_id, user_id, disbursement_type_id, valid_from, change_id, based_on, created_at,
        created_by)
    select id, ${firm.firmId}, attorney, type, day, change, based, ${now}, ${actorId}
    from jsonb_to_recordset(${values}::jsonb)
      as r(id uuid, attorney uuid, type uuid, day date, change uuid, based uuid)`.execute(trx);
  await sql`
    insert into call_fee_bands
      (firm_id, schedule_id, position, start_minute, end_minute, additional_minutes, charge_cents)
    select ${firm.firmId}, r.id, b.position, b."startTime", b."endTime", b."additionalTime",
      b."chargeCents"
    from jsonb_to_recordset(${values}::jsonb) as r(id uuid, bands jsonb),
      jsonb_to_recordset(r.bands) as b(position smallint, "startTime" integer, "endTime" integer,
        "additionalTime" integer, "chargeCents" bigint)`.execute(trx);
}
