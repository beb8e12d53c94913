import { randomBytes } from 'node:crypto';
import { role, userStatus } from '@recoup/contract/core/access';
import { newId } from '@recoup/contract/core/ids';
import type { Db } from '../../platform/database/connections.ts';
import { hashPassword } from '../../platform/security/password-hashing.ts';
import { insertUser } from '../users.repository.ts';

export const firstAdmin = {
  name: 'System Administrator',
  email: 'admin@recoup.localhost',
} as const;

/** `generatedPassword` has to be printed once. */
export type FirstAdmin = { email: string; generatedPassword: string | undefined };

/** Creates the system administrator of an empty database (product.md, "People and accounts"). */
export async function createFirstAdmin(
  db: Db,
  options: { email: string | undefined; password: string | undefined },
): Promise<FirstAdmin> {
  const email = options.email ?? firstAdmin.email;
  const generatedPassword =
    options.password === undefined ? randomBytes(18).toString('base64url') : undefined;
  await insertUser(db, {
    id: newId(),
    firmId: null,
    role: role.systemAdmin,
    name: firstAdmin.name,
    email,
    cell: '',
    status: userStatus.active,
    passwordHash: await hashPassword(options.password ?? generatedPassword ?? ''),
    passwordResetRequired: options.email === undefined || options.password === undefined,
  });
  return { email, generatedPassword };
}
