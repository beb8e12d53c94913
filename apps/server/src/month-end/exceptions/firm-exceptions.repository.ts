import { exceptionBounds } from '@recoup/contract/month-end/exceptions';
import { capLevels } from '@recoup/contract/matters/cap-levels';
import { type RawBuilder, sql } from 'kysely';
import { moment, southAfricanDay } from './moments.repository.ts';
import type { ExceptionQuery } from './exception-query.ts';

/**
 * Failed mails since the period began, unless the export was mailed later, to whatever address, or
 * another mail went to the same address. Mails that were of use for a while only, such as
 * reminders, do not count.
 */
export function failedMails({ firm, period }: ExceptionQuery): RawBuilder<unknown> {
  const day = southAfricanDay('m.created_at');
  return sql`select 'MAILBAD' as code, 'mail' as kind, m.id as subject_id,
      null::uuid as attorney_id, ${day} as day, m.export_id,
      jsonb_build_object('mail', m.id, 'attempts', m.attempts) as facts,
      jsonb_build_object('reason', m.last_error) as shown
    from mails m
    where m.firm_id = ${firm.firmId} and m.state = 'failed' and m.send_until is null
      ${since(day, period.from)}
      and not exists (
        select from mails later where later.firm_id = m.firm_id
          and later.export_id is not distinct from m.export_id
          and (later.export_id is not null or later.to_address = m.to_address)
          and later.state in ('queued', 'sent')
          and (later.created_at, later.id) > (m.created_at, m.id)
      )`;
}

/** Closed exports that were neither fetched nor mailed for days. */
export function unsentExports({ firm, period, now }: ExceptionQuery): RawBuilder<unknown> {
  const day = southAfricanDay('x.created_at');
  return sql`select 'UNSENT' as code, 'export' as kind, x.id as subject_id,
      null::uuid as attorney_id, ${day} as day, null::uuid as export_id,
      jsonb_build_object('export', x.id) as facts, null::jsonb as shown
    from exports x
    where x.firm_id = ${firm.firmId} and x.closing and x.reopened_at is null
      and x.fetched_at is null ${since(day, period.from)}
      and x.created_at < ${now}::timestamptz
        - make_interval(days => ${exceptionBounds.unsentDays}::int)
      and not exists (select from mails m where m.firm_id = x.firm_id and m.export_id = x.id
        and m.state in ('queued', 'sent'))`;
}

/**
 * Reopened exports whose entries are still open. Which were its entries is told by their days and
 * their recording before it, as a closing takes all of them.
 */
export function reopenedExports({ firm }: ExceptionQuery): RawBuilder<unknown> {
  const holds = (x: string) =>
    sql.raw(`p.created_at < ${x}.created_at
    and p.date between coalesce(${x}.from_date, '-infinity')
      and coalesce(${x}.to_date, 'infinity')`);
  return sql`select 'REOPENED' as code, 'export' as kind, x.id as subject_id,
      null::uuid as attorney_id, ${southAfricanDay('x.reopened_at')} as day,
      null::uuid as export_id, jsonb_build_object('reopened', ${moment('x.reopened_at')}) as facts,
      jsonb_build_object('reason', x.reopen_reason) as shown
    from exports x
    where x.firm_id = ${firm.firmId} and x.closing and x.reopened_at is not null
      and x.created_at > (select min(created_at) from period_entries)
      and exists (
        select from period_entries p where ${holds('x')}
          and not exists (select from exports y where y.firm_id = ${firm.firmId} and y.closing
            and y.reopened_at is not null and y.number > x.number and ${holds('y')})
      )`;
}

/**
 * Matters with entries in the period whose entries in all have reached 80 or 100 % of the cap. An
 * acceptance holds until a further fifth of the cap is recorded.
 */
export function reachedCaps({ firm }: ExceptionQuery): RawBuilder<unknown> {
  const [warned, reached] = capLevels;
  return sql`select 'CAP' as code, 'matter' as kind, m.id as subject_id,
      null::uuid as attorney_id, null::date as day, null::uuid as export_id,
      jsonb_build_object('cap', m.cap_cents, 'fifths', div(5 * c.sum, m.cap_cents)) as facts,
      jsonb_build_object('cap', m.cap_cents, 'level', c.level, 'sum', c.sum::text) as shown
    from (select distinct matter_id from period_entries) p
    join matters m on m.firm_id = ${firm.firmId} and m.id = p.matter_id
    cross join lateral (
      select s.sum, case when s.sum >= m.cap_cents then ${sql.lit(reached)} else ${sql.lit(warned)}
        end as level
      from (select sum(amount_cents) as sum from entries e
        where e.firm_id = ${firm.firmId} and e.matter_id = m.id) s
      where 100 * s.sum >= ${sql.lit(warned)} * m.cap_cents
    ) c
    where m.cap_cents is not null`;
}

export function mattersWithoutAttorney({ firm }: ExceptionQuery): RawBuilder<unknown> {
  return sql`select 'NOATT' as code, 'matter' as kind, m.id as subject_id,
      null::uuid as attorney_id, null::date as day, null::uuid as export_id,
      '{}'::jsonb as facts, null::jsonb as shown
    from matters m
    where m.firm_id = ${firm.firmId} and m.attorney_id is null and m.status = 'Open'`;
}

function since(day: RawBuilder<unknown>, from: string | undefined): RawBuilder<unknown> {
  return from === undefined ? sql`` : sql`and ${day} >= ${from}::date`;
}
