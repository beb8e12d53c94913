import type { Role } from '@recoup/contract/core/access';
import type { FirmScope } from '../platform/core/actor.ts';
import type { Db } from '../platform/database/connections.ts';

/** Whether somebody is of the firm, in that role, whatever the status. */
export async function isPersonOf(db: Db, firm: FirmScope, { userId, role }: { userId: string; role: Role }): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .where('firmId', '=', firm.firmId)
    .where('id', '=', userId)
    .where('role', '=', role)
    .select('id')
    .executeTakeFirst();
  return row !== undefined;
}
