import type { Config } from './platform/config.ts';
import type { Db } from './platform/db.ts';
import { lockFirstStart } from './platform/migrate.ts';
import { seedDemo } from './seeds/demo.ts';
import { demoFirmAdmins } from './seeds/demo-people.ts';
import { signInLines } from './seeds/sign-ins.ts';
import { createFirstAdmin } from './users/first-admin.ts';
import { hasUsers, isEmailTaken } from './users/users.repository.ts';

/** Fills an empty database: the system administrator, and the demo where it is wanted. Returns the lines to print after the address. */
export async function prepareFirstStart(db: Db, config: Config, now: Date): Promise<string[]> {
  const admin = await db.transaction().execute(async (trx) => {
    // Several processes may start on one empty database.
    await lockFirstStart(trx);
    if (await hasUsers(trx)) return undefined;
    if (config.seedsDemo) await seedDemo(trx, now);
    return createFirstAdmin(trx, config.admin);
  });
  const hasDemo = await isEmailTaken(db, demoFirmAdmins.lerato.email);
  return [
    ...(admin?.madeUpPassword === undefined
      ? []
      : [`System admin: ${admin.email}  ${admin.madeUpPassword}  (shown this once; the first sign-in must change it)`]),
    ...(hasDemo ? signInLines() : []),
  ];
}
