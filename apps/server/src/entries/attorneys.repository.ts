import { role } from '@recoup/contract/core/access';
import type { FirmScope } from '../platform/core/actor.ts';
import type { Db } from '../platform/database/connections.ts';

/** Also true for inactive attorneys. */
export async function isAttorney(db: Db, firm: FirmScope, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .where('firmId', '=', firm.firmId)
    .where('id', '=', userId)
    .where('role', '=', role.attorney)
    .select('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function isTypeOfAttorney(
  db: Db,
  firm: FirmScope,
  of: { attorneyId: string; typeId: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('userDisbursementTypes')
    .where('firmId', '=', firm.firmId)
    .where('userId', '=', of.attorneyId)
    .where('disbursementTypeId', '=', of.typeId)
    .select('userId')
    .executeTakeFirst();
  return row !== undefined;
}
