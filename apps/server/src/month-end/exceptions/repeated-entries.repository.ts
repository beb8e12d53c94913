import { exceptionBounds } from '@recoup/contract/month-end/exceptions';
import { type RawBuilder, sql } from 'kysely';
import type { FirmScope } from '../../platform/core/actor.ts';
import { moment } from './moments.repository.ts';
import type { ExceptionQuery } from './exception-query.ts';

/** The entries of the period and the locked ones of the same attorneys and days. */
export function comparedEntries({ firm }: ExceptionQuery): RawBuilder<unknown> {
  const columns = sql.raw(`id, attorney_id, matter_id, disbursement_type_id, date, minutes,
    quantity, amount_cents, started_at, created_at, hash`);
  return sql`
    locked_entries as materialized (
      select e.id, e.attorney_id, e.matter_id, e.disbursement_type_id, e.date, e.minutes,
        e.quantity, e.amount_cents, e.started_at, e.created_at, ${entryHash('e')}
      from (select distinct attorney_id, date from period_entries) d
      join entries e on e.firm_id = ${firm.firmId} and e.attorney_id = d.attorney_id
        and e.date = d.date
      where e.export_id is not null and e.reverses is null and e.id not in (
        select r.reverses from entries r
        where r.firm_id = ${firm.firmId} and r.reverses is not null)
    ),
    compared_entries as not materialized (
      select ${columns}, true as is_open from period_entries
      union all select ${columns}, false from locked_entries
    )`;
}

/** Equal for entries that are equal in everything that is charged, and seldom for others. */
export function entryHash(entry: 'e' | 'p'): RawBuilder<unknown> {
  return sql.raw(`uuid_hash_extended(${entry}.matter_id,
    ${entry}.amount_cents + ((${entry}.date - date '2000-01-01')::bigint << 40)) as hash`);
}

/**
 * Whether entry `p` that is not locked is neither a reversal nor reversed: those two add up to
 * nothing. What is reversed is not locked only after its export was reopened.
 */
export function isCharged({ firmId }: FirmScope): RawBuilder<boolean> {
  return sql`p.reverses is null and p.id <> all(array(
    select o.id from entries r
    join entries o on o.firm_id = r.firm_id and o.id = r.reverses and o.export_id is null
    where r.firm_id = ${firmId} and r.reverses is not null))`;
}

/** Each entry that equals an earlier one in everything that is charged. */
export function recordedTwice(): RawBuilder<unknown> {
  return sql`select 'DUPSAME' as code, 'entry' as kind, p.id as subject_id, p.attorney_id,
      p.date as day, null::uuid as export_id,
      jsonb_build_object('of', p.first, 'matter', p.matter_id, 'type', p.disbursement_type_id,
        'date', p.date, 'minutes', p.minutes, 'quantity', p.quantity, 'cents', p.amount_cents
      ) as facts,
      jsonb_build_object('exported', not p.is_first_open) as shown
    from (
      select c.*, first_value(c.id) over same as first, first_value(c.is_open) over same
        as is_first_open, row_number() over same as place
      from compared_entries c
      where c.hash in (select hash from compared_entries group by hash having count(*) > 1)
      window same as (partition by c.attorney_id, c.matter_id, c.disbursement_type_id, c.date,
        c.minutes, c.quantity, c.amount_cents order by c.is_open, c.created_at, c.id)
    ) p where p.is_open and p.place > 1`;
}

/**
 * A call that began soon after one of the same attorney, type and day on another matter. By their
 * starts, calls are in runs of one matter each: what came before a run is the last on another one.
 * A call that began long after any other cannot be one of these, nor lead to one.
 */
export function twoCallsAtOnce({ firm }: ExceptionQuery): RawBuilder<unknown> {
  const calls = sql.raw('partition by attorney_id, disbursement_type_id, date');
  return sql`select 'DUPTWO' as code, 'entry' as kind, p.id as subject_id, p.attorney_id,
      p.date as day, null::uuid as export_id,
      jsonb_build_object('of', p.other, 'matter', p.matter_id, 'start', ${moment('p.started_at')},
        'otherMatter', p.other_matter, 'otherStart', ${moment('p.other_start')}) as facts,
      jsonb_build_object('start', p.started_at, 'otherStart', p.other_start,
        'otherMatter', m.number) as shown
    from (
      select r.*, first_value(before) over run as other,
        first_value(matter_before) over run as other_matter,
        first_value(start_before) over run as other_start
      from (
        select b.*, count(*) filter (where matter_id <> matter_before)
          over (${calls} order by started_at, id) as run
        from (
          select c.*, lag(id) over earlier as before, lag(matter_id) over earlier as matter_before,
            lag(started_at) over earlier as start_before
          from compared_entries c where started_at is not null
          window earlier as (${calls} order by started_at, id)
        ) b where start_before >= ${soonBefore('started_at')}
      ) r
      window run as (${calls}, run order by started_at, id)
    ) p
    join matters m on m.firm_id = ${firm.firmId} and m.id = p.other_matter
    where p.is_open and p.other_matter <> p.matter_id
      and p.other_start >= ${soonBefore('p.started_at')}`;
}

function soonBefore(start: string): RawBuilder<unknown> {
  return sql`${sql.raw(start)} - make_interval(mins => ${exceptionBounds.startMinutes}::int)`;
}
