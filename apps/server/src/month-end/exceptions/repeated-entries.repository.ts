import { exceptionBounds } from '@recoup/contract/month-end/exceptions';
import { type RawBuilder, sql } from 'kysely';
import type { ExceptionQuery } from './exception-query.ts';

/** The entries of the period and the locked ones of the same attorneys and days. */
export function comparedEntries({ firm }: ExceptionQuery): RawBuilder<unknown> {
  return sql`
    compared_entries as (
      select id, attorney_id, matter_id, disbursement_type_id, date, minutes, quantity,
        amount_cents, started_at, created_at, true as is_open from period_entries
      union all
      select e.id, e.attorney_id, e.matter_id, e.disbursement_type_id, e.date, e.minutes,
        e.quantity, e.amount_cents, e.started_at, e.created_at, false
      from (select distinct attorney_id, date from period_entries) d
      join entries e on e.firm_id = ${firm.firmId} and e.attorney_id = d.attorney_id
        and e.date = d.date
      where e.export_id is not null
    )`;
}

/** Each entry that equals an earlier one in everything that is charged. */
export function recordedTwice(): RawBuilder<unknown> {
  const what = sql.raw(
    'attorney_id, matter_id, disbursement_type_id, date, minutes, quantity, amount_cents',
  );
  return sql`select 'DUPSAME' as code, 'entry' as kind, p.id as subject_id, p.attorney_id,
      p.date as day, null::uuid as export_id,
      jsonb_build_object('of', p.first, 'matter', p.matter_id, 'type', p.disbursement_type_id,
        'date', p.date, 'minutes', p.minutes, 'quantity', p.quantity, 'cents', p.amount_cents
      ) as facts,
      jsonb_build_object('exported', not p.is_first_open) as shown
    from (
      select c.*, first_value(c.id) over same as first, first_value(c.is_open) over same
        as is_first_open, row_number() over same as place
      from (select ${what} from compared_entries group by ${what} having count(*) > 1) k
      join compared_entries c on c.attorney_id = k.attorney_id and c.matter_id = k.matter_id
        and c.disbursement_type_id = k.disbursement_type_id and c.date = k.date
        and coalesce(c.minutes, -1) = coalesce(k.minutes, -1)
        and coalesce(c.quantity, -1) = coalesce(k.quantity, -1)
        and c.amount_cents = k.amount_cents
      window same as (partition by c.attorney_id, c.matter_id, c.disbursement_type_id, c.date,
        c.minutes, c.quantity, c.amount_cents order by c.is_open, c.created_at, c.id)
    ) p where p.is_open and p.place > 1`;
}

/** A call that began soon after one of the same attorney and type on another matter. */
export function twoCallsAtOnce({ firm }: ExceptionQuery): RawBuilder<unknown> {
  const before = sql`make_interval(mins => ${exceptionBounds.startMinutes}::int)`;
  return sql`select 'DUPTWO' as code, 'entry' as kind, p.id as subject_id, p.attorney_id,
      p.date as day, null::uuid as export_id,
      jsonb_build_object('of', other.id, 'matter', p.matter_id, 'start', p.started_at,
        'otherMatter', other.matter_id, 'otherStart', other.started_at) as facts,
      jsonb_build_object('start', p.started_at, 'otherStart', other.started_at,
        'otherMatter', m.number) as shown
    from (
      select c.*, lag(c.started_at) over (partition by c.attorney_id, c.disbursement_type_id,
        c.date order by c.started_at, c.id) as start_before
      from compared_entries c where c.started_at is not null
    ) p
    cross join lateral (
      select e.id, e.matter_id, e.started_at from entries e
      where e.firm_id = ${firm.firmId} and e.attorney_id = p.attorney_id and e.date = p.date
        and e.disbursement_type_id = p.disbursement_type_id and e.matter_id <> p.matter_id
        and (e.started_at, e.id) < (p.started_at, p.id)
        and e.started_at >= p.started_at - ${before}
      order by e.started_at desc, e.id desc limit 1
    ) other
    join matters m on m.firm_id = ${firm.firmId} and m.id = other.matter_id
    where p.is_open and p.start_before >= p.started_at - ${before}`;
}
