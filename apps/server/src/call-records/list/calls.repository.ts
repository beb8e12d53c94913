import type { CallState } from '@recoup/contract/call-records/rules';
import { type RawBuilder, sql } from 'kysely';
import type { FirmScope } from '../../platform/core/actor.ts';
import type { Db } from '../../platform/database/connections.ts';

/** What a person decided; null for an open call. */
export type Decided = Exclude<CallState, 'loose' | 'proposed'> | null;

/** A call as it is kept. `attorneyId` is the one of the decision. */
export type KeptCall = {
  id: string;
  startedAt: Date;
  /** In South Africa. */
  day: string;
  seconds: number;
  ownParty: string;
  otherParty: string | null;
  accountCode: string | null;
  decided: Decided;
  attorneyId: string | null;
};

export type CallFilter = {
  from?: string | undefined;
  to?: string | undefined;
  id?: string | undefined;
  /** Calls of these parties alone, or decided as this attorney's. */
  person?: { attorneyId: string; parties: readonly string[] } | undefined;
  /** `open`: not decided yet. */
  decided?: Exclude<Decided, null> | 'open' | undefined;
};

const decisionOf = sql`case when r.entry_id is not null and r.entry_before is not null
  then 'merged' when r.entry_id is not null then 'recorded' when r.is_private then 'private' end`;
const dayOfCall = sql`(r.started_at at time zone 'Africa/Johannesburg')::date`;

/** The calls of a filter, the oldest first, at most so many. */
export async function listCalls(
  db: Db,
  firm: FirmScope,
  { limit, ...filter }: CallFilter & { limit: number },
): Promise<KeptCall[]> {
  const { rows } = await sql<KeptCall>`
    select r.id, r.started_at as "startedAt", ${dayOfCall}::text as day, r.seconds,
      r.own_party as "ownParty", r.other_party as "otherParty",
      r.account_code as "accountCode", ${decisionOf} as decided,
      coalesce(e.attorney_id, case when r.is_private then r.attorney_id end) as "attorneyId"
    from call_records r
      left join entries e on e.firm_id = r.firm_id and e.id = r.entry_id
    where r.firm_id = ${firm.firmId} and ${isMatching(filter)}
    order by r.started_at, r.id limit ${limit}`.execute(db);
  return rows;
}

/** Days are whole ones in South Africa. */
function isMatching({ from, to, id, person, decided }: CallFilter): RawBuilder<boolean> {
  const start = (day: RawBuilder<unknown>) => sql`${day} at time zone 'Africa/Johannesburg'`;
  const conditions = [
    from !== undefined && sql`r.started_at >= ${start(sql`${from}::timestamp`)}`,
    to !== undefined && sql`r.started_at < ${start(sql`(${to}::date + 1)::timestamp`)}`,
    id !== undefined && sql`r.id = ${id}::uuid`,
    person &&
      sql`(r.own_party = any(${person.parties}::text[])
        or ${person.attorneyId}::uuid in (e.attorney_id, r.attorney_id))`,
    decided === 'open' && sql`r.entry_id is null and not r.is_private`,
    decided !== undefined && decided !== 'open' && sql`${decisionOf} = ${decided}`,
  ];
  const given = conditions.filter((each) => each !== false && each !== undefined);
  return sql`${sql.join([sql`true`, ...given], sql` and `)}`;
}

/** Of these account codes, those that are the number of a matter. */
export async function listMattersOfCodes(
  db: Db,
  firm: FirmScope,
  codes: readonly string[],
): Promise<{ code: string; matterId: string }[]> {
  // Below the policy of the table no index on an expression is used (docs/decisions/0025).
  const { rows } = await sql<{ code: string; matterId: string }>`
    select c.code, m.id as "matterId" from unnest(${codes}::text[]) as c (code)
      join matters_to_search m on m.firm_id = ${firm.firmId}
        and lower(m.number) = lower(c.code)`.execute(db);
  return rows;
}

