import { sql } from 'kysely';
import type { FirmScope } from '../../platform/core/actor.ts';
import type { Trx } from '../../platform/database/connections.ts';
import { callDay, peopleOfFirm } from '../set-up/set-up.repository.ts';
import { type NearCalls, pairCalls } from './same-calls.ts';
import { mostApart, mostLonger, mostNear, mostPairs } from './seen-calls.repository.ts';

/**
 * Joins calls of telephone systems with those of cell phones that were handed in before anybody had
 * the extension, email or number (docs/decisions/0097). A call that a user decided stays, else the
 * one of the telephone system.
 */
export async function joinOwnCalls(
  trx: Trx,
  firm: FirmScope,
  parties: readonly string[],
): Promise<void> {
  if (parties.length === 0) return;
  const pairs = await pairCalls(await listJoinable(trx, firm, parties));
  if (pairs.size === 0) return;
  await sql`
    with pairs as (
      select case when k.entry_id is null then r.id else k.id end as kept,
        case when k.entry_id is null then k.id else r.id end as joined
      from unnest(${[...pairs.keys()]}::uuid[], ${[...pairs.values()]}::uuid[]) as p (id, own_id)
        join call_records r on r.firm_id = ${firm.firmId} and r.id = p.id
        join call_records k on k.firm_id = ${firm.firmId} and k.id = p.own_id),
    joined as (
      delete from call_records j using pairs p
      where j.firm_id = ${firm.firmId} and j.id = p.joined
        and j.entry_id is null and not j.is_private
      returning p.kept, j.seen_by || jsonb_build_object(j.road, jsonb_build_object(
        'key', j.call_key, 'at', j.started_at, 'seconds', j.seconds, 'own', j.own_party,
        'code', j.account_code, 'legs', j.legs, 'source', j.source_id, 'owner', j.owner_id,
        'import', coalesce(j.import_id, j.own_import_id),
        'sha256', encode(j.event_sha256, 'hex'))) as told)
    update call_records r set seen_by = j.told || r.seen_by from joined j
    where r.firm_id = ${firm.firmId} and r.id = j.kept`.execute(trx);
}

/** Pairs of a telephone system's call and a phone's that may be one; each road tells once. */
async function listJoinable(
  trx: Trx,
  firm: FirmScope,
  parties: readonly string[],
): Promise<NearCalls[]> {
  const bound = sql`make_interval(secs => ${mostApart})`;
  const { rows } = await sql<NearCalls>`
    select r.id as key, k.id, k.apart, k.longer, false as "isSame"
    from call_records r
      left join entries e on e.firm_id = ${firm.firmId} and e.id = r.entry_id
      cross join lateral (
        select coalesce(e.attorney_id, (select attorney_id from ${peopleOfFirm(firm)} p
          where p.party = r.own_party and ${callDay('r')} between p.valid_from and p.valid_until
          order by rank, attorney_id limit 1)) as id) attorney
      cross join lateral (
        select k.id, abs(extract(epoch from k.started_at - r.started_at))::float8 as apart,
          abs(k.seconds - r.seconds) as longer
        from call_records k
        where k.firm_id = ${firm.firmId} and k.owner_id = attorney.id
          and k.started_at between r.started_at - ${bound} and r.started_at + ${bound}
          and k.other_party = r.other_party and k.direction = r.direction
          and abs(k.seconds - r.seconds) <= ${mostLonger}
          and not k.is_private and (k.entry_id is null or r.entry_id is null)
          and not jsonb_exists_any(k.seen_by || jsonb_build_object(k.road, 1), array(
            select jsonb_object_keys(r.seen_by || jsonb_build_object(r.road, 1))))
        order by apart, longer, k.id limit ${mostNear}) k
    where r.firm_id = ${firm.firmId} and r.owner_id is null and not r.is_private
      and r.own_party = any(${parties}::text[])
    limit ${mostPairs}`.execute(trx);
  return rows;
}
