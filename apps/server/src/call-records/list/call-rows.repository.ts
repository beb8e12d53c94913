import { sql } from 'kysely';
import type { FirmScope } from '../../platform/core/actor.ts';
import type { Db } from '../../platform/database/connections.ts';

type Named = { _id: string; name: string };
/** Values of a call that a list shows beside those of `KnownCall`. */
export type CallRow = {
  id: string;
  source: Named;
  direction: 'in' | 'out';
  legs: number;
  /** The call's entry, with its matter and type. */
  matterId: string | null;
  entryId: string | null;
  amountCents: number | null;
  disbursementType: Named | null;
};

export async function listCallRows(
  db: Db,
  firm: FirmScope,
  ids: readonly string[],
): Promise<CallRow[]> {
  const { rows } = await sql<CallRow>`
    select r.id, json_build_object('_id', s.id, 'name', s.name) as source, r.direction,
      (select count(*)::int from jsonb_object_keys(r.legs)) as legs, e.matter_id as "matterId",
      r.entry_id as "entryId", e.amount_cents as "amountCents",
      case when t.id is not null then json_build_object('_id', t.id, 'name', t.title) end
        as "disbursementType"
    from call_records r
      join call_sources s on s.firm_id = r.firm_id and s.id = r.source_id
      left join entries e on e.firm_id = r.firm_id and e.id = r.entry_id
      left join disbursement_types t on t.firm_id = r.firm_id and t.id = e.disbursement_type_id
    where r.firm_id = ${firm.firmId} and r.id = any(${ids}::uuid[])`.execute(db);
  return rows;
}

export async function listAttorneyNames(
  db: Db,
  firm: FirmScope,
  ids: readonly string[],
): Promise<Named[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from users
    where firm_id = ${firm.firmId} and id = any(${ids}::uuid[])`.execute(db);
  return rows.map(({ id, ...row }) => ({ _id: id, ...row }));
}

export async function listMatterNames(
  db: Db,
  firm: FirmScope,
  ids: readonly string[],
): Promise<(Named & { number: string })[]> {
  const { rows } = await sql<{ id: string; number: string; name: string }>`
    select id, number, description as name from matters
    where firm_id = ${firm.firmId} and id = any(${ids}::uuid[])`.execute(db);
  return rows.map(({ id, ...row }) => ({ _id: id, ...row }));
}
