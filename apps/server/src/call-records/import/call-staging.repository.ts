import type { CallImportPreview } from '@recoup/contract/call-records/import-endpoints';
import { type RawBuilder, sql } from 'kysely';
import type { FirmScope } from '../../platform/core/actor.ts';
import { copyCell, startCopy } from '../../platform/database/copy-rows.ts';
import type { CopyIn, Trx } from '../../platform/database/connections.ts';
import type { CallLeg } from '../files/call-leg.ts';
import type { Stage } from '../../platform/imports/imports.ts';
import {
  attorneyOfStaged,
  deleteSeenCalls,
  noteSeenCalls,
  arrivalRoad,
  type SeenCall,
  type StagedFile,
} from './seen-calls.repository.ts';
import { eventNumber } from './other-roads.repository.ts';
import { peopleOfFirm } from '../set-up/set-up.repository.ts';

type StagedLeg = CallLeg & { row: number };

/** A temporary table of the legs of a file. */
export async function createCallStaging(trx: Trx, copyIn: CopyIn): Promise<Stage<StagedLeg>> {
  await sql`
    create temporary table staged_legs (row_number integer, leg_key text, call_key text,
      start_local timestamp, start_at timestamptz, seconds integer, direction text,
      own_party text, other_party text, account_code text) on commit drop`.execute(trx);
  const copy = startCopy(copyIn, 'copy staged_legs from stdin');
  return {
    add: async (legs) => copy.add(legs.map(copyLine).join('')),
    end: async () => copy.end(),
  };
}

function copyLine(leg: StagedLeg): string {
  const { row, key, callKey, start, seconds, direction, ownParty, otherParty, accountCode } = leg;
  const texts = [
    key,
    callKey,
    'local' in start ? start.local : null,
    'at' in start ? start.at : null,
  ];
  const parties = [ownParty, otherParty, accountCode].map(copyCell).join('\t');
  return `${row}\t${texts.map(copyCell).join('\t')}\t${seconds}\t${direction}\t${parties}\n`;
}

/**
 * The legs of each call as one, with what is known of it; private ones, and those that are known
 * from another source or came by another road, are deleted and counted. `seen` are calls of which
 * another road tells now.
 */
export async function collectCalls(trx: Trx, firm: FirmScope, file: StagedFile) {
  const { own } = file;
  await joinLegs(trx, firm, file);
  await sql`
    update staged_calls c set own_party = o.own_party, started_at = o.started_at,
      seconds = o.seconds, direction = o.direction, other_party = o.other_party,
      account_code = o.account_code
    from staged_calls s cross join lateral call_of_legs(${firm.firmId}, s.legs) o
    where s.lines > 1 and c.call_key = s.call_key`.execute(trx);
  const { rows: hidden } = await sql<{ row: number }>`
    delete from staged_calls c using private_numbers n
    where n.firm_id = ${firm.firmId} and n.number = c.other_party and c.known_id is null
      and n.attorney_id = ${own ? sql`${own.ownerId}::uuid` : attorneyOfStaged(firm)}
    returning c.row_number as row`.execute(trx);
  const known = own ? 0 : await deleteCallsOfSystems(trx, firm, file);
  const seen = await deleteSeenCalls(trx, firm, file);
  const privateRows = [...hidden, ...(own ? [] : await deletePrivateLegs(trx, firm))].map(
    ({ row }) => row,
  );
  return { private: privateRows.length, privateRows, known: known + seen.length, seen };
}

/**
 * Takes private numbers out of the other legs of calls, such as a second one of a known call.
 * Returns the calls that have no other leg.
 */
