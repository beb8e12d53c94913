import type { Db, Trx } from '../platform/database/connections.ts';
import { createFirstAdmin, type FirstAdmin } from './registration/register-firm-admin.ts';
import { hasUsers, lockFirstStart } from './registration/registration.repository.ts';

/** Creates the system administrator, and what `seed` creates. Undefined if there are users. */
export async function fillEmptyDatabase(
  db: Db,
  first: {
    admin: { email: string | undefined; password: string | undefined };
    seed?: (trx: Trx) => Promise<void>;
  },
): Promise<FirstAdmin | undefined> {
  return db.transaction().execute(async (trx) => {
    await lockFirstStart(trx);
    if (await hasUsers(trx)) return undefined;
    await first.seed?.(trx);
    return createFirstAdmin(trx, first.admin);
  });
}

/** To print once, with the generated password. */
export function firstAdminLines(admin: FirstAdmin | undefined): string[] {
  const made = admin?.generatedPassword;
  if (made === undefined) return [];
  const advice = '(shown only once; the first sign-in must change it)';
  return [`System admin: ${admin?.email}  ${made}  ${advice}`];
}
