import { exceptionBounds } from '@recoup/contract/month-end/exceptions';
import { type RawBuilder, sql } from 'kysely';
import { lastClosing } from '../../platform/database/last-closing.ts';
import type { ExceptionQuery } from './exception-query.ts';
import { southAfricanDay, startOfDay, moment } from '../../platform/database/moments.ts';
import type { FirmScope } from '../../platform/core/actor.ts';

/** The entries that a closing of the period would lock. */
export function periodEntries(query: ExceptionQuery): RawBuilder<unknown> {
  return sql`
    period_entries as materialized (
      select p.id, p.attorney_id, p.matter_id, p.disbursement_type_id, p.date,
        ${happenedOn} as happened_on, p.minutes, p.quantity, p.amount_cents, p.started_at,
        p.created_at, p.replaces, p.supplier_account_id, ${entryHash('p')}
      from entries p where ${isOpenEntry(query)}
    )`;
}

/** The day of the call or disbursement of entry `p`. */
const happenedOn = sql`coalesce(p.happened_on, p.date)`;

/** A condition on entries `p`; `days` limits them to the days of named entries. */
export function isOpenEntry({ firm, period, attorney, days }: ExceptionQuery): RawBuilder<boolean> {
  return sql`p.firm_id = ${firm.firmId} and p.export_id is null and ${isCharged(firm)}
    ${period.from === undefined ? sql`` : sql`and p.date >= ${period.from}::date`}
    ${period.to === undefined ? sql`` : sql`and p.date <= ${period.to}::date`}
    ${days === undefined ? sql`` : sql`and p.date = any(${days}::date[])`}
    ${attorney === undefined ? sql`` : sql`and p.attorney_id = ${attorney}`}`;
}

/** The fingerprint covers `facts`; `shown` is for the message alone. */
function ofEntries(
  code: string,
  parts: { facts: RawBuilder<unknown>; shown?: RawBuilder<unknown>; rest: RawBuilder<unknown> },
): RawBuilder<unknown> {
  const { facts, shown = sql`null::jsonb`, rest } = parts;
  return sql`select ${sql.lit(code)} as code, 'entry' as kind, p.id as subject_id,
    p.attorney_id, p.date as day, null::uuid as export_id,
    ${facts} as facts, ${shown} as shown ${rest}`;
}

/** Read by index: a closing of a million entries asks for these alone. */
export function futureDays(query: ExceptionQuery): RawBuilder<unknown> {
  return ofEntries('FUTURE', {
    facts: sql`jsonb_build_object('date', p.date)`,
    rest: sql`from entries p where ${isOpenEntry(query)} and p.date > ${query.today}::date`,
  });
}

/**
 * Reversals post, too, so all open entries count. A missing setting is no exception of the
 * attorney, who cannot enter it.
 */
export function unfitEntries({ firm, unfit }: ExceptionQuery): RawBuilder<unknown> {
  const reason = sql`jsonb_build_object('reason', u.reason)`;
  return sql`select 'LAYOUT' as code, 'entry' as kind, p.id as subject_id,
      case when not u.lacks_setting then p.attorney_id end as attorney_id, p.date as day,
      null::uuid as export_id, ${reason} as facts, ${reason} as shown
    from unnest(${unfit.map(({ entryId }) => entryId)}::uuid[],
      ${unfit.map((each) => each.reason)}::text[],
      ${unfit.map(({ lacksSetting }) => lacksSetting)}::bool[]) u (id, reason, lacks_setting)
    join entries p on p.id = u.id
    where p.firm_id = ${firm.firmId} and p.export_id is null`;
}

export function closedMatters({ firm }: ExceptionQuery): RawBuilder<unknown> {
  return ofEntries('CLOSED', {
    facts: sql`jsonb_build_object('matter', m.id, 'status', m.status, 'opened', m.opened,
      'date', p.date)`,
    shown: sql`jsonb_build_object('matter', m.number, 'status', m.status, 'opened', m.opened)`,
    rest: sql`from period_entries p join matters m
      on m.firm_id = ${firm.firmId} and m.id = p.matter_id
      where m.status = 'Closed' or m.opened > p.date`,
  });
}

export function withoutPrice({ firm }: ExceptionQuery): RawBuilder<unknown> {
  return ofEntries('ZERO', {
    facts: sql`jsonb_build_object('type', p.disbursement_type_id, 'minutes', p.minutes,
      'quantity', p.quantity, 'matter', p.matter_id, 'date', p.date)`,
    rest: sql`from period_entries p where p.amount_cents = 0
      and p.disbursement_type_id <> all(array(select t.id from disbursement_types t
        where t.firm_id = ${firm.firmId} and t.is_free))`,
  });
}

/** Most firms have no type that wants one, and then read no entry for it. */
export function withoutNarration(query: ExceptionQuery): RawBuilder<unknown> {
  return ofEntries('NARR', {
    facts: sql`jsonb_build_object('type', p.disbursement_type_id)`,
    rest: sql`from entries p where ${isOpenEntry(query)} and coalesce(p.narration, '') = ''
      and p.disbursement_type_id = any(array(select t.id from disbursement_types t
        where t.firm_id = ${query.firm.firmId} and t.wants_narration))`,
  });
}