async function deletePrivateLegs(trx: Trx, firm: FirmScope): Promise<{ row: number }[]> {
  const privateLegs = sql`jsonb_each(c.legs) as l (key, leg)
    join private_numbers n on n.firm_id = ${firm.firmId} and n.number = l.leg->>'other'
    where n.attorney_id = ${attorneyOfStaged(firm, sql`l.leg->>'own'`)}`;
  const { numAffectedRows: changed = 0n } = await sql`
    update staged_calls c set legs = c.legs - array(select l.key from ${privateLegs})
    where (c.lines > 1 or c.known_id is not null) and exists (select from ${privateLegs})`.execute(
    trx,
  );
  if (changed === 0n) return [];
  await sql`
    update staged_calls c set has_new_legs = false from call_records r
    where r.firm_id = ${firm.firmId} and r.id = c.known_id
      and c.legs - array(select jsonb_object_keys(r.legs)) = '{}'`.execute(trx);
  const { rows } = await sql<{ row: number }>`
    delete from staged_calls where legs = '{}' returning row_number as row`.execute(trx);
  return rows;
}

async function deleteCallsOfSystems(trx: Trx, firm: FirmScope, file: StagedFile) {
  return (
    (await deleteKnownCalls(trx, firm, file)) +
    (await deleteNearCalls(trx, firm, file)) +
    (file.arrival?.road === 'event' ? 0 : await deleteCallsByNumber(trx, firm, file))
  );
}

/**
 * Two files of one telephone system, as `Master.csv` and the report of FreePBX, or one that a
 * spreadsheet has saved with other dates and numbers in between.
 */
async function deleteKnownCalls(trx: Trx, firm: FirmScope, { sourceId }: StagedFile) {
  const result = await sql`
    delete from staged_calls c using call_records r
    where r.firm_id = ${firm.firmId}
      and r.started_at between (select min(started_at) from staged_calls)
        and (select max(started_at) from staged_calls)
      and c.known_id is null and r.owner_id is null
      and r.started_at = c.started_at and r.own_party = c.own_party and r.seconds = c.seconds
      and (r.source_id is distinct from ${sourceId}::uuid
        or r.other_party is not distinct from c.other_party)`.execute(trx);
  return Number(result.numAffectedRows ?? 0n);
}

/**
 * A call that came by an event and in a file, or by two events of which one has no number of its
 * own (product-3.md, section 6): the same parties, and start and length within five seconds.
 */
async function deleteNearCalls(trx: Trx, firm: FirmScope, { sourceId, arrival }: StagedFile) {
  const isCompared =
    arrival?.road === 'event'
      ? sql`(r.road <> 'event' or r.source_id is distinct from ${sourceId}::uuid
        or r.event_id is null or c.call_key like 'event #%')`
      : sql`r.road = 'event'`;
  const fives = (time: RawBuilder<unknown>) => sql`floor(extract(epoch from ${time}) / 5)`;
  const result = await sql`
    delete from staged_calls s using staged_calls c
      cross join generate_series(-1, 1) as fives_apart
      join call_records r on r.firm_id = ${firm.firmId} and r.own_party = c.own_party
        and ${fives(sql`r.started_at`)} = ${fives(sql`c.started_at`)} + fives_apart
    where s.call_key = c.call_key and c.known_id is null and r.direction = c.direction
      and r.owner_id is null
      and r.started_at between (select min(started_at) - interval '5 s' from staged_calls)
        and (select max(started_at) + interval '5 s' from staged_calls)
      and r.other_party is not distinct from c.other_party
      and abs(extract(epoch from r.started_at - c.started_at)) <= 5
      and abs(r.seconds - c.seconds) <= 5 and ${isCompared}`.execute(trx);
  return Number(result.numAffectedRows ?? 0n);
}

/** Calls of a file whose number an event of the source had: the file may begin as it rings. */
async function deleteCallsByNumber(trx: Trx, firm: FirmScope, { sourceId }: StagedFile) {
  const result = await sql`
    delete from staged_calls s using staged_calls c
      cross join lateral jsonb_object_keys(c.legs) as leg_key
      join call_records r on r.firm_id = ${firm.firmId} and r.source_id = ${sourceId}::uuid
        and r.event_id = split_part(leg_key, ' ', 1) and r.own_party = c.own_party
        and r.other_party is not distinct from c.other_party and r.direction = c.direction
    where s.call_key = c.call_key and c.known_id is null
      and abs(extract(epoch from r.started_at - c.started_at)) <= 600`.execute(trx);
  return Number(result.numAffectedRows ?? 0n);
}

