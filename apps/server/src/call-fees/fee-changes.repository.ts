import type { CallFeeBand } from '@recoup/contract/call-fees/rules';
import { sql } from 'kysely';
import type { FirmScope } from '../platform/core/actor.ts';
import { lockName } from '../platform/database/advisory-lock.ts';
import type { Db, Trx } from '../platform/database/connections.ts';
import type { ScheduleKey, Schedule } from './call-fees.repository.ts';
import { newId } from '@recoup/contract/core/ids';
import { jsonArrayFrom } from 'kysely/helpers/postgres';

export type ScheduleOfChange = ScheduleKey & {
  id: string;
  basedOn: string;
  next: string | null;
  before: CallFeeBand[];
  after: CallFeeBand[];
};

/** Changes of many fees wait for each other, and for entries that are being priced. */
export async function lockFeesOfFirm(trx: Trx, firm: FirmScope): Promise<void> {
  await lockName(trx, callFeesLockName(firm));
}

/** While an entry is priced and saved, no change of many fees re-prices or undoes. */
export async function lockFeesForPricing(trx: Trx, firm: FirmScope): Promise<void> {
  const lock = sql`hashtextextended(${callFeesLockName(firm)}, 0)`;
  await sql`select pg_advisory_xact_lock_shared(${lock})`.execute(trx);
}

/** Attorneys who would have more schedules than the limit; superseded ones do not count. */
export async function listAttorneysAbove(
  db: Db,
  firm: FirmScope,
  of: { added: ReadonlyMap<string, number>; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select user_id as id from call_fee_schedules
    join unnest(${[...of.added.keys()]}::uuid[], ${[...of.added.values()]}::integer[])
      as more (id, count) on more.id = user_id
    where firm_id = ${firm.firmId} and replaced_at is null
    group by user_id, more.count having count(*) + more.count > ${of.limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** The schedules that a fee change made, with the prices that it started from. */
export async function listSchedulesOfChange(db: Db, firm: FirmScope, changeId: string) {
  type Row = Omit<ScheduleOfChange, 'before' | 'after'> & {
    before: BandOfJson[];
    after: BandOfJson[];
  };
  const selectBands = (id: string) => sql`(
    select ${bandsAsJson} from call_fee_bands b
    where b.firm_id = s.firm_id and b.schedule_id = ${sql.ref(id)})`;
  const { rows } = await sql<Row>`
    select s.id, s.user_id as "attorneyId", s.disbursement_type_id as "disbursementTypeId",
      s.based_on as "basedOn", ${selectBands('s.based_on')} as before,
      ${selectBands('s.id')} as after,
      (select min(later.valid_from) from call_fee_schedules later
        where later.firm_id = s.firm_id and later.user_id = s.user_id
          and later.disbursement_type_id = s.disbursement_type_id
          and later.replaced_at is null and later.valid_from > s.valid_from) as next
    from call_fee_schedules s
    where s.firm_id = ${firm.firmId} and s.change_id = ${changeId}`.execute(db);
  return rows.map((row) => ({
    ...row,
    before: row.before.map(toBand),
    after: row.after.map(toBand),
  }));
}

/**
 * Ends the schedules that a change made and no other has superseded. Those that they superseded on
 * the same day are valid again, unless an undone change made them: then the ones before.
 */
export async function takeSchedulesBack(
  trx: Trx,
  firm: FirmScope,
  of: { changeId: string; now: Date },
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    update call_fee_schedules set replaced_at = ${of.now}
    where firm_id = ${firm.firmId} and change_id = ${of.changeId} and replaced_at is null
    returning id`.execute(trx);
  // A statement of its own: at no time may two schedules be valid from the same day.
  await sql`
    with recursive line as (
      select b.id, b.valid_from, b.change_id, b.based_on
      from call_fee_schedules s
      join call_fee_schedules b
        on b.firm_id = s.firm_id and b.id = s.based_on and b.valid_from = s.valid_from
      where s.firm_id = ${firm.firmId} and s.id = any(${rows.map(({ id }) => id)}::uuid[])
      union all
      select b.id, b.valid_from, b.change_id, b.based_on
      from line
      join rate_changes c
        on c.firm_id = ${firm.firmId} and c.id = line.change_id and c.undone_at is not null
      join call_fee_schedules b
        on b.firm_id = c.firm_id and b.id = line.based_on and b.valid_from = line.valid_from
    )
    update call_fee_schedules s set replaced_at = null
    from line left join rate_changes c on c.firm_id = ${firm.firmId} and c.id = line.change_id
    where s.firm_id = ${firm.firmId} and s.id = line.id and c.undone_at is null`.execute(trx);
}

/** The fee rows of several schedules. */
export async function listBandsBySchedule(db: Db, firm: FirmScope, scheduleIds: readonly string[]) {
  const { rows } = await sql<{ id: string; bands: BandOfJson[] }>`
    select s.id, ${bandsAsJson} as bands
    from call_fee_schedules s
    join call_fee_bands b on b.firm_id = s.firm_id and b.schedule_id = s.id
    where s.firm_id = ${firm.firmId} and s.id = any(${scheduleIds}::uuid[])
    group by s.id`.execute(db);
  return new Map(rows.map(({ id, bands }) => [id, bands.map(toBand)]));
}

/** Attorneys and types whose call fees have changed since a moment. */
export async function listChangedSince(db: Db, firm: FirmScope, since: Date) {
  const { rows } = await sql<ScheduleKey>`
    select distinct user_id as "attorneyId", disbursement_type_id as "disbursementTypeId"
    from call_fee_schedules
    where firm_id = ${firm.firmId} and (created_at > ${since} or replaced_at > ${since})`.execute(
    db,
  );
  return rows;
}

const bandsAsJson = sql`json_agg(json_build_array(b.start_minute, b.end_minute,
  b.additional_minutes, b.charge_cents) order by b.position)`;

type BandOfJson = [start: number, end: number, additional: number, cents: number];

function toBand([startTime, endTime, additionalTime, chargeCents]: BandOfJson): CallFeeBand {
  return { startTime, endTime, additionalTime, chargeCents };
}

function callFeesLockName({ firmId }: FirmScope): string {
  return `call fees ${firmId}`;
}

/** `next` is the first day of the schedule that ends this one. */
export type ScheduleOnDay = Schedule & ScheduleKey & { next: string | null };

/** The schedules that are valid on a day; before the first one of a cell, the first. */
export async function listSchedulesOn(db: Db, firm: FirmScope, day: string) {
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

export async function countLiveSchedules(db: Db, firm: FirmScope, attorneyId: string) {
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

/** The JSON of more would hold other requests. */
export const schedulesAtOnce = 500;

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
