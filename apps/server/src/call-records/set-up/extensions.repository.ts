import type { Extension } from '@recoup/contract/call-records/set-up-endpoints';
import { sql } from 'kysely';
import type { FirmScope } from '../../platform/core/actor.ts';
import { lockName } from '../../platform/database/advisory-lock.ts';
import type { Db, Trx } from '../../platform/database/connections.ts';

export type StoredExtension = {
  value: string;
  attorneyId: string;
  from: string | null;
  until: string | null;
};

export async function listExtensions(db: Db, firm: FirmScope): Promise<Extension[]> {
  const { rows } = await sql<Extension>`
    select x.value, json_build_object('_id', u.id, 'name', u.name) as attorney,
      nullif(x.valid_from, '-infinity')::text as "from",
      nullif(x.valid_until, 'infinity')::text as until
    from extensions x join users u on u.firm_id = x.firm_id and u.id = x.attorney_id
    where x.firm_id = ${firm.firmId} order by length(x.value), x.value, x.valid_from`.execute(db);
  return rows;
}

export async function replaceExtensionRows(
  trx: Trx,
  firm: FirmScope,
  extensions: readonly StoredExtension[],
): Promise<void> {
  await lockName(trx, `extensions ${firm.firmId}`);
  await trx.deleteFrom('extensions').where('firmId', '=', firm.firmId).execute();
  await sql`
    insert into extensions (firm_id, value, attorney_id, valid_from, valid_until)
    select ${firm.firmId}, value, attorney_id, coalesce(valid_from, '-infinity'),
      coalesce(valid_until, 'infinity')
    from unnest(${extensions.map(({ value }) => value)}::text[],
      ${extensions.map(({ attorneyId }) => attorneyId)}::uuid[],
      ${extensions.map(({ from }) => from)}::date[],
      ${extensions.map(({ until }) => until)}::date[])
      as x (value, attorney_id, valid_from, valid_until)`.execute(trx);
}

/** The ids that belong to attorneys of the firm. */
export async function listAttorneysAmong(
  db: Db,
  firm: FirmScope,
  ids: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from users where firm_id = ${firm.firmId} and role = 0
      and id = any(${ids}::uuid[])`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** Open calls with several people of the firm: another extension may change whose call it is. */
export async function chooseParties(trx: Trx, firm: FirmScope): Promise<void> {
  await sql`
    update call_records r set own_party = o.own_party, started_at = o.started_at,
      seconds = o.seconds, direction = o.direction, other_party = o.other_party,
      account_code = o.account_code
    from call_records k cross join lateral call_of_legs(${firm.firmId}, k.legs) o
    where k.firm_id = ${firm.firmId} and k.entry_id is null and not k.is_private
      and (select count(*) from jsonb_object_keys(k.legs)) > 1
      and r.firm_id = ${firm.firmId} and r.id = k.id and r.own_party <> o.own_party`.execute(trx);
}
