import type { CallProposal } from '@recoup/contract/call-records/rules';
import { type RawBuilder, sql } from 'kysely';
import type { FirmScope } from '../../platform/core/actor.ts';
import type { Db } from '../../platform/database/connections.ts';

/** A call that nobody has decided, with what is known of it at this moment. */
export type OpenCall = {
  id: string;
  startedAt: Date;
  /** In South Africa. */
  day: string;
  seconds: number;
  otherParty: string | null;
  attorneyId: string | null;
  matterId: string | null;
  proposal: CallProposal | null;
};

export type CallFilter = {
  /** `none`: of no attorney. */
  attorney?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  id?: string | undefined;
};

/** More open calls than this are listed for a period alone. */
export const maxOpenCalls = 200_000;

/** Whether a call, `r`, began in the period: whole days in South Africa. */
export function isOfPeriod({ from, to }: CallFilter): RawBuilder<boolean> {
  const start = from === undefined ? sql`'-infinity'` : sql`${from}::date::timestamp`;
  const end = to === undefined ? sql`'infinity'` : sql`(${to}::date + 1)::timestamp`;
  return sql`r.started_at >= ${start} at time zone 'Africa/Johannesburg'
    and r.started_at < ${end} at time zone 'Africa/Johannesburg'`;
}

/** `r` with its attorney: by extension, else by the email or the cell (D2 B11, rule 5). */
export function withAttorney(firm: FirmScope, calls: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select r.*, coalesce(x.attorney_id, e.id, c.id) as attorney
    from (${calls}) r
      left join extensions x on x.firm_id = ${firm.firmId} and x.value = r.own_party
        and r.day between x.valid_from and x.valid_until
      left join users e on e.firm_id = ${firm.firmId} and e.role = 0
        and lower(e.email) = r.own_party
      left join (select '+27' || substr(cell, 2) as party, (array_agg(id order by id))[1] as id
        from users where firm_id = ${firm.firmId} and role = 0 group by 1) c
        on c.party = r.own_party`;
}

export const dayOfCall = sql`(r.started_at at time zone 'Africa/Johannesburg')::date`;

/**
 * The open calls of a filter, the oldest first. The matter is the one of the account code, else the
 * one whose number was called, of this attorney if several have it, else the one that this attorney
 * chose for the number last (D2 B11, rule 6).
 */
export async function listOpenCalls(
  db: Db,
  firm: FirmScope,
  filter: CallFilter,
): Promise<OpenCall[]> {
  const { id = null, attorney } = filter;
  const ofAttorney =
    attorney === 'none'
      ? sql`r.attorney is null`
      : sql`(${attorney ?? null}::uuid is null or r.attorney = ${attorney ?? null}::uuid)`;
  const { rows } = await sql<OpenCall>`
    with calls as (${withAttorney(
      firm,
      sql`select r.id, r.started_at, ${dayOfCall} as day, r.seconds, r.own_party, r.other_party,
          r.account_code
        from call_records r
        where r.firm_id = ${firm.firmId} and r.entry_id is null and not r.is_private
          and ${isOfPeriod(filter)} and (${id}::uuid is null or r.id = ${id}::uuid)`,
    )}),
    phones as materialized (
      select phone, m.id, m.attorney_id from matters m, unnest(m.phones) as phone
      where m.firm_id = ${firm.firmId} and m.status <> 'Closed' and m.phones <> '{}'),
    one_matter as (
      select phone, (array_agg(id))[1] as id from phones group by phone having count(*) = 1),
    own_matter as (
      select phone, attorney_id, (array_agg(id))[1] as id from phones
      where attorney_id is not null group by phone, attorney_id having count(*) = 1),
    choices as (
      select distinct on (e.attorney_id, e.other_party) e.attorney_id, e.other_party, e.matter_id
      from entries e
      where e.firm_id = ${firm.firmId} and e.other_party is not null
      order by e.attorney_id, e.other_party, e.started_at desc nulls last, e.created_at desc),
    found as (
      select r.id, r.started_at as "startedAt", r.day::text, r.seconds,
        r.other_party as "otherParty", r.attorney as "attorneyId", code.id as by_code,
        coalesce(own.id, one.id) as by_number, chosen.id as by_choice
      from calls r
        left join matters code on code.firm_id = ${firm.firmId}
          and lower(code.number) = lower(r.account_code)
        left join own_matter own on own.phone = r.other_party and own.attorney_id = r.attorney
        left join one_matter one on one.phone = r.other_party
        left join choices c on c.attorney_id = r.attorney and c.other_party = r.other_party
        left join matters chosen on chosen.firm_id = ${firm.firmId} and chosen.id = c.matter_id
          and chosen.status <> 'Closed'
      where ${ofAttorney})
    select id, "startedAt", day, seconds, "otherParty", "attorneyId",
      coalesce(by_code, by_number, by_choice) as "matterId",
      case when by_code is not null then 'code' when by_number is not null then 'number'
        when by_choice is not null then 'choice' end as proposal
    from found order by "startedAt", id limit ${maxOpenCalls + 1}`.execute(db);
  return rows;
}

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

/** Entries of some attorneys in a period that no call record is linked to. */
export async function listUnlinkedEntries(
  db: Db,
  firm: FirmScope,
  of: { attorneyIds: readonly string[]; from: string; to: string },
): Promise<UnlinkedEntry[]> {
  const { rows } = await sql<UnlinkedEntry>`
    select e.id, e.attorney_id as "attorneyId", e.date::text as day, e.started_at as "startedAt",
      coalesce(e.seconds, e.minutes * 60) as seconds, e.matter_id as "matterId",
      e.other_party as "otherParty"
    from entries e
    where e.firm_id = ${firm.firmId} and e.attorney_id = any(${of.attorneyIds}::uuid[])
      and e.date between ${of.from}::date and ${of.to}::date
      and e.minutes is not null and e.reverses is null
      and not exists (select from entries l where l.firm_id = e.firm_id and l.reverses = e.id)
      and not exists (select from call_records r
        where r.firm_id = e.firm_id and r.entry_id = e.id)`.execute(db);
  return rows;
}
