import type { CurrentUser } from '@recoup/contract/users';
import type { Db, Trx } from '../platform/db.ts';
import { AppError } from '../platform/errors.ts';
import { lockFirstStart } from '../platform/migrate.ts';
import { createFirstAdmin, type FirstAdmin } from './first-admin.ts';
import { findCurrentUser, hasUsers } from './users.repository.ts';

/** The user behind a session. Throws `unauthenticated` when the user is gone. */
export async function getCurrentUser(db: Db, userId: string): Promise<CurrentUser> {
  const user = await findCurrentUser(db, userId);
  if (user === undefined) throw new AppError('unauthenticated');
  return user;
}

/** Makes the system administrator of an empty database, and whatever `seed` makes. Returns undefined when there are users already. */
export async function fillEmptyDatabase(
  db: Db,
  first: { admin: { email: string | undefined; password: string | undefined }; seed?: (trx: Trx) => Promise<void> },
): Promise<FirstAdmin | undefined> {
  return db.transaction().execute(async (trx) => {
    // Several processes may start on one empty database.
    await lockFirstStart(trx);
    if (await hasUsers(trx)) return undefined;
    await first.seed?.(trx);
    return createFirstAdmin(trx, first.admin);
  });
}
