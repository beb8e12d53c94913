import { sql } from 'kysely';
import type { FirmScope } from '../../platform/core/actor.ts';
import type { Db } from '../../platform/database/connections.ts';
import { foldedText } from '../../platform/database/pagination-and-search.ts';

export type AssignedType = { attorneyId: string; typeId: string; title: string };

/** The types in use that some attorneys record, by title. */
export async function listAssignedTypes(
  db: Db,
  firm: FirmScope,
  attorneyIds: readonly string[],
): Promise<AssignedType[]> {
  const { rows } = await sql<AssignedType>`
    select a.user_id as "attorneyId", t.id as "typeId", t.title
    from user_disbursement_types a
      join disbursement_types t on t.firm_id = a.firm_id and t.id = a.disbursement_type_id
    where a.firm_id = ${firm.firmId} and a.user_id = any(${attorneyIds}::uuid[]) and t.active
    order by ${foldedText(sql`t.title`)}, t.id`.execute(db);
  return rows;
}