/** Most calls have one leg and are not aggregated, which would take twice as long. */
async function joinLegs(trx: Trx, firm: FirmScope, { sourceId, zone, importId }: StagedFile) {
  await sql`
    create temporary table staged_calls on commit drop as
    with repeated as materialized (
      select call_key from staged_legs group by call_key having count(*) > 1),
    legs as (
      select l.*, jsonb_build_object('at', at, 'seconds', seconds, 'direction', direction,
        'own', own_party, 'other', other_party, 'code', account_code,
        'import', ${importId}::text) as leg
      from (select *, coalesce(start_at, start_local at time zone ${zone}) as at
        from staged_legs) l),
    calls as (
      select call_key, row_number, 1 as lines, start_local is not null as is_local,
        at as started_at, seconds, direction, own_party, other_party, account_code,
        jsonb_build_object(leg_key, leg) as legs
      from legs where call_key not in (select call_key from repeated)
      union all
      select call_key, min(row_number), count(*)::int, count(start_local) > 0,
        min(at), min(seconds), min(direction), min(own_party), min(other_party),
        min(account_code), jsonb_object_agg(leg_key, leg)
      from legs where call_key in (select call_key from repeated)
      group by call_key),
    -- Calls of one Call ID that were decided together, before each had a key of its own.
    parted as (
      select leg_key, min(r.call_key) as call_key
      from call_sources s join call_records r on r.firm_id = s.firm_id and r.source_id = s.id
        cross join lateral jsonb_object_keys(r.legs) as leg_key
      where s.firm_id = ${firm.firmId} and s.id = ${sourceId}::uuid and s.system = 'teams'
        and (r.entry_id is not null or r.is_private) and leg_key <> r.call_key
      group by leg_key)
    select c.*, r.id as known_id, r.entry_id is not null as is_recorded,
      r.id is not null and c.legs - array(select jsonb_object_keys(r.legs)) <> '{}' as has_new_legs
    from calls c left join parted p on p.leg_key = c.call_key left join call_records r
      on r.firm_id = ${firm.firmId} and r.source_id = ${sourceId}::uuid
        and r.call_key = coalesce(p.call_key, c.call_key)`.execute(trx);
}

export type CallCounts = { added: number; extended: number; repeated: number };

