import type { CallRoad } from '@recoup/contract/call-records/rules';
import { type RawBuilder, sql } from 'kysely';
import type { FirmScope } from '../../platform/core/actor.ts';
import type { Trx } from '../../platform/database/connections.ts';

/** The first of these that told of a call has it, once the import that brought it is undone. */
const roadsInOrder: readonly CallRoad[] = ['file', 'event', 'pull', 'log', 'bill'];

/** The number that the telephone system gave to a call, by the keys of its legs. */
export function eventNumber(legs: RawBuilder<unknown>): RawBuilder<string | null> {
  return sql<string | null>`(select substr(min(key), 7) from jsonb_object_keys(${legs}) as key
    where key not like 'event #%')`;
}

/**
 * Calls of which another road told too become calls of that road, with what it told; not those that
 * it told of once more since. `brought` chooses among calls `r`.
 */
export async function moveToOtherRoads(
  trx: Trx,
  firm: FirmScope,
  brought: RawBuilder<boolean>,
): Promise<void> {
  const told = (name: string) => sql`(t.told ->> ${name}::text)`;
  await sql`
    with moved as (
      select distinct on (o.key, o.value ->> 'source', o.value ->> 'owner', o.value ->> 'key')
        r.id, o.key as road, o.value as told
      from call_records r cross join lateral (
        select key, value from jsonb_each(r.seen_by)
        where value ->> 'source' is null or exists (select from call_sources s
          where s.firm_id = r.firm_id and s.id = (value ->> 'source')::uuid)
        order by array_position(${roadsInOrder}::text[], key) limit 1) o
      where r.firm_id = ${firm.firmId} and r.seen_by <> '{}' and ${brought})
    update call_records r set road = t.road, seen_by = r.seen_by - t.road,
      call_key = ${told('key')}, started_at = ${told('at')}::timestamptz,
      seconds = ${told('seconds')}::integer, own_party = ${told('own')},
      account_code = ${told('code')}, legs = t.told -> 'legs',
      source_id = ${told('source')}::uuid, owner_id = ${told('owner')}::uuid,
      import_id = case when t.road = 'file' then ${told('import')}::uuid end,
      own_import_id = case when t.road in ('log', 'bill') then ${told('import')}::uuid end,
      event_sha256 = decode(${told('sha256')}, 'hex'),
      event_id = case when t.road = 'event' then ${eventNumber(sql`t.told -> 'legs'`)} end
    from moved t
    where r.firm_id = ${firm.firmId} and r.id = t.id and not exists (
      select from call_records k
      where k.firm_id = ${firm.firmId} and k.id <> r.id and k.call_key = ${told('key')}
        and (k.source_id = ${told('source')}::uuid
          or k.owner_id = ${told('owner')}::uuid and k.road = t.road))`.execute(trx);
}

/** The road tells of its calls no more. */
export async function forgetSeen(
  trx: Trx,
  firm: FirmScope,
  { road, importId }: { road: CallRoad; importId: string },
): Promise<void> {
  await sql`
    update call_records set seen_by = seen_by - ${road}::text
    where firm_id = ${firm.firmId} and seen_by <> '{}'
      and seen_by -> ${road} ->> 'import' = ${importId}`.execute(trx);
}
