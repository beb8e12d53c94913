import {
  type CallProposal,
  type CallRoad,
  type CallState,
  cellPhone,
} from '@recoup/contract/call-records/rules';
import { type RawBuilder, sql } from 'kysely';
import type { FirmScope } from '../../platform/core/actor.ts';
import { callDay, peopleOfFirm } from '../set-up/set-up.repository.ts';
import type { Db } from '../../platform/database/connections.ts';
import { foldedText } from '../../platform/database/pagination-and-search.ts';

/** The decision of a user; null for an open call. */
export type Decided = Exclude<CallState, 'loose' | 'proposed'> | null;

/** A call with what is known of it at this moment. */
export type KnownCall = {
  id: string;
  startedAt: Date;
  /** In South Africa. */
  day: string;
  seconds: number;
  ownParty: string;
  otherParty: string | null;
  accountCode: string | null;
  decided: Decided;
  /** The one of the decision, else the one whose extension, email or cell it is. */
  attorneyId: string | null;
  /** The one of the proposal, while the call is open. */
  matterId: string | null;
  proposal: CallProposal | null;
  /** The entry that is probably the same call, while the call is open. */
  entryId: string | null;
};

export type CallFilter = {
  from?: string | undefined;
  to?: string | undefined;
  ids?: readonly string[] | undefined;
  otherParty?: string | undefined;
  /** `none`: of no attorney. */
  attorney?: string | undefined;
  /** `open`: not decided yet. */
  decided?: Exclude<Decided, null> | 'open' | undefined;
  /** Also open calls of numbers that are private. */
  isWithPrivate?: boolean;
};

/** An entry that may be a call of a telephone system: it has a length, and no call yet. */
export type UnlinkedEntry = {
  id: string;
  attorneyId: string;
  day: string;
  startedAt: Date | null;
  seconds: number;
  matterId: string;
  otherParty: string | null;
};

/** A call and the entry that is probably the same. */
export type CallPair = { callId: string; entryId: string };

const callDecision = sql`case when r.entry_id is not null and r.entry_before is not null
  then 'merged' when r.entry_id is not null then 'recorded' when r.is_private then 'private' end`;
const dayOfCall = callDay('r');

/** From calls `r`, with their entries `e`: of those that the attorney may have had. */
export function fromCalls(firm: FirmScope, filter: CallFilter): RawBuilder<unknown> {
  return sql`
    from call_records r
      left join entries e on e.firm_id = ${firm.firmId} and e.id = r.entry_id
    where r.firm_id = ${firm.firmId} and ${isMatching(firm, filter)}`;
}

/** Days are whole ones in South Africa. */
function isMatching(firm: FirmScope, filter: CallFilter): RawBuilder<boolean> {
  const { from, to, ids, otherParty, attorney, decided } = filter;
  const start = (day: RawBuilder<unknown>) => sql`${day} at time zone 'Africa/Johannesburg'`;
  const conditions = [
    from !== undefined && sql`r.started_at >= ${start(sql`${from}::timestamp`)}`,
    to !== undefined && sql`r.started_at < ${start(sql`(${to}::date + 1)::timestamp`)}`,
    ids !== undefined && sql`r.id = any(${ids}::uuid[])`,
    otherParty !== undefined && sql`r.other_party = ${otherParty}`,
    attorney !== undefined &&
      attorney !== 'none' &&
      sql`(r.own_party = any(array(select p.party from ${peopleOfFirm(firm)} p
          where p.attorney_id = ${attorney}::uuid))
        or ${attorney}::uuid in (e.attorney_id, r.attorney_id, r.owner_id))`,
    decided === 'open' && sql`r.entry_id is null and not r.is_private`,
    decided !== undefined && decided !== 'open' && sql`${callDecision} = ${decided}`,
  ];
  const applied = conditions.filter((each) => each !== false);
  return sql`${sql.join([sql`true`, ...applied], sql` and `)}`;
}

/**
 * `attributed_calls`: those of a filter with their attorneys, by extension, else by email or cell
 * (D2 B11, rule 5). Open calls of numbers that are private are left out: an extension was given to
 * the attorney after the import, or another one imported the call while the number was made
 * private.
 */
