import type { CallRoad } from '@recoup/contract/call-records/rules';
import { type RawBuilder, sql } from 'kysely';
import type { FirmScope } from '../../platform/core/actor.ts';
import { invalidField } from '../../platform/core/app-error.ts';
import type { Trx } from '../../platform/database/connections.ts';
import { callDay, peopleOfFirm } from '../set-up/set-up.repository.ts';
import type { OwnCallFile } from '@recoup/contract/call-records/own-call-endpoints';
import { type NearCalls, pairCalls } from './same-calls.ts';

/**
 * A call of a cell phone and one of another road are the same if their parties agree, and they
 * begin and last so far apart at most (product-3.md, section 6).
 */
export const [mostApart, mostLonger] = [300, 60] as const;
/** Known calls that are compared with one that came: more of one number in ten minutes are rare. */
export const mostNear = 20;
/** Pairs of calls that are compared in memory: a file of a phone has a hundredth of them. */
export const mostPairs = 200_000;

/** A file, or other calls that came together: `importId` is then an id of their own. */
export type StagedFile = {
  sourceId: string | null;
  zone: string;
  importId: string;
  /** For calls that came without a file: the SHA-256 of what brought them. */
  arrival?: { road: 'event' | 'pull'; sha256: Buffer };
  /** For calls of a cell phone: the attorney who hands them in. */
  own?: { road: OwnCallFile; ownerId: string };
};

/** A known call of which another road tells, and what it tells (JSON). */
export type SeenCall = { id: string; told: string };

export function arrivalRoad({ arrival, own }: StagedFile): CallRoad {
  return own?.road ?? arrival?.road ?? 'file';
}

/** The attorney of staged call `c`. */
export function attorneyOfStaged(
  firm: FirmScope,
  party: RawBuilder<unknown> = sql`c.own_party`,
): RawBuilder<string> {
  return sql<string>`(select attorney_id from ${peopleOfFirm(firm)} p
    where p.party = ${party} and ${callDay('c')} between p.valid_from and p.valid_until
    order by rank, attorney_id limit 1)`;
}

/** Deletes staged calls of which cell phones told, or that a cell phone tells of again. */
export async function deleteSeenCalls(
  trx: Trx,
  firm: FirmScope,
  file: StagedFile,
): Promise<SeenCall[]> {
  if (!file.own && !(await hasOwnCalls(trx, firm))) return [];
  const pairs = await pairCalls(await listNearCalls(trx, firm, file));
  if (pairs.size === 0) return [];
  const { rows } = await sql<SeenCall>`
    delete from staged_calls c
    using unnest(${[...pairs.keys()]}::text[], ${[...pairs.values()]}::uuid[]) as p (key, id)
    where c.call_key = p.key
    returning p.id, jsonb_build_object('key', c.call_key, 'at', c.started_at,
      'seconds', c.seconds, 'own', c.own_party, 'code', c.account_code,
      'legs', c.legs)::text as told`.execute(trx);
  return rows;
}

/** Whether cell phones told of any call at the time of the staged ones. */
async function hasOwnCalls(trx: Trx, firm: FirmScope): Promise<boolean> {
  const bound = sql`make_interval(secs => ${mostApart})`;
  const { rows } = await sql<{ exists: boolean }>`
    select exists (select from call_records r
      where r.firm_id = ${firm.firmId} and r.owner_id is not null
        and r.started_at between (select min(started_at) - ${bound} from staged_calls)
          and (select max(started_at) + ${bound} from staged_calls))`.execute(trx);
  return rows[0]?.exists === true;
}

/** Each road tells of a call once: another call of the same road is another call. */
async function listNearCalls(trx: Trx, firm: FirmScope, file: StagedFile): Promise<NearCalls[]> {
  const { own } = file;
  const road = arrivalRoad(file);
  const seen = sql`r.seen_by -> ${road}`;
  const seenAt = sql`(${seen} ->> 'at')::timestamptz`;
  const seenSeconds = sql`(${seen} ->> 'seconds')::integer`;
  // The extension of a call that this phone told of may have changed hands since.
  const isKept = own
    ? sql`(r.owner_id = ${own.ownerId} or ${seen} ->> 'owner' = ${own.ownerId}
        or r.owner_id is null and ${hasAttorney(firm, own.ownerId)})`
    : sql`r.owner_id = ${attorneyOfStaged(firm)}`;
  const isSame = own
    ? sql<boolean>`(r.road = ${road} and (r.call_key = c.call_key
          or ${isWrittenOtherwise(sql`r.started_at`, sql`r.seconds`)})
        or ${seen} ->> 'key' = c.call_key
        or ${isWrittenOtherwise(seenAt, seenSeconds)}) is true`
    : sql<boolean>`(${seen} ->> 'source' = ${file.sourceId} and ${seen} ->> 'key' = c.call_key
        or abs(extract(epoch from ${seenAt} - c.started_at)) <= 5
          and abs(${seenSeconds} - c.seconds) <= 5) is true`;
  const { rows } = await sql<NearCalls>`
    select c.call_key as key, r.id, r.apart, r.longer, r.is_same as "isSame"
    from staged_calls c cross join lateral (
      select r.id, ${isSame} as is_same,
        abs(extract(epoch from r.started_at - c.started_at))::float8 as apart,
        abs(r.seconds - c.seconds) as longer
      from call_records r
      where r.firm_id = ${firm.firmId} and ${isNear()} and ${isKept}
        ${own ? sql`` : sql`and r.owner_id is not null`}
        and abs(r.seconds - c.seconds) <= ${mostLonger}
        and (${isSame} or (r.road <> ${road} and ${seen} is null))
      order by is_same desc, apart, longer limit ${mostNear}) r
    where c.known_id is null limit ${mostPairs + 1}`.execute(trx);
  if (rows.length > mostPairs) throw invalidField('fileStream', tooManyNear);
  return rows;
}

