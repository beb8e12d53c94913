import type { Role } from '@recoup/contract/access';
import type { FirmScope } from './actor.ts';
import type { Db } from './db.ts';

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
