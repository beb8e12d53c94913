import { sql, type RawBuilder } from 'kysely';
import type { CallState } from '@recoup/contract/call-records/rules';
import type { FirmScope } from '../../platform/core/actor.ts';
import type { Db } from '../../platform/database/connections.ts';
import { limitOffset, type PageQuery } from '../../platform/database/pagination-and-search.ts';
import { type CallFilter, dayOfCall, isOfPeriod, withAttorney } from './open-calls.repository.ts';

export type CallRow = {
  id: string;
  source: { _id: string; name: string };
  startedAt: Date;
  day: string;
  seconds: number;
  direction: 'in' | 'out';
  ownParty: string;
  otherParty: string | null;
  accountCode: string | null;
  legs: number;
  attorney: { _id: string; name: string } | null;
  /** Of its entry. */
  matter: { _id: string; number: string; name: string } | null;
  entryId: string | null;
  amountCents: number | null;
  disbursementType: { _id: string; name: string } | null;
  decided: Exclude<CallState, 'loose' | 'proposed'> | null;
};

const decisionOf = sql`case when r.entry_id is not null and r.entry_before is not null then 'merged'
  when r.entry_id is not null then 'recorded' when r.is_private then 'private' end`;

/** The calls of these ids, the oldest first. */
export async function listCallRows(
  db: Db,
  firm: FirmScope,
  ids: readonly string[],
): Promise<CallRow[]> {
  const { rows } = await sql<CallRow>`
    with calls as (${withAttorney(
      firm,
      sql`select r.*, ${dayOfCall} as day from call_records r
        where r.firm_id = ${firm.firmId} and r.id = any(${ids}::uuid[])`,
    )})
    select r.id, json_build_object('_id', s.id, 'name', s.name) as source,
      r.started_at as "startedAt", r.day::text, r.seconds, r.direction, r.own_party as "ownParty",
      r.other_party as "otherParty", r.account_code as "accountCode",
      (select count(*)::int from jsonb_object_keys(r.legs)) as legs,
      case when u.id is not null then json_build_object('_id', u.id, 'name', u.name) end
        as attorney,
      case when m.id is not null
        then json_build_object('_id', m.id, 'number', m.number, 'name', m.description) end
        as matter,
      r.entry_id as "entryId", e.amount_cents as "amountCents",
      case when t.id is not null then json_build_object('_id', t.id, 'name', t.title) end
        as "disbursementType",
      ${decisionOf} as decided
    from calls r
      join call_sources s on s.firm_id = r.firm_id and s.id = r.source_id
      left join entries e on e.firm_id = r.firm_id and e.id = r.entry_id
      left join matters m on m.firm_id = r.firm_id and m.id = e.matter_id
      left join disbursement_types t on t.firm_id = r.firm_id and t.id = e.disbursement_type_id
      left join users u on u.firm_id = r.firm_id
        and u.id = coalesce(e.attorney_id, case when r.is_private then r.attorney_id end, r.attorney)
    order by r.started_at, r.id`.execute(db);
  return rows;
}

/** Ids of a page of the calls of a filter, decided or not, the oldest first. */
export async function listCallIds(
  db: Db,
  firm: FirmScope,
  { state, ...filter }: CallFilter & PageQuery & { state?: CallState | undefined },
): Promise<{ ids: string[]; count: number }> {
  const { limit, offset } = limitOffset(filter);
  const calls = matchingCalls(firm, { ...filter, state });
  const { rows } = await sql<{ ids: string[]; count: number }>`
    with found as (${calls})
    select (select count(*)::int from found) as count,
      array(select id from found order by started_at, id limit ${limit} offset ${offset})
        as ids`.execute(db);
  return rows[0] ?? { ids: [], count: 0 };
}

/** Calls of the filter by attorney. */
export async function countByAttorney(
  db: Db,
  firm: FirmScope,
  filter: CallFilter & { state?: CallState | undefined },
): Promise<{ attorneyId: string | null; calls: number }[]> {
  const { rows } = await sql<{ attorneyId: string | null; calls: number }>`
    select attorney as "attorneyId", count(*)::int as calls
    from (${matchingCalls(firm, filter)}) c group by 1`.execute(db);
  return rows;
}

export async function listAttorneyNames(
  db: Db,
  firm: FirmScope,
  ids: readonly string[],
): Promise<{ _id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from users
    where firm_id = ${firm.firmId} and id = any(${ids}::uuid[])`.execute(db);
  return rows.map(({ id, ...row }) => ({ _id: id, ...row }));
}

export async function listMatterNames(
  db: Db,
  firm: FirmScope,
  ids: readonly string[],
): Promise<{ _id: string; number: string; name: string }[]> {
  const { rows } = await sql<{ id: string; number: string; name: string }>`
    select id, number, description as name from matters
    where firm_id = ${firm.firmId} and id = any(${ids}::uuid[])`.execute(db);
  return rows.map(({ id, ...row }) => ({ _id: id, ...row }));
}

function matchingCalls(
  firm: FirmScope,
  { state, attorney, ...filter }: CallFilter & { state?: CallState | undefined },
): RawBuilder<unknown> {
  const isOfState = state === undefined ? sql`true` : sql`c.decided = ${state}`;
  const isOfAttorney =
    attorney === 'none'
      ? sql`c.attorney is null`
      : sql`(${attorney ?? null}::uuid is null or c.attorney = ${attorney ?? null}::uuid)`;
  const calls = withAttorney(
    firm,
    sql`select r.id, r.started_at, ${dayOfCall} as day, r.own_party, ${decisionOf} as decided,
        coalesce(e.attorney_id, case when r.is_private then r.attorney_id end) as decided_attorney
      from call_records r
        left join entries e on e.firm_id = r.firm_id and e.id = r.entry_id
      where r.firm_id = ${firm.firmId} and ${isOfPeriod(filter)}`,
  );
  return sql`
    select c.id, c.started_at, c.attorney
    from (select o.id, o.started_at, o.decided, coalesce(o.decided_attorney, o.attorney) as attorney
      from (${calls}) o) c
    where ${isOfState} and ${isOfAttorney}`;
}
