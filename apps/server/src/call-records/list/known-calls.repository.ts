import type { CallState } from '@recoup/contract/call-records/rules';
import { type RawBuilder, sql } from 'kysely';
import type { FirmScope } from '../../platform/core/actor.ts';
import type { Db } from '../../platform/database/connections.ts';
import {
  attributedCalls,
  type CallFilter,
  type CallPair,
  knownCalls,
  type KnownCall,
  uuids,
} from './calls.repository.ts';

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

/** Whether an entry may be this open call, which takes longer to find out. */
export async function hasEntryNear(
  db: Db,
  firm: FirmScope,
  { day, attorneyId }: { day: string; attorneyId: string },
): Promise<boolean> {
  const isNear = sql`attorney_id = ${attorneyId}
    and date between ${day}::date - 1 and ${day}::date + 1`;
  const { rows } = await sql<{ isNear: boolean }>`
    select exists (select from entries e where e.firm_id = ${firm.firmId} and ${isNear}
      and e.minutes is not null
      and not exists (select from call_records r
        where r.firm_id = ${firm.firmId} and r.entry_id = e.id)
      union all select from entries o
      where o.firm_id = ${firm.firmId} and ${isNear} and exists (select from entries e
        where e.firm_id = ${firm.firmId} and e.replaces = o.id)) as "isNear"`.execute(db);
  return rows[0]?.isNear === true;
}

export type OpenCalls = { attorneyId: string | null; day: string; seconds: number; calls: number };

/** All open calls of the firm, those with the same price together. */
export async function groupOpenCalls(db: Db, firm: FirmScope): Promise<OpenCalls[]> {
  const { rows } = await sql<OpenCalls>`
    with ${attributedCalls(firm, { decided: 'open' })}
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
