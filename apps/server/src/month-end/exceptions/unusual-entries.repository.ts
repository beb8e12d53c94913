import { exceptionBounds } from '@recoup/contract/month-end/exceptions';
import { type RawBuilder, sql } from 'kysely';
import type { ExceptionQuery } from './exception-query.ts';

/**
 * Usual values of the last 180 days, locked entries too: `usual_minutes` of attorneys with a call
 * above two hours, `usual_amounts` of types.
 */
export function usualValues(query: ExceptionQuery): RawBuilder<unknown> {
  // An array is read once, whatever PostgreSQL expects of the entries.
  const ofLongCalls = sql`and attorney_id = any(array(select distinct attorney_id
    from period_entries where minutes > ${exceptionBounds.longMinutes}::int))`;
  const minutes = {
    value: 'minutes',
    owner: 'attorney_id',
    day: 'coalesce(happened_on, date)',
    only: ofLongCalls,
  };
  const amounts = { value: 'amount_cents', owner: 'disbursement_type_id', day: 'date' };
  return sql`
    usual_minutes as materialized (${medians(query, minutes)}),
    usual_amounts as materialized (
      select u.owner, floor(greatest(${exceptionBounds.dearTimes}::int * u.middle,
        u.middle + 6 * u.mad))::bigint as bound
      from (${medians(query, amounts)}) u
      where u.total >= ${exceptionBounds.comparedEntries}::int
    )`;
}

type Values = { value: string; owner: string; day: string; only?: RawBuilder<unknown> };

/** The median and the median absolute deviation (MAD) by owner, from counted values. */
function medians({ firm, today }: ExceptionQuery, { value, owner, day, only = sql`` }: Values) {
  const [v, o, d] = [sql.raw(value), sql.raw(owner), sql.raw(day)];
  const first = sql`${today}::date - ${exceptionBounds.comparedDays}::int`;
  return sql`
    select d.owner, d.middle, d.total, (min(d.off) filter (where 2 * d.upto >= d.total)
      + min(d.off) filter (where 2 * d.upto > d.total)) / 2 as mad
    from (
      select c.owner, c.middle, c.total, abs(c.value - c.middle) as off,
        sum(c.times) over (partition by c.owner order by abs(c.value - c.middle)) as upto
      from (
        select u.*, (min(u.value) filter (where 2 * u.upto >= u.total) over whole
          + min(u.value) filter (where 2 * u.upto > u.total) over whole) / 2 as middle
        from (
          select owner, value::numeric, times,
            sum(times) over (partition by owner order by value) as upto,
            sum(times) over (partition by owner) as total
          from (select ${o} as owner, ${v} as value, count(*) as times
            from entries where firm_id = ${firm.firmId} and ${d} <= ${today}::date
              and ${d} > ${first} and date > ${first}
              and ${v} is not null and reverses is null ${only}
            group by 1, 2) counted
        ) u window whole as (partition by u.owner)
      ) c
    ) d group by d.owner, d.middle, d.total`;
}

/** Minutes far above what the attorney recorded, and above two hours in any case. */
export function unusuallyLong(): RawBuilder<unknown> {
  const { longMinutes, comparedEntries } = exceptionBounds;
  const usual = sql`case when u.total >= ${comparedEntries}::int then u.middle + 6 * u.mad end`;
  return sql`select 'LONG' as code, 'entry' as kind, p.id as subject_id, p.attorney_id,
      p.date as day, null::uuid as export_id,
      jsonb_build_object('minutes', p.minutes, 'attorney', p.attorney_id) as facts,
      jsonb_build_object('minutes', p.minutes,
        'bound', case when ${usual} >= ${longMinutes}::int then floor(${usual}) end) as shown
    from period_entries p left join usual_minutes u on u.owner = p.attorney_id
    where p.minutes > ${longMinutes}::int and p.minutes > coalesce(${usual}, 0)`;
}

/** Amounts far above what the firm recorded of the type, and above eight times in any case. */
export function unusuallyDear(): RawBuilder<unknown> {
  return sql`select 'DEAR' as code, 'entry' as kind, p.id as subject_id, p.attorney_id,
      p.date as day, null::uuid as export_id,
      jsonb_build_object('cents', p.amount_cents, 'type', p.disbursement_type_id) as facts,
      jsonb_build_object('cents', p.amount_cents, 'bound', u.bound) as shown
    from period_entries p join usual_amounts u on u.owner = p.disbursement_type_id
    where p.amount_cents > u.bound`;
}
