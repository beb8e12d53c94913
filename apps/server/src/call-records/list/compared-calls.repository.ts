import type { CallProposal, CallState } from '@recoup/contract/call-records/rules';
import { type RawBuilder, sql } from 'kysely';
import type { FirmScope } from '../../platform/core/actor.ts';
import type { Db } from '../../platform/database/connections.ts';
import {
  attributedCalls,
  type CallFilter,
  fromCalls,
  knownCalls,
  type CallPair,
  type KnownCall,
  uuids,
} from './calls.repository.ts';

/** Calls or entries per attorney and day; no person has more. */
export const mostOfDay = 500;

/** Counts calls of a filter, up to a bound, without reading them. */
export async function countCallsUpTo(
  db: Db,
  firm: FirmScope,
  { bound, ...filter }: CallFilter & { bound: number },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count
    from (select ${fromCalls(firm, filter)} limit ${bound}) c`.execute(db);
  return rows[0]?.count ?? 0;
}

/** One text for each call and entry: rows of them are read later, of one attorney at a time. */
export type ComparedDay = { attorneyId: string; day: string; calls: string; entries: string };
/** Starts are in milliseconds. */
export type PackedCall = readonly [
  id: string,
  startedAt: number,
  seconds: number,
  otherParty: string | null,
  matterId: string | null,
  proposal: CallProposal | null,
];
export type PackedEntry = readonly [
  id: string,
  startedAt: number | null,
  seconds: number,
  otherParty: string | null,
  matterId: string,
];

/**
 * The open calls and the entries without a call of attorneys, by attorney and day: of the days
 * alone on which a call and an entry may be the same.
 */
export async function listComparedDays(db: Db, firm: FirmScope, filter: CallFilter) {
  const { rows } = await sql<ComparedDay>`
    with ${attributedCalls(firm, { ...filter, decided: 'open' })},
    ${daysWithBoth(firm, filter)},
    compared_calls as (
      select c.* from attributed_calls c where ${isOnDays('c', 'compared_days')}),
    ${knownCalls(firm, { source: 'compared_calls', pairs: [] })},
    packed_calls as (
      select attorney_id, day, json_agg(json_build_array(id, ${milliseconds('started_at')},
        seconds, other_party, matter_id, proposal) order by started_at, id)::text as calls
      from known_calls group by attorney_id, day),
    packed_entries as (
      select e.attorney_id, e.day, json_agg(json_build_array(e.id,
        ${milliseconds('e.started_at')}, e.seconds, e.other_party, e.matter_id))::text as entries
      from unlinked_entries e where ${isOnDays('e', 'entry_days')}
      group by e.attorney_id, e.day)
    select coalesce(c.attorney_id, e.attorney_id) as "attorneyId",
      coalesce(c.day, e.day)::text as day, coalesce(c.calls, '[]') as calls,
      coalesce(e.entries, '[]') as entries
    from packed_calls c full join packed_entries e
      on e.attorney_id = c.attorney_id and e.day = c.day
    order by 1, 2`.execute(db.withoutPlugins());
  return rows;
}

function milliseconds(time: string): RawBuilder<number> {
  return sql<number>`trunc(extract(epoch from ${sql.ref(time)}) * 1000)::bigint`;
}

/** `entry_days` of a person's work, and `compared_days` of calls on these or the days beside. */
function daysWithBoth(firm: FirmScope, { attorney }: CallFilter): RawBuilder<unknown> {
  const isAsked = (entry: 'e' | 'o') =>
    attorney === undefined ? sql`true` : sql`${sql.ref(`${entry}.attorney_id`)} = ${attorney}`;
  return sql`
    call_days as materialized (
      select attorney_id, day, count(*) as calls from attributed_calls
      where attorney_id is not null group by attorney_id, day),
    period as materialized (
      select min(day) - 1 as first, max(day) + 1 as last from call_days),
    unlinked_entries as materialized (${unlinkedEntries(firm, isAsked)}),
    entry_days as materialized (
      select attorney_id, day from unlinked_entries group by attorney_id, day
      having count(*) <= ${mostOfDay}),
    days_near_entries as (
      select attorney_id, day + apart as day
      from entry_days cross join generate_series(-1, 1) as apart),
    compared_days as (
      select d.attorney_id, d.day from call_days d
      where d.calls <= ${mostOfDay} and ${isOnDays('d', 'days_near_entries')})`;
}

/** Not as a join, for which PostgreSQL may expect few rows. */
function isOnDays(row: string, days: string): RawBuilder<boolean> {
  return sql<boolean>`((${sql.ref(`${row}.attorney_id`)}, ${sql.ref(`${row}.day`)})
    in (select attorney_id, day from ${sql.table(days)})) is true`;
}

/**
 * Entries that no call is linked to. One that replaces a reversed entry is of the day on which it
 * happened, else of the day of that entry, which may have been exported before the calls came.
 */
function unlinkedEntries(firm: FirmScope, isAsked: (entry: 'e' | 'o') => RawBuilder<unknown>) {
  const isInPeriod = sql`between (select first from period) and (select last from period)`;
  const isFree = (entry: 'e' | 'o') => sql`not exists (select from call_records r
    where r.firm_id = ${firm.firmId} and r.entry_id = ${sql.ref(`${entry}.id`)})`;
  const isCharged = sql`e.minutes is not null and e.reverses is null and ${isFree('e')}
    and not exists (select from entries l where l.firm_id = e.firm_id and l.reverses = e.id)`;
  return sql`
    select e.id, e.attorney_id, e.date as day, e.started_at,
      coalesce(e.seconds, e.minutes * 60) as seconds, e.matter_id, e.other_party
    from entries e
    where e.firm_id = ${firm.firmId} and ${isAsked('e')} and e.date ${isInPeriod}
      and e.replaces is null and ${isCharged}
    union all
    select e.id, e.attorney_id, ${dayOfReplacement}, coalesce(e.started_at, o.started_at),
      coalesce(e.seconds, e.minutes * 60), e.matter_id, coalesce(e.other_party, o.other_party)
    from entries o join entries e on e.firm_id = o.firm_id and e.replaces = o.id
    where o.firm_id = ${firm.firmId} and ${isAsked('o')} and ${dayOfReplacement} ${isInPeriod}
      and e.replaces is not null and ${isFree('o')}
      and ${isCharged}`;
}

export type CountedCalls = { attorneyId: string | null; calls: number; withCode: number };
export type KnownCallPage = { rows: KnownCall[]; count: number; attorneys: CountedCalls[] };
type PageOf = {
  filter: CallFilter;
  pairs: readonly CallPair[];
  state?: CallState | undefined;
  limit: number;
  offset: number;
};
type FoundRow = KnownCall & { count: number; attorneys: CountedCalls[] | null };

/** A page of calls, the oldest first; count and attorneys are of all of them, of one moment. */
export async function findKnownCalls(
  db: Db,
  firm: FirmScope,
  { filter, pairs, state, limit, offset }: PageOf,
): Promise<KnownCallPage> {
  const { rows } = await sql<FoundRow | (FoundRow & { id: null })>`
    with ${attributedCalls(firm, filter)},
    ${knownCalls(firm, { source: 'attributed_calls', pairs, isFew: filter.ids !== undefined })},
    listed as materialized (
      select c.* from known_calls c where ${state === undefined ? sql`true` : hasState(state)}),
    summary as (
      select (select count(*) from listed) as count, (select json_agg(json_build_object(
          'attorneyId', attorney_id, 'calls', calls, 'withCode', with_code) order by first)
        from (${countsByAttorney}) a) as attorneys)
    select c.id, c.started_at as "startedAt", c.day::text as day, c.seconds,
      c.own_party as "ownParty", c.other_party as "otherParty", c.account_code as "accountCode",
      c.decided, c.attorney_id as "attorneyId", c.matter_id as "matterId", c.proposal,
      c.entry_id as "entryId", s.count,
      case when coalesce(c.place, 1) = 1 then s.attorneys end as attorneys
    from summary s left join (
      select p.*, row_number() over (order by started_at, id) as place
      from (select * from listed order by started_at, id limit ${limit} offset ${offset}) p) c
      on true
    order by c.started_at, c.id`.execute(db.withoutPlugins());
  const [first] = rows;
  return {
    rows: rows.filter((row) => row.id !== null),
    count: first?.count ?? 0,
    attorneys: first?.attorneys ?? [],
  };
}

/** An account code names its matter, and no entry may be the same call. */
const isCoded = sql<boolean>`proposal = 'code' and attorney_id is not null and entry_id is null`;

const countsByAttorney = sql`
  select attorney_id, count(*) as calls, count(*) filter (where ${isCoded}) as with_code,
    min(started_at) as first
  from listed group by attorney_id`;

/** The open calls that an account code names, the oldest first. */
export async function listCodedCallIds(
  db: Db,
  firm: FirmScope,
  { filter, pairs }: Pick<PageOf, 'filter' | 'pairs'>,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with ${attributedCalls(firm, { ...filter, decided: 'open' })},
    ${knownCalls(firm, { source: 'attributed_calls', pairs })}
    select id from known_calls where ${isCoded} order by started_at, id`.execute(db);
  return rows.map(({ id }) => id);
}

