import {
  exceptionCodes,
  type ExceptionCode,
  exceptionBounds,
} from '@recoup/contract/month-end/exceptions';
import { type RawBuilder, sql } from 'kysely';
import {
  accountsTwice,
  closedMatters,
  freeDays,
  otherThanMeasured,
  futureDays,
  periodEntries,
  recordedLate,
  unfitEntries,
  withoutNarration,
  withoutPrice,
  withoutVoucher,
  comparedEntries,
  recordedTwice,
  twoCallsAtOnce,
  isOpenEntry,
  unusuallyDear,
  unusuallyLong,
  usualValues,
} from './entry-exceptions.repository.ts';
import type { ExceptionQuery } from './exception-query.ts';
import { capLevels } from '@recoup/contract/matters/cap-levels';
import { moment, southAfricanDay } from '../../platform/database/moments.ts';
import { hasOwnMonth } from '../sign-off/sign-off.repository.ts';
import { role, userStatus } from '@recoup/contract/core/access';
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
function withoutCallFees(query: ExceptionQuery): RawBuilder<unknown> {
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
        least(min(greatest(s.first_day, days.first)) filter (where s.user_id is null
          or (coalesce(s.first_day, days.first) <= days.last
            and coalesce(s.last_day, days.last) >= days.first)),
          min(${earlierDay(query)})) as day
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

/** The first day of `s` on which an entry of a later day happened, of `u` and `t`. */
function earlierDay(query: ExceptionQuery): RawBuilder<unknown> {
  return sql`(select min(p.happened_on) from entries p where ${isOpenEntry(query)}
    and p.happened_on is not null and p.attorney_id = u.id and p.disbursement_type_id = t.id
    and (s.user_id is null or p.happened_on between coalesce(s.first_day, '-infinity')
      and coalesce(s.last_day, 'infinity')))`;
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
function recordedByAttorney(query: ExceptionQuery): RawBuilder<unknown> {
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
        where ${activeAttorneys(query)} and ${hasOwnMonth('u')}
        group by u.id
      ) a
    )`;
}

/** An attorney who would have recorded something by now, and did not. */
function nothingRecorded(query: ExceptionQuery): RawBuilder<unknown> {
  const { months } = query.recording;
  return ofRecording('NONE', query, sql`r.now = 0 and round(r.usual * ${months}::numeric) >= 1`);
}

/** An attorney who recorded less than half of what is usual. */
function muchLessRecorded(query: ExceptionQuery): RawBuilder<unknown> {
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
function oldInitialPasswords({ firm, now, attorney }: ExceptionQuery): RawBuilder<unknown> {
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

/**
 * Failed mails since the period began, unless the export was mailed later, to whatever address, or
 * another mail went to the same address. Mails that were of use for a while only, such as
 * reminders, do not count.
 */
function failedMails({ firm, period }: ExceptionQuery): RawBuilder<unknown> {
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
function unsentExports({ firm, period, now }: ExceptionQuery): RawBuilder<unknown> {
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
function reopenedExports({ firm }: ExceptionQuery): RawBuilder<unknown> {
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
function reachedCaps({ firm }: ExceptionQuery): RawBuilder<unknown> {
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

function mattersWithoutAttorney({ firm }: ExceptionQuery): RawBuilder<unknown> {
  return sql`select 'NOATT' as code, 'matter' as kind, m.id as subject_id,
      null::uuid as attorney_id, null::date as day, null::uuid as export_id,
      '{}'::jsonb as facts, null::jsonb as shown
    from matters m
    where m.firm_id = ${firm.firmId} and m.attorney_id is null and m.status = 'Open'`;
}

function since(day: RawBuilder<unknown>, from: string | undefined): RawBuilder<unknown> {
  return from === undefined ? sql`` : sql`and ${day} >= ${from}::date`;
}

const startOfCall = sql`to_char(c.started_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** Calls of a telephone system that are not recorded, and whose matter is not known. */
function callsWithoutMatter({ calls }: ExceptionQuery): RawBuilder<unknown> {
  return sql`select 'LOOSE' as code, 'call' as kind, c.id as subject_id, c.attorney_id,
      c.day, null::uuid as export_id, '{}'::jsonb as facts,
      jsonb_build_object('start', ${startOfCall}) as shown
    from (${found(calls).loose}) c`;
}

/** Entries that are probably a call of a telephone system (D2 B11, rule 8). */
function recordedByHandToo({ firm, calls }: ExceptionQuery): RawBuilder<unknown> {
  return sql`select 'DUPCALL' as code, 'entry' as kind, p.id as subject_id, p.attorney_id,
      p.date as day, null::uuid as export_id, jsonb_build_object('call', c.id::text) as facts,
      jsonb_build_object('start', ${startOfCall}) as shown
    from (${found(calls).pairs}) f
    join entries p on p.firm_id = ${firm.firmId} and p.id = f.entry_id
    join call_records c on c.firm_id = ${firm.firmId} and c.id = f.call_id`;
}

function found(calls: ExceptionQuery['calls']): NonNullable<ExceptionQuery['calls']> {
  if (!calls) throw new Error('calls are found before their exceptions');
  return calls;
}

type Rule = (query: ExceptionQuery) => RawBuilder<unknown>;

const rules: Readonly<Record<ExceptionCode, Rule>> = {
  NOFEE: withoutCallFees,
  LAYOUT: unfitEntries,
  FUTURE: futureDays,
  CLOSED: closedMatters,
  ZERO: withoutPrice,
  DUPSAME: recordedTwice,
  SUPSAME: accountsTwice,
  DUPTWO: twoCallsAtOnce,
  DUPCALL: recordedByHandToo,
  LONG: unusuallyLong,
  DEAR: unusuallyDear,
  LATE: recordedLate,
  NARR: withoutNarration,
  NOVOUCHER: withoutVoucher,
  NONE: nothingRecorded,
  DROP: muchLessRecorded,
  LOOSE: callsWithoutMatter,
  CAP: reachedCaps,
  MAILBAD: failedMails,
  UNSENT: unsentExports,
  REOPENED: reopenedExports,
  NOATT: mattersWithoutAttorney,
  WEEKEND: freeDays,
  MEASURE: otherThanMeasured,
  OLDPWD: oldInitialPasswords,
};

/**
 * `exceptions`: a row for each exception, with its acceptance, if there is one for these facts.
 * PostgreSQL skips what the rules of the requested codes do not read.
 */
export function foundExceptions(query: ExceptionQuery): RawBuilder<unknown> {
  const { firm, codes, attorney } = query;
  return sql`
    ${periodEntries(query)},
    ${comparedEntries(query)},
    ${usualValues(query)},
    ${recordedByAttorney(query)},
    found as (${sql.join(
      codes.map(
        (code) => sql`select ${sql.lit(exceptionCodes.indexOf(code))} as place, f.*
        from (${rules[code](query)}) f`,
      ),
      sql` union all `,
    )}),
    exceptions as materialized (
      select f.*, a.id as acceptance_id,
        a.id is not null and ${isCovered('f')} as is_accepted
      from found f left join exception_acceptances a
        on a.firm_id = ${firm.firmId} and a.code = f.code and a.subject_id = f.subject_id
        and a.period = ${acceptedPeriodSql('f')}
      ${attorney === undefined ? sql`` : sql`where f.attorney_id = ${attorney}`}
    )`;
}

/**
 * 32 hexadecimal digits. For an attorney's period the first 16 are its days, so that an acceptance
 * says by itself which period was looked at.
 */
export function fingerprintSql(row: string): RawBuilder<string> {
  return sql.raw(`(case when ${row}.code in ('NONE', 'DROP')
    then translate(concat(${row}.facts ->> 'from', ${row}.facts ->> 'to'), '-', '') else '' end
    || encode(sha256(convert_to(${row}.code || ${row}.facts, 'UTF8')), 'hex'))::varchar(32)`);
}

/** Whether acceptance `a` is of these facts, or of a period that contains the attorney's. */
function isCovered(row: string): RawBuilder<boolean> {
  const digits = (name: string) => `translate(${row}.facts ->> '${name}', '-', '')`;
  return sql`case when ${sql.raw(`${row}.code in ('NONE', 'DROP')
      then left(a.fingerprint, 8) <= ${digits('from')}
        and substr(a.fingerprint, 9, 8) >= ${digits('to')}`)}
    else a.fingerprint = ${fingerprintSql(row)} end`;
}

/** The month of an attorney's period, '' for other exceptions. */
export function acceptedPeriodSql(row: string): RawBuilder<string> {
  return sql.raw(`case when ${row}.code in ('NONE', 'DROP')
    then left(${row}.facts ->> 'from', 7) else '' end`);
}
