import type { CurrentUser } from '@recoup/contract/users';
import type { Db } from '../platform/db.ts';
import { AppError } from '../platform/errors.ts';
import { findCurrentUser } from './users.repository.ts';

/** The user behind a session. Throws `unauthenticated` when the user is gone. */
export async function getCurrentUser(db: Db, userId: string): Promise<CurrentUser> {
  const user = await findCurrentUser(db, userId);
  if (user === undefined) throw new AppError('unauthenticated');
  return user;
}