function hasState(state: CallState): RawBuilder<boolean> {
  const isLoose = sql`c.matter_id is null and c.entry_id is null`;
  if (state === 'loose') return sql`c.decided is null and ${isLoose}`;
  if (state === 'proposed') return sql`c.decided is null and not (${isLoose})`;
  return sql`c.decided = ${state}`;
}

/**
 * Open calls for statements of another room, which counts and pages them beside its own rows:
 * `loose` selects those whose matter is not known and that have no entry, `pairs` (`entry_id`,
 * `call_id`) those that an entry may be.
 */
export type DoubtfulCalls = { loose: RawBuilder<unknown>; pairs: RawBuilder<unknown> };

export function doubtfulCalls(
  firm: FirmScope,
  { filter, pairs }: Pick<PageOf, 'filter' | 'pairs'>,
): DoubtfulCalls {
  return {
    loose: sql`
      with ${attributedCalls(firm, filter)},
      ${knownCalls(firm, { source: 'attributed_calls', pairs })}
      select c.* from known_calls c where ${hasState('loose')}`,
    pairs: sql`select * from unnest(${uuids(pairs.map(({ entryId }) => entryId))}::uuid[],
      ${uuids(pairs.map(({ callId }) => callId))}::uuid[]) p (entry_id, call_id)`,
  };
}

