import { role, type UserStatus } from '@recoup/contract/core/access';
import { sql } from 'kysely';
import type { FirmScope } from '../platform/core/actor.ts';
import type { Db } from '../platform/database/connections.ts';
import { joinByFirm } from '../platform/database/join-by-firm.ts';
import { foldedText } from '../platform/database/pagination-and-search.ts';

export type MatrixAttorney = {
  id: string;
  name: string;
  email: string;
  status: UserStatus;
  /** In the order of the attorney's form. */
  types: { id: string; title: string }[];
};

/** All attorneys of the firm by name, with their types. */
export async function listAttorneysWithTypes(db: Db, firm: FirmScope): Promise<MatrixAttorney[]> {
  const rows = await db
    .selectFrom('users')
    .leftJoin('userDisbursementTypes as assigned', (join) =>
      join.onRef('assigned.firmId', '=', 'users.firmId').onRef('assigned.userId', '=', 'users.id'),
    )
    .leftJoin('disbursementTypes as type', (join) =>
      joinByFirm(join, 'type.id', 'assigned.disbursementTypeId'),
    )
    .where('users.firmId', '=', firm.firmId)
    .where('users.role', '=', role.attorney)
    .select(['users.id', 'users.name', 'users.email', 'users.status'])
    .select(['type.id as typeId', 'type.title'])
    .orderBy(foldedText(sql`users.name`))
    .orderBy('users.id')
    .orderBy('assigned.position')
    .execute();
  const attorneys = new Map<string, MatrixAttorney>();
  for (const { id, name, email, status, typeId, title } of rows) {
    const known = attorneys.get(id);
    // A check constraint allows only the statuses.
    const attorney = known ?? { id, name, email, status: status as UserStatus, types: [] };
    if (!known) attorneys.set(id, attorney);
    if (typeId !== null && title !== null) attorney.types.push({ id: typeId, title });
  }
  return [...attorneys.values()];
}
