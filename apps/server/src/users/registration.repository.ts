import { role } from '@recoup/contract/access';
import type { FirmScope } from '../platform/actor.ts';
import type { Db } from '../platform/db.ts';

/** The password that an attorney of the firm was given and has not changed yet. */
export async function findInitialPassword(
  db: Db,
  firm: FirmScope,
  email: string,
): Promise<{ id: string; passwordHash: string | null } | undefined> {
  return db
    .selectFrom('users')
    .where('firmId', '=', firm.firmId)
    .where('email', '=', email)
    .where('role', '=', role.attorney)
    .where('passwordResetRequired', '=', true)
    .select(['id', 'passwordHash'])
    .executeTakeFirst();
}