export function attributedCalls(firm: FirmScope, filter: CallFilter): RawBuilder<unknown> {
  const { attorney, isWithPrivate = false } = filter;
  const isAsked =
    attorney === 'none'
      ? sql`k.attorney_id is null`
      : sql`k.attorney_id = ${attorney ?? null}::uuid`;
  const attorneyOfParty = lookUp('attorneys_of_parties', sql`k.own_party || ' ' || k.day`);
  const isHidden = lookUp('hidden_numbers', sql`k.attorney_id || ' ' || k.other_party`);
  const isShown = sql`(k.decided is not null or ${isHidden} is null)`;
  return sql`
    kept_calls as materialized (
      select r.id, r.started_at, ${dayOfCall} as day, r.seconds, r.own_party, r.other_party,
        r.account_code, ${callDecision} as decided,
        coalesce(e.attorney_id, case when r.is_private then r.attorney_id end, r.owner_id)
          as decided_for
      ${fromCalls(firm, filter)}),
    attorneys_of_parties as (
      select jsonb_object_agg(own_party || ' ' || day, attorney_id) as map from (
        select distinct on (k.own_party, k.day) k.own_party, k.day, p.attorney_id
        from (select distinct own_party, day from kept_calls) k
          join ${peopleOfFirm(firm)} p on p.party = k.own_party
            and k.day between p.valid_from and p.valid_until
        order by k.own_party, k.day, p.rank, p.attorney_id) a),
    hidden_numbers as (
      select jsonb_object_agg(attorney_id || ' ' || number, id) as map
      from private_numbers where firm_id = ${firm.firmId}),
    attributed_calls as materialized (
      -- With the offset an attorney is looked up once a call.
      select k.* from (
        select k.*, coalesce(k.decided_for, ${attorneyOfParty}) as attorney_id
        from kept_calls k offset 0) k
      where ${attorney === undefined ? sql`true` : isAsked}
        and ${isWithPrivate ? sql`true` : isShown})`;
}

/**
 * `known_calls`: attributed calls of a table with matter, proposal and paired entry. The matter is
 * the one of the account code, else the one whose number was called, of this attorney if several
 * have it, else the one that this attorney chose for the number last (D2 B11, rule 6).
 */
export function knownCalls(firm: FirmScope, { source, pairs, isFew = false }: KnownOf) {
  const entryOfCall = `{${pairs.map(({ callId, entryId }) => `"${callId}":"${entryId}"`).join()}}`;
  const ofAttorney = sql`c.attorney_id || ' ' || c.other_party`;
  return sql`
    paired as (select ${entryOfCall}::jsonb as map),
    ${mattersOfCalls(firm, { source, isFew })},
    known_calls as (
      select c.*, coalesce(of_code, of_number, of_choice) as matter_id,
        case when of_code is not null then 'code' when of_number is not null then 'number'
          when of_choice is not null then 'choice' end as proposal
      from (
        select c.*, ${lookUp('matters_of_codes', sql`c.account_code`)} as of_code,
          coalesce(${lookUp('matters_of_own_numbers', ofAttorney)},
            ${lookUp('matters_of_one_number', sql`c.other_party`)}) as of_number,
          ${lookUp('chosen_matters', ofAttorney)} as of_choice,
          ${lookUp('paired', sql`c.id::text`)} as entry_id
        from ${sql.table(source)} c where c.decided is null
        union all
        select c.*, null, null, null, null from ${sql.table(source)} c
        where c.decided is not null) c)`;
}

export type KnownOf = {
  source: 'attributed_calls' | 'compared_calls';
  pairs: readonly CallPair[];
  /** True for few calls, whose numbers are looked up one by one. */
  isFew?: boolean;
};

/**
 * A value of a map. A join would take the product of both sides where PostgreSQL expects few rows,
 * as it does after an import.
 */
function lookUp(map: string, key: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`((select map from ${sql.table(map)}) ->> (${key}))::uuid`;
}

function mattersOfCalls(firm: FirmScope, { source, isFew }: Pick<KnownOf, 'source' | 'isFew'>) {
  const open = sql`${sql.table(source)} c where c.decided is null`;
  const numbers = sql`select c.other_party from ${open} and c.other_party is not null`;
  // Below the policy of the table no index on an expression is used (docs/decisions/0025).
  return sql`
    matters_of_codes as (
      select jsonb_object_agg(c.code, m.id) as map
      from (select distinct c.account_code as code from ${open} and c.account_code is not null) c
        join matters_to_search m on m.firm_id = ${firm.firmId}
          and lower(m.number) = lower(c.code)),
    matters_of_numbers as materialized (
      select n.number, m.id as matter_id, m.attorney_id
      from matters_to_search m cross join unnest(m.phones) as n (number)
      where m.firm_id = ${firm.firmId} and m.status <> 'Closed' and m.phones <> '{}'
        and ${isFew === true ? sql`m.phones && array(${numbers})` : sql`true`}),
    matters_of_own_numbers as (
      select jsonb_object_agg(attorney_id || ' ' || number, matter_id) as map from (
        select number, attorney_id, (array_agg(matter_id))[1] as matter_id
        from matters_of_numbers where attorney_id is not null
        group by number, attorney_id having count(*) = 1) n),
    matters_of_one_number as (
      select jsonb_object_agg(number, matter_id) as map from (
        select number, (array_agg(matter_id))[1] as matter_id
        from matters_of_numbers group by number having count(*) = 1) n),
    ${chosenMatters(firm, open)}`;
}