export type MatterOfNumber = { number: string; matterId: string; attorneyId: string | null };

/** The matters that are not closed and have one of these telephone numbers. */
export async function listMattersOfNumbers(
  db: Db,
  firm: FirmScope,
  numbers: readonly string[],
): Promise<MatterOfNumber[]> {
  // Comparing two long lists takes longer than reading all numbers once.
  const isFew = numbers.length <= 50;
  const { rows } = await sql<MatterOfNumber>`
    select phone as number, m.id as "matterId", m.attorney_id as "attorneyId"
    from matters_to_search m cross join unnest(m.phones) as phone
    where m.firm_id = ${firm.firmId} and m.status <> 'Closed' and m.phones <> '{}'
      and ${isFew ? sql`m.phones && ${numbers}::text[]` : sql`true`}
      and phone = any(${numbers}::text[])`.execute(db);
  return rows;
}

export type Choice = { number: string; attorneyId: string; matterId: string };

/** The matter, if it is not closed, that an attorney chose for a number last, and kept. */
export async function listChoices(
  db: Db,
  firm: FirmScope,
  of: { numbers: readonly string[]; attorneyIds: readonly string[] },
): Promise<Choice[]> {
  const { rows } = await sql<Choice>`
    with chosen as materialized (
      select distinct on (attorney_id, other_party) attorney_id, other_party, matter_id
      from entries e
      where firm_id = ${firm.firmId} and attorney_id = any(${of.attorneyIds}::uuid[])
        and other_party = any(${of.numbers}::text[])
        and not exists (select from entries l where l.firm_id = e.firm_id and l.reverses = e.id)
      order by attorney_id, other_party, started_at desc nulls last, created_at desc)
    select c.other_party as number, c.attorney_id as "attorneyId", m.id as "matterId"
    from chosen c join matters m on m.firm_id = ${firm.firmId} and m.id = c.matter_id
      and m.status <> 'Closed'`.execute(db);
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

/**
 * Entries of some attorneys in a period that no call is linked to. One that replaces a reversed
 * entry is of the day of that entry, which may have been exported before the calls came.
 */
export async function listUnlinkedEntries(
  db: Db,
  firm: FirmScope,
  of: { attorneyIds: readonly string[]; from: string; to: string },
): Promise<UnlinkedEntry[]> {
  const isOfDays = (entry: 'e' | 'o') => sql`${sql.ref(`${entry}.attorney_id`)} =
    any(${of.attorneyIds}::uuid[])
    and ${sql.ref(`${entry}.date`)} between ${of.from}::date and ${of.to}::date`;
  const isFree = (entry: 'e' | 'o') => sql`not exists (select from call_records r
    where r.firm_id = ${firm.firmId} and r.entry_id = ${sql.ref(`${entry}.id`)})`;
  const isCharged = sql`e.minutes is not null and e.reverses is null and ${isFree('e')}
    and not exists (select from entries l where l.firm_id = e.firm_id and l.reverses = e.id)`;
  const { rows } = await sql<UnlinkedEntry>`
    select e.id, e.attorney_id as "attorneyId", e.date::text as day, e.started_at as "startedAt",
      coalesce(e.seconds, e.minutes * 60) as seconds, e.matter_id as "matterId",
      e.other_party as "otherParty"
    from entries e
    where e.firm_id = ${firm.firmId} and ${isOfDays('e')} and e.replaces is null and ${isCharged}
    union all
    select e.id, e.attorney_id, o.date::text, coalesce(e.started_at, o.started_at),
      coalesce(e.seconds, e.minutes * 60), e.matter_id, coalesce(e.other_party, o.other_party)
    from entries o join entries e on e.firm_id = o.firm_id and e.replaces = o.id
    where o.firm_id = ${firm.firmId} and ${isOfDays('o')} and ${isFree('o')}
      and ${isCharged}`.execute(db);
  return rows;
}
