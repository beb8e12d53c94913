import { userStatus } from '@recoup/contract/core/access';
import type { FirmScope } from '../../platform/core/actor.ts';
import type { Db, Trx } from '../../platform/database/connections.ts';

type Pair = { userId: string; attorneyId: string };

/** Whether the user may record for the attorney; `name` and `isActive` of the attorney. */
export async function findRight(db: Db, firm: FirmScope, of: Pair) {
  const row = await selectRights(db, firm, of).executeTakeFirst();
  return row && { name: row.name, isActive: row.status === userStatus.active };
}

/** As `findRight`; the right stays until the transaction ends. */
export async function lockRight(trx: Trx, firm: FirmScope, of: Pair) {
  const row = await selectRights(trx, firm, of).forKeyShare('recordingRights').executeTakeFirst();
  return row && { name: row.name, isActive: row.status === userStatus.active };
}

/** The attorneys for whom the user records. */
export async function listRights(db: Db, firm: FirmScope, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('recordingRights')
    .where('firmId', '=', firm.firmId)
    .where('userId', '=', userId)
    .select('attorneyId')
    .execute();
  return rows.map(({ attorneyId }) => attorneyId);
}

function selectRights(db: Db, firm: FirmScope, { userId, attorneyId }: Pair) {
  return db
    .selectFrom('recordingRights')
    .innerJoin('users', 'users.id', 'recordingRights.attorneyId')
    .where('recordingRights.firmId', '=', firm.firmId)
    .where('recordingRights.userId', '=', userId)
    .where('recordingRights.attorneyId', '=', attorneyId)
    .select(['users.name', 'users.status']);
}
