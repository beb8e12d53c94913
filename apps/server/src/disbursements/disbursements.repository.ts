import type { FirmScope } from '../platform/actor.ts';
import type { Db } from '../platform/db.ts';

export type DisbursementType = { id: string; title: string; fixed: boolean; calculated: boolean; active: boolean };

export async function findDisbursementType(db: Db, firm: FirmScope, id: string): Promise<DisbursementType | undefined> {
  return db
    .selectFrom('disbursementTypes')
    .where('firmId', '=', firm.firmId)
    .where('id', '=', id)
    .select(['id', 'title', 'fixed', 'calculated', 'active'])
    .executeTakeFirst();
}