/** Most firms have no type that needs one, and then read no entry for it. */
export function withoutVoucher(query: ExceptionQuery): RawBuilder<unknown> {
  const { firmId } = query.firm;
  return ofEntries('NOVOUCHER', {
    facts: sql`jsonb_build_object('type', p.disbursement_type_id)`,
    rest: sql`from entries p where ${isOpenEntry(query)} and p.amount_cents <> 0
      and p.disbursement_type_id = any(array(select t.id from disbursement_types t
        where t.firm_id = ${firmId} and t.needs_voucher))
      and not exists (select from entry_vouchers v where v.firm_id = ${firmId}
        and v.entry_id = p.id and v.withdrawn_at is null)`,
  });
}

export function freeDays({ holidays }: ExceptionQuery): RawBuilder<unknown> {
  return ofEntries('WEEKEND', {
    facts: sql`d.facts`,
    shown: sql`d.facts`,
    rest: sql`from period_entries p join (
        select date, jsonb_build_object('date', date) as facts
        from (select distinct happened_on as date from period_entries) all_days
        where extract(isodow from date) > 5 or date = any(${holidays}::date[])
      ) d on d.date = p.happened_on`,
  });
}

/** Minutes or day of a call differ from what a timer or a telephone system measured. */
export function otherThanMeasured(query: ExceptionQuery): RawBuilder<unknown> {
  const began = southAfricanDay('p.started_at');
  const facts = sql`jsonb_build_object('minutes', p.minutes, 'seconds', p.seconds,
    'date', ${happenedOn}, 'began', ${began})`;
  return ofEntries('MEASURE', {
    facts,
    shown: facts,
    rest: sql`from entries p where ${isOpenEntry(query)}
      and (p.minutes <> ceil(p.seconds / 60.0) or ${began} <> ${happenedOn})`,
  });
}

/**
 * Recorded long after its day, or for a day that the last closing had already passed. A replacement
 * is as early as the entry in whose place it stands.
 */
export function recordedLate({ firm }: ExceptionQuery): RawBuilder<unknown> {
  const recorded = southAfricanDay('p.created_at');
  const firstLate = sql`p.date + ${exceptionBounds.lateDays + 1}::int`;
  return ofEntries('LATE', {
    facts: sql`jsonb_build_object('date', p.date, 'recorded', ${recorded})`,
    shown: sql`jsonb_build_object('recorded', ${recorded}, 'days', ${recorded} - p.date,
      'closed', case when p.date <= c.last_day and p.created_at > c.created_at then c.number end)`,
    rest: sql`from period_entries p left join (${lastClosing(firm)}) c on true
      where p.replaces is null and (p.created_at >= ${startOfDay(firstLate)}
        or (p.date <= c.last_day and p.created_at > c.created_at))`,
  });
}

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
      where e.export_id is not null and e.reverses is null and e.amount_cents >= 0 and e.id not in (
        select r.reverses from entries r
        where r.firm_id = ${firm.firmId} and r.reverses is not null)
    ),
    compared_entries as not materialized (
      select ${columns}, true as is_open from period_entries
      union all select ${columns}, false from locked_entries
    )`;
}

/** Equal for entries that are equal in everything that is charged, and seldom for others. */
function entryHash(entry: 'e' | 'p'): RawBuilder<unknown> {
  return sql.raw(`uuid_hash_extended(${entry}.matter_id,
    ${entry}.amount_cents + ((${entry}.date - date '2000-01-01')::bigint << 40)) as hash`);
}

/**
 * Whether entry `p` that is not locked is neither a reversal, nor of a credit note, which counts
 * like one, nor reversed: an entry and its reversal add up to
 * nothing. What is reversed is not locked only after its export was reopened.
 */
function isCharged({ firmId }: FirmScope): RawBuilder<boolean> {
  return sql`p.reverses is null and p.amount_cents >= 0 and p.id <> all(array(
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

/** Each account whose supplier, day and total an earlier one has under another number. */
export function accountsTwice({ firm }: ExceptionQuery): RawBuilder<unknown> {
  return sql`select 'SUPSAME' as code, 'account' as kind, a.id as subject_id,
      null::uuid as attorney_id, a.date as day, null::uuid as export_id,
      jsonb_build_object('of', o.id, 'cents', a.total_cents, 'date', a.date) as facts,
      jsonb_build_object('number', o.number, 'cents', a.total_cents) as shown
    from supplier_accounts a
    join lateral (
      select id, number from supplier_accounts b
      where b.firm_id = ${firm.firmId} and b.supplier_id = a.supplier_id and b.date = a.date
        and b.total_cents = a.total_cents and (b.created_at, b.id) < (a.created_at, a.id)
      order by b.created_at, b.id limit 1
    ) o on true
    where a.firm_id = ${firm.firmId} and a.total_cents > 0 and a.id = any(array(
      select distinct supplier_account_id from period_entries
      where supplier_account_id is not null))`;
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
              and ${v} is not null and reverses is null and amount_cents >= 0 ${only}
            group by 1, 2) counted
        ) u window whole as (partition by u.owner)
      ) c
    ) d group by d.owner, d.middle, d.total`;
}

/** Minutes far above what the attorney recorded, and above two hours in any case. */
export function unusuallyLong(): RawBuilder<unknown> {
  const { longMinutes, comparedEntries: least } = exceptionBounds;
  const usual = sql`case when u.total >= ${least}::int then u.middle + 6 * u.mad end`;
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
