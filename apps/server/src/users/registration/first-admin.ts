import { randomBytes } from 'node:crypto';
import { role, userStatus } from '@recoup/contract/core/access';
import { newId } from '@recoup/contract/core/ids';
import type { Db } from '../../platform/database/connections.ts';
import { hashPassword } from '../../platform/security/password-hashing.ts';
import { insertUser } from '../users.repository.ts';

/** The name and the default email of the system administrator that an empty database gets. */
export const firstAdmin = {
  name: 'System Administrator',
  email: 'admin@recoup.localhost',
} as const;

export type FirstAdmin = { email: string; generatedPassword: string | undefined };

/**
 * Makes the one system administrator of an empty database (product.md, "People and accounts"). Returns the
 * sign-in, with the password where it was made up and has to be printed once.
 */
export async function createFirstAdmin(
  db: Db,
  given: { email: string | undefined; password: string | undefined },
): Promise<FirstAdmin> {
  const email = given.email ?? firstAdmin.email;
  const generatedPassword =
    given.password === undefined ? randomBytes(18).toString('base64url') : undefined;
  await insertUser(db, {
    id: newId(),
    firmId: null,
    role: role.systemAdmin,
    name: firstAdmin.name,
    email,
    cell: '',
    status: userStatus.active,
    passwordHash: await hashPassword(given.password ?? generatedPassword ?? ''),
    passwordResetRequired: given.email === undefined || given.password === undefined,
  });
  return { email, generatedPassword };
}