const tooManyNear =
  'Too many calls of the file are with the same number within minutes. Check its columns, and ' +
  'hand in a shorter period.';

/** Whether staged call `c` is one of another file, that writes no seconds of a start, or a zone. */
function isWrittenOtherwise(start: RawBuilder<unknown>, seconds: RawBuilder<unknown>) {
  const isWhole = (time: RawBuilder<unknown>) => sql`extract(second from ${time}) = 0`;
  return sql<boolean>`(${seconds} = c.seconds
    and date_trunc('minute', ${start}) = date_trunc('minute', c.started_at)
    and (${start} = c.started_at or ${isWhole(start)} or ${isWhole(sql`c.started_at`)}))`;
}

/** Whether known call `r` and staged call `c` are with the same party at the same time. */
function isNear(): RawBuilder<boolean> {
  const bound = sql`make_interval(secs => ${mostApart})`;
  return sql<boolean>`r.other_party = c.other_party and r.direction = c.direction
    and r.started_at between c.started_at - ${bound} and c.started_at + ${bound}`;
}

/** Whether call `r` of a telephone system is of the attorney. */
function hasAttorney(firm: FirmScope, attorneyId: string): RawBuilder<boolean> {
  return sql<boolean>`(r.attorney_id = ${attorneyId}::uuid or exists (
    select from ${peopleOfFirm(firm)} p
    where p.attorney_id = ${attorneyId}::uuid and p.party = r.own_party
      and ${callDay('r')} between p.valid_from and p.valid_until))`;
}

/** Whether call `r` is of an extension or number without a person on its day. */
function lacksPerson(firm: FirmScope): RawBuilder<boolean> {
  return sql<boolean>`(r.attorney_id is null and not exists (
    select from ${peopleOfFirm(firm)} p
    where p.party = r.own_party and ${callDay('r')} between p.valid_from and p.valid_until))`;
}

/** Stores with the known calls what this road tells of them. */
export async function noteSeenCalls(
  trx: Trx,
  firm: FirmScope,
  file: StagedFile & { seen: readonly SeenCall[] },
): Promise<void> {
  const { seen, sourceId, importId, own, arrival } = file;
  if (seen.length === 0) return;
  await sql`
    update call_records r set seen_by = r.seen_by || jsonb_build_object(${arrivalRoad(file)}::text,
      s.told::jsonb || jsonb_build_object('source', ${sourceId}::text,
        'import', ${importId}::text, 'owner', ${own?.ownerId ?? null}::text,
        'sha256', ${arrival?.sha256.toString('hex') ?? null}::text))
    from unnest(${seen.map(({ id }) => id)}::uuid[], ${seen.map(({ told }) => told)}::text[])
      as s (id, told)
    where r.firm_id = ${firm.firmId} and r.id = s.id and r.road <> ${arrivalRoad(file)}
      and r.seen_by -> ${arrivalRoad(file)} is null`.execute(trx);
}

/**
 * Staged calls that may be one that is there: the same parties at the same time, but another length
 * or an extension without a person yet, or in another file of the same phone; or an entry that was
 * recorded by hand, without the number.
 */
export async function countDoubtfulCalls(
  trx: Trx,
  firm: FirmScope,
  { ownerId, seen }: { ownerId: string; seen: readonly SeenCall[] },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from staged_calls c
    where c.known_id is null and (exists (
        select from call_records r
        where r.firm_id = ${firm.firmId} and ${isNear()}
          and r.id <> all(${seen.map(({ id }) => id)}::uuid[])
          and (r.owner_id = ${ownerId}::uuid or r.owner_id is null
            and (${hasAttorney(firm, ownerId)} or ${lacksPerson(firm)})))
      or exists (
        select from entries e
        where e.firm_id = ${firm.firmId} and e.attorney_id = ${ownerId} and ${isByHand(firm)}
          and e.date between ${callDay('c')} - 1 and ${callDay('c')} + 1
          and abs(coalesce(e.seconds, e.minutes * 60) - c.seconds)
            <= greatest(60, 0.2 * c.seconds)
          and case when e.started_at is null
            then e.date = ${callDay('c')} and exists (select from matters_to_search m
              where m.firm_id = ${firm.firmId} and m.id = e.matter_id
                and c.other_party = any(m.phones))
            else abs(extract(epoch from e.started_at - c.started_at)) <= 600 end))`.execute(trx);
  return rows[0]?.count ?? 0;
}

/** Entry `e` has a length, no number and no call. */
function isByHand(firm: FirmScope): RawBuilder<boolean> {
  return sql<boolean>`e.minutes is not null and e.other_party is null and e.reverses is null
    and not exists (select from call_records r
      where r.firm_id = ${firm.firmId} and r.entry_id = e.id)
    and not exists (select from entries l
      where l.firm_id = ${firm.firmId} and l.reverses = e.id)`;
}