/** Recorded calls of which the file has another part: their entries stay as they are. */
export async function countExtendedEntries(trx: Trx): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from staged_calls where has_new_legs and is_recorded`.execute(
    trx,
  );
  return rows[0]?.count ?? 0;
}

export async function countCalls(trx: Trx, { known }: { known: number }): Promise<CallCounts> {
  const { rows } = await sql<CallCounts>`
    select count(*) filter (where known_id is null)::int as added,
      count(*) filter (where has_new_legs)::int as extended,
      ${known} + count(*) filter (where known_id is not null and not has_new_legs)::int
        + coalesce(sum(lines - (select count(*) from jsonb_object_keys(legs)))
          filter (where lines > 1), 0)::int as repeated
    from staged_calls`.execute(trx);
  return rows[0] ?? { added: 0, extended: 0, repeated: 0 };
}

/** Times of the day in South Africa; `local` calls took the zone of the source. */
export type CallHours = {
  earliest: string | null;
  latest: string | null;
  calls: number;
  local: number;
  atNight: number;
  /** Calls that begin after now. */
  toCome: number;
};

export async function summariseHours(trx: Trx, hours: { from: number; until: number }, now: Date) {
  const { rows } = await sql<CallHours>`
    with times as materialized (
      select (started_at at time zone 'Africa/Johannesburg')::time as time, is_local,
        started_at > ${now} as is_to_come
      from staged_calls)
    select to_char(min(time), 'HH24:MI') as earliest, to_char(max(time), 'HH24:MI') as latest,
      count(*)::int as calls, count(*) filter (where is_local)::int as local,
      count(*) filter (where extract(hour from time) < ${hours.from}
        or extract(hour from time) >= ${hours.until})::int as "atNight",
      count(*) filter (where is_to_come)::int as "toCome"
    from times`.execute(trx);
  return rows[0] ?? { earliest: null, latest: null, calls: 0, local: 0, atNight: 0, toCome: 0 };
}

/** The id of the import with the row: in the order of the file, which the index takes faster. */
function idOfRow(importId: string) {
  return sql`(${importId.slice(0, 24)} || lpad(to_hex(row_number), 12, '0'))::uuid`;
}

/** Adds the new calls, and the new legs of known ones; a decided call stays as it was decided. */
export async function saveCalls(
  trx: Trx,
  firm: FirmScope,
  file: StagedFile & { seen: readonly SeenCall[] },
): Promise<void> {
  const { importId, sourceId, arrival, own } = file;
  await noteSeenCalls(trx, firm, file);
  await sql`
    insert into call_records (firm_id, id, source_id, call_key, started_at, seconds, direction,
      own_party, other_party, account_code, legs, road, import_id, event_sha256, event_id,
      own_import_id, owner_id)
    select ${firm.firmId}, ${idOfRow(importId)}, ${sourceId}, call_key, started_at, seconds,
      direction, own_party, other_party, account_code, legs, ${arrivalRoad(file)},
      ${arrival || own ? null : importId}::uuid, ${arrival?.sha256 ?? null}::bytea,
      ${arrival?.road === 'event' ? eventNumber(sql`legs`) : null}, ${own ? importId : null}::uuid,
      ${own?.ownerId ?? null}::uuid
    from staged_calls where known_id is null`.execute(trx);
  await sql`
    update call_records r set legs = c.legs || r.legs from staged_calls c
    where r.firm_id = ${firm.firmId} and r.id = c.known_id and c.has_new_legs`.execute(trx);
  await sql`
    update call_records r set own_party = o.own_party, started_at = o.started_at,
      seconds = o.seconds, direction = o.direction, other_party = o.other_party,
      account_code = o.account_code
    from staged_calls c join call_records k on k.id = c.known_id and k.firm_id = ${firm.firmId}
      cross join lateral call_of_legs(${firm.firmId}, k.legs) o
    where r.firm_id = ${firm.firmId} and r.id = k.id and c.has_new_legs
      and r.entry_id is null and not r.is_private`.execute(trx);
}
export async function listFirstCalls(trx: Trx, limit: number): Promise<CallImportPreview['calls']> {
  const { rows } = await sql<CallImportPreview['calls'][number] & { startedAt: Date }>`
    select row_number as row, started_at as "startedAt", seconds, direction,
      own_party as "ownParty", other_party as "otherParty", account_code as "accountCode"
    from staged_calls order by row_number limit ${limit}`.execute(trx);
  return rows.map((row) => ({ ...row, startedAt: row.startedAt.toISOString() }));
}

/**
 * The firm's parties in the file, each once for every attorney that it belongs to on the days of
 * its calls; those without an attorney and with most calls come first.
 */
export async function listPartiesOfFile(trx: Trx, firm: FirmScope, limit: number) {
  const { rows } = await sql<CallImportPreview['ownParties'][number]>`
    with days as (
      select own_party, (started_at at time zone 'Africa/Johannesburg')::date as day,
        count(*)::int as calls
      from staged_calls group by 1, 2),
    known as (
      select distinct on (d.own_party, d.day) d.*, p.attorney_id
      from days d left join ${peopleOfFirm(firm)} p
        on p.party = d.own_party and d.day between p.valid_from and p.valid_until
      order by d.own_party, d.day, p.rank, p.attorney_id),
    parties as (
      select own_party as value, attorney_id, sum(calls)::int as calls from known group by 1, 2)
    select s.value, s.calls,
      case when u.id is not null then json_build_object('_id', u.id, 'name', u.name) end as attorney
    from parties s
      left join users u on u.firm_id = ${firm.firmId} and u.id = s.attorney_id
    order by u.id is not null, s.calls desc, s.value, u.id limit ${limit}`.execute(trx);
  return rows;
}

/** New calls whose account code is the number of a matter. */
export async function countWithCode(trx: Trx, firm: FirmScope): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from staged_calls c
      join matters m on m.firm_id = ${firm.firmId} and lower(m.number) = lower(c.account_code)
    where c.known_id is null`.execute(trx);
  return rows[0]?.count ?? 0;
}
