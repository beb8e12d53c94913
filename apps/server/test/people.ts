import { role } from '@recoup/contract/core/access';
import type { Db } from '../src/platform/database/connections.ts';
import { aFirm, aUser } from './factories.ts';

/** A firm with an admin and an attorney, another firm's admin, and the system administrator. */
export async function people(db: Db) {
  const firm = await aFirm(db);
  const admin = await aUser(db, { firm, role: role.attorneyAdmin });
  const attorney = await aUser(db, { firm, name: 'Thabo Mokoena', cell: '0825550111' });
  const stranger = await aUser(db, { role: role.attorneyAdmin });
  const system = await aUser(db, { firm: null });
  return { firm, admin, attorney, stranger, system };
}

export type People = Awaited<ReturnType<typeof people>>;
