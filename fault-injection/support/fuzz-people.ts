import { role, type SessionKind, userStatus } from '@recoup/contract/core/access';
import {
  aDisbursementType,
  aFirm,
  aMatter,
  assignTypes,
  aUser,
  callFees,
} from '../../apps/server/test/factories.ts';
import { createSession } from '../../apps/server/src/account/session/sessions.service.ts';
import type { Db } from '../../apps/server/src/platform/database/connections.ts';
import { knownPassword, type Own } from './fuzz-schema.ts';

/** The sender; a signed-out sender has no id. */
export type Person = Own & {
  role: number | undefined;
  session: SessionKind;
  token: string | undefined;
};

/** Two firms with people and data, a system administrator, and half-finished sign-ins. */
export async function makePeople(db: Db, now: Date): Promise<Person[]> {
  const people: Person[] = [{ role: undefined, session: 'full', token: undefined }];
  const admit = async (person: Omit<Person, 'token'>): Promise<void> => {
    const one: Person = { ...person, token: undefined };
    await restorePerson(db, one, now);
    people.push(one);
  };
  const operator = await aUser(db, { firm: null, password: knownPassword });
  await admit({ id: operator.id, role: role.systemAdmin, session: 'full' });
  for (const _ of ['one', 'another']) {
    const firm = await aFirm(db);
    const attorney = await aUser(db, { firm, password: knownPassword });
    const type = await aDisbursementType(db, firm);
    await assignTypes(db, firm);
    await aMatter(db, firm);
    await callFees(db, { firm, attorney, type }, { upTo: { 5: 3300 }, thereafter: [5, 1100] });
    const admin = await aUser(db, { firm, role: role.attorneyAdmin, password: knownPassword });
    await db.updateTable('firms').set({ adminId: admin.id }).where('id', '=', firm.id).execute();
    const own = { firm: firm.id, domain: firm.domain };
    await admit({ id: admin.id, role: role.attorneyAdmin, session: 'full', ...own });
    await admit({ id: attorney.id, role: role.attorney, session: 'full', ...own });
    for (const session of ['restricted', 'reset'] as const) {
      const half = await aUser(db, { firm, password: knownPassword });
      await admit({ id: half.id, role: role.attorney, session, ...own });
    }
  }
  return people;
}

/** Restores a person who was signed out, inactivated or must change the password. */
export async function restorePerson(db: Db, person: Person, now: Date): Promise<void> {
  if (person.id === undefined) return;
  const active = {
    status: userStatus.active,
    passwordResetRequired: person.session === 'restricted',
  };
  await db.updateTable('users').set(active).where('id', '=', person.id).execute();
  person.token = await createSession(db, { userId: person.id, kind: person.session, now });
}
