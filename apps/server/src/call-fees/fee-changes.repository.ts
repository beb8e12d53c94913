import type { CallFeeBand } from '@recoup/contract/call-fees/rules';
import { sql } from 'kysely';
import type { FirmScope } from '../platform/core/actor.ts';
import { lockName } from '../platform/database/advisory-lock.ts';
import type { Db, Trx } from '../platform/database/connections.ts';
import type { ScheduleKey } from './call-fees.repository.ts';

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
export async function listSchedulesOfChange(
  db: Db,
  firm: FirmScope,
  changeId: string,
): Promise<ScheduleOfChange[]> {
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
export async function listBandsBySchedule(
  db: Db,
  firm: FirmScope,
  scheduleIds: readonly string[],
): Promise<Map<string, CallFeeBand[]>> {
  const { rows } = await sql<{ id: string; bands: BandOfJson[] }>`
    select s.id, ${bandsAsJson} as bands
    from call_fee_schedules s
    join call_fee_bands b on b.firm_id = s.firm_id and b.schedule_id = s.id
    where s.firm_id = ${firm.firmId} and s.id = any(${scheduleIds}::uuid[])
    group by s.id`.execute(db);
  return new Map(rows.map(({ id, bands }) => [id, bands.map(toBand)]));
}

/** Attorneys and types whose call fees have changed since a moment. */
export async function listChangedSince(
  db: Db,
  firm: FirmScope,
  since: Date,
): Promise<ScheduleKey[]> {
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