function chosenMatters(firm: FirmScope, open: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    chosen_matters as (
      select jsonb_object_agg(h.attorney_id || ' ' || h.other_party, m.id) as map
      from (
        select distinct on (e.attorney_id, e.other_party)
          e.attorney_id, e.other_party, e.matter_id
        from (select distinct c.attorney_id, c.other_party from ${open}
            and c.attorney_id is not null and c.other_party is not null) c
          join entries e on e.firm_id = ${firm.firmId} and e.attorney_id = c.attorney_id
            and e.other_party = c.other_party
        where not exists (select from entries l
          where l.firm_id = ${firm.firmId} and l.reverses = e.id)
        order by e.attorney_id, e.other_party, e.started_at desc nulls last, e.created_at desc) h
        join matters m on m.firm_id = ${firm.firmId} and m.id = h.matter_id
          and m.status <> 'Closed')`;
}

/** An array as one text: the driver would take long for each of many ids. */
export function uuids(ids: readonly string[]): string {
  return `{${ids.join(',')}}`;
}

type Named = { _id: string; name: string };
/** Values of a call that a list shows beside those of `KnownCall`. */
export type CallRow = {
  id: string;
  source: Named;
  direction: 'in' | 'out';
  legs: number;
  road: CallRoad;
  /** Hash of the file or request that brought the call, as it was received, as hex. */
  sha256: string;
  /** The call's entry, with its matter and type. */
  matterId: string | null;
  entryId: string | null;
  amountCents: number | null;
  disbursementType: Named | null;
};

export async function listCallRows(db: Db, firm: FirmScope, ids: readonly string[]) {
  const { rows } = await sql<CallRow>`
    select r.id, json_build_object('_id', coalesce(s.id, r.own_import_id),
        'name', coalesce(s.name, ${cellPhone})) as source, r.direction,
      (select count(*)::int from jsonb_object_keys(r.legs)) as legs, r.road,
      encode(coalesce(r.event_sha256, i.received_sha256, i.sha256, o.sha256), 'hex') as sha256,
      e.matter_id as "matterId", r.entry_id as "entryId", e.amount_cents as "amountCents",
      case when t.id is not null then json_build_object('_id', t.id, 'name', t.title) end
        as "disbursementType"
    from call_records r
      left join call_sources s on s.firm_id = r.firm_id and s.id = r.source_id
      left join call_imports i on i.firm_id = r.firm_id and i.id = r.import_id
      left join own_call_imports o on o.firm_id = r.firm_id and o.id = r.own_import_id
      left join entries e on e.firm_id = r.firm_id and e.id = r.entry_id
      left join disbursement_types t on t.firm_id = r.firm_id and t.id = e.disbursement_type_id
    where r.firm_id = ${firm.firmId} and r.id = any(${ids}::uuid[])`.execute(db);
  return rows;
}

export async function listAttorneyNames(db: Db, firm: FirmScope, ids: readonly string[]) {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from users
    where firm_id = ${firm.firmId} and id = any(${ids}::uuid[])`.execute(db);
  return rows.map(({ id, ...row }) => ({ _id: id, ...row }));
}

export async function listMatterNames(db: Db, firm: FirmScope, ids: readonly string[]) {
  const { rows } = await sql<{ id: string; number: string; name: string }>`
    select id, number, description as name from matters
    where firm_id = ${firm.firmId} and id = any(${ids}::uuid[])`.execute(db);
  return rows.map(({ id, ...row }) => ({ _id: id, ...row }));
}

export type AssignedType = { attorneyId: string; typeId: string; title: string };

/** The types in use that some attorneys record, by title. */
export async function listAssignedTypes(db: Db, firm: FirmScope, attorneyIds: readonly string[]) {
  const { rows } = await sql<AssignedType>`
    select a.user_id as "attorneyId", t.id as "typeId", t.title
    from user_disbursement_types a
      join disbursement_types t on t.firm_id = a.firm_id and t.id = a.disbursement_type_id
    where a.firm_id = ${firm.firmId} and a.user_id = any(${attorneyIds}::uuid[]) and t.active
    order by ${foldedText(sql`t.title`)}, t.id`.execute(db);
  return rows;
}