/** The day of entry `e` in the place of `o`. */
const dayOfReplacement = sql`coalesce(e.happened_on, o.happened_on, o.date)`;

/** Whether an entry may be this open call, which takes longer to find out. */
export async function hasEntryNear(
  db: Db,
  firm: FirmScope,
  { day, attorneyId }: { day: string; attorneyId: string },
): Promise<boolean> {
  const near = sql`between ${day}::date - 1 and ${day}::date + 1`;
  const { rows } = await sql<{ isNear: boolean }>`
    select exists (select from entries e where e.firm_id = ${firm.firmId}
      and e.attorney_id = ${attorneyId} and e.date ${near} and e.minutes is not null
      and not exists (select from call_records r
        where r.firm_id = ${firm.firmId} and r.entry_id = e.id)
      union all select from entries o join entries e on e.firm_id = o.firm_id
        and e.replaces = o.id and e.replaces is not null
      where o.firm_id = ${firm.firmId} and o.attorney_id = ${attorneyId}
        and ${dayOfReplacement} ${near}) as "isNear"`.execute(db);
  return rows[0]?.isNear === true;
}

export type OpenCalls = { attorneyId: string | null; day: string; seconds: number; calls: number };

/** Open calls of a filter, those with the same price together. */
export async function groupOpenCalls(db: Db, firm: FirmScope, filter: CallFilter) {
  const { rows } = await sql<OpenCalls>`
    with ${attributedCalls(firm, { ...filter, decided: 'open' })}
    select attorney_id as "attorneyId", day::text as day, max(seconds) as seconds,
      count(*)::int as calls
    from attributed_calls group by attorney_id, day, ceil(seconds / 60.0)`.execute(db);
  return rows;
}

/** Open calls of an attorney with a number, also if it is private. */
export async function listOpenCallIds(
  db: Db,
  firm: FirmScope,
  of: { attorney: string; otherParty: string },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with ${attributedCalls(firm, { ...of, decided: 'open', isWithPrivate: true })}
    select id from attributed_calls`.execute(db);
  return rows.map(({ id }) => id);
}
