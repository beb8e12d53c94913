import { role, userStatus } from '@recoup/contract/core/access';
import { exceptionBounds } from '@recoup/contract/month-end/exceptions';
import { type RawBuilder, sql } from 'kysely';
import { moment, southAfricanDay } from './moments.repository.ts';
import { isOpenEntry } from './entry-exceptions.repository.ts';
import type { ExceptionQuery } from './exception-query.ts';
import { foldedText } from '../../platform/database/pagination-and-search.ts';

function activeAttorneys({ firm, attorney }: ExceptionQuery): RawBuilder<unknown> {
  return sql`u.firm_id = ${firm.firmId} and u.role = ${role.attorney}
    and u.status = ${userStatus.active}
    ${attorney === undefined ? sql`` : sql`and u.id = ${attorney}`}`;
}

/**
 * Attorneys with a calculated type that has no call fees on some day of the period. The first fees
 * hold for all days before them; fees without rows end those before. Without bounds the period runs
 * from the first entry that is not locked until today. The facts are the gaps of all days, so that
 * an acceptance holds in every period until a gap begins, ends or moves.
 */
export function withoutCallFees(query: ExceptionQuery): RawBuilder<unknown> {
  const { firm, period, today } = query;
  const from = sql`coalesce(${period.from ?? null}::date,
    (select min(p.date) from entries p where ${isOpenEntry(query)}), ${today}::date)`;
  const to = sql`coalesce(${period.to ?? null}::date, ${today}::date)`;
  return sql`select 'NOFEE' as code, 'attorney' as kind, g.attorney_id as subject_id,
      g.attorney_id, null::date as day, null::uuid as export_id,
      jsonb_build_object('gaps', jsonb_agg(jsonb_build_array(g.type_id, g.gaps) order by g.type_id))
        as facts,
      jsonb_build_object('types', jsonb_agg(g.title order by ${foldedText(sql`g.title`)})
        filter (where g.day is not null), 'day', min(g.day)) as shown
    from (
      select u.id as attorney_id, t.id as type_id, t.title,
        jsonb_agg(jsonb_build_array(s.first_day, s.last_day) order by s.first_day) as gaps,
        min(greatest(s.first_day, days.first)) filter (where s.user_id is null
          or (coalesce(s.first_day, days.first) <= days.last
            and coalesce(s.last_day, days.last) >= days.first)) as day
      from users u
      join user_disbursement_types ut on ut.firm_id = u.firm_id and ut.user_id = u.id
      join disbursement_types t on t.firm_id = u.firm_id and t.id = ut.disbursement_type_id
        and t.calculated and t.active
      cross join (select f.first, greatest(f.first, ${to}) as last
        from (select ${from} as first) f) days
      left join lateral (${callFeePeriods(firm.firmId)}) s on true
      where ${activeAttorneys(query)} and (s.user_id is null or s.is_empty)
      group by u.id, t.id, t.title
    ) g group by g.attorney_id having min(g.day) is not null`;
}

/** The days of each schedule of `u` and `t`; the first has no first day, the last no last day. */
function callFeePeriods(firmId: string): RawBuilder<unknown> {
  return sql`
    select c.user_id, case when row_number() over fees > 1 then c.valid_from end as first_day,
      lead(c.valid_from) over fees - 1 as last_day,
      not exists (select from call_fee_bands b
        where b.firm_id = c.firm_id and b.schedule_id = c.id) as is_empty
    from call_fee_schedules c
    where c.firm_id = ${firmId} and c.user_id = u.id and c.disbursement_type_id = t.id
      and c.replaced_at is null
    window fees as (order by c.valid_from)`;
}

/** Each active attorney's usual entries a month, and those recorded in the period. */
export function recordedByAttorney(query: ExceptionQuery): RawBuilder<unknown> {
  const { from, to, monthsBefore } = query.recording;
  const inMonth = (index: 0 | 1 | 2) => sql`coalesce(sum(d.count) filter (where
    d.date >= ${monthsBefore[index]}::date and d.date < ${monthsBefore[index + 1]}::date), 0)`;
  return sql`
    recorded_by_attorney as (
      select a.id, a.now, (select percentile_disc(0.5) within group (order by m.count)
        from (values (a.month1), (a.month2), (a.month3)) m (count)) as usual
      from (
        select u.id, ${inMonth(0)} as month1, ${inMonth(1)} as month2, ${inMonth(2)} as month3,
          coalesce(sum(d.count) filter (where d.date >= ${from}::date), 0) as now
        from users u left join entry_days d on d.firm_id = u.firm_id and d.attorney_id = u.id
          and d.date >= ${monthsBefore[0]}::date and d.date <= ${to}::date
        where ${activeAttorneys(query)}
        group by u.id
      ) a
    )`;
}

/** An attorney who would have recorded something by now, and did not. */
export function nothingRecorded(query: ExceptionQuery): RawBuilder<unknown> {
  const { months } = query.recording;
  return ofRecording('NONE', query, sql`r.now = 0 and round(r.usual * ${months}::numeric) >= 1`);
}

/** An attorney who recorded less than half of what is usual. */
export function muchLessRecorded(query: ExceptionQuery): RawBuilder<unknown> {
  return ofRecording(
    'DROP',
    query,
    sql`r.now > 0
    and 2 * r.now < r.usual * ${query.recording.months}::numeric`,
  );
}

function ofRecording(
  code: 'NONE' | 'DROP',
  { recording }: ExceptionQuery,
  isFound: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const { from, to, months } = recording;
  return sql`select ${sql.lit(code)} as code, 'attorney' as kind, r.id as subject_id,
      r.id as attorney_id, null::date as day, null::uuid as export_id,
      jsonb_build_object('from', ${from}::date, 'to', ${to}::date) as facts,
      jsonb_build_object('now', r.now, 'usual', round(r.usual * ${months}::numeric)) as shown
    from recorded_by_attorney r where ${isFound}`;
}

/** Users who have had an initial password for longer than it opens anything. */
export function oldInitialPasswords({ firm, now, attorney }: ExceptionQuery): RawBuilder<unknown> {
  return sql`select 'OLDPWD' as code, 'attorney' as kind, u.id as subject_id,
      u.id as attorney_id, null::date as day, null::uuid as export_id,
      jsonb_build_object('invited', ${moment('u.invited_at')}) as facts,
      jsonb_build_object('invited', ${southAfricanDay('u.invited_at')}) as shown
    from users u where u.firm_id = ${firm.firmId} and u.status = ${userStatus.active}
      and u.password_reset_required
      and u.invited_at < ${now}::timestamptz
        - make_interval(days => ${exceptionBounds.oldPasswordDays}::int)
      ${attorney === undefined ? sql`` : sql`and u.id = ${attorney}`}`;
}
