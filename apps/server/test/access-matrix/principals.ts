import { type KeyScope, keyScopes, type SessionKind } from '@recoup/contract/core/access';
import { createSession } from '../../src/account/session/sessions.service.ts';
import { hours, minutes } from '../../src/platform/core/clock.ts';
import type { Db } from '../../src/platform/database/connections.ts';
import { insertKey } from './fixture-keys.ts';
import type { Person, FirmFixture, Fixture } from './firm-fixture.ts';

/** The rights of a client, or why it has none. */
type Standing =
  | 'attorney'
  | 'delegate'
  | 'admin'
  | 'auditor'
  | 'system'
  | 'owing'
  | 'restricted'
  | 'grant'
  | 'signedOut';

export type Principal = {
  name: string;
  standing: Standing;
  /** The user; for a signed-out client the one whose own records it requests. */
  person: (fixture: Fixture) => Person;
  side: (fixture: Fixture) => FirmFixture;
  session?: { kind: SessionKind; age?: number; idle?: number; ends?: 'at logout' };
  madeUpToken?: string;
  /** Of an API key of the person. */
  key?: { scopes: readonly KeyScope[]; ends?: 'a moment ago' };
};

const inA = (fixture: Fixture): FirmFixture => fixture.a;
const inB = (fixture: Fixture): FirmFixture => fixture.b;
const full = { kind: 'full' } as const;

export const adminOfB: Principal = {
  name: 'admin of B',
  standing: 'admin',
  person: ({ b }) => b.people.admin,
  side: inB,
  session: full,
};

/** Every kind of client. */
export const principals: readonly Principal[] = [
  {
    name: 'a signed-out user',
    standing: 'signedOut',
    person: ({ a }) => a.people.admin,
    side: inA,
  },
  {
    name: 'a made-up token',
    standing: 'signedOut',
    person: ({ a }) => a.people.admin,
    side: inA,
    madeUpToken: 'm'.repeat(43),
  },
  {
    name: 'attorney of A',
    standing: 'attorney',
    person: ({ a }) => a.people.attorney,
    side: inA,
    session: full,
  },
  {
    name: 'delegate of A',
    standing: 'delegate',
    person: ({ a }) => a.people.delegate,
    side: inA,
    session: full,
  },
  {
    name: 'auditor of A',
    standing: 'auditor',
    person: ({ a }) => a.people.auditor,
    side: inA,
    session: full,
  },
  {
    name: 'admin of A',
    standing: 'admin',
    person: ({ a }) => a.people.admin,
    side: inA,
    session: full,
  },
  {
    name: 'system admin',
    standing: 'system',
    person: ({ system }) => system,
    side: inA,
    session: full,
  },
  adminOfB,
  {
    name: 'attorney of B',
    standing: 'attorney',
    person: ({ b }) => b.people.attorney,
    side: inB,
    session: full,
  },
  {
    name: 'blocked',
    standing: 'signedOut',
    person: ({ a }) => a.people.blocked,
    side: inA,
    session: full,
  },
  {
    name: 'inactive',
    standing: 'signedOut',
    person: ({ a }) => a.people.inactive,
    side: inA,
    session: full,
  },
  {
    name: 'first sign-in',
    standing: 'restricted',
    person: ({ a }) => a.people.newcomer,
    side: inA,
    session: { kind: 'restricted' },
  },
  {
    name: 'owes a second factor',
    standing: 'owing',
    person: ({ a }) => a.people.owing,
    side: inA,
    session: full,
  },
  {
    name: 'idle for 30 minutes',
    standing: 'signedOut',
    person: ({ a }) => a.people.admin,
    side: inA,
    session: { kind: 'full', idle: minutes(30) },
  },
  {
    name: 'signed in for 8 hours',
    standing: 'signedOut',
    person: ({ a }) => a.people.admin,
    side: inA,
    session: { kind: 'full', age: hours(8) },
  },
  {
    name: 'signed out',
    standing: 'signedOut',
    person: ({ a }) => a.people.admin,
    side: inA,
    session: { kind: 'full', ends: 'at logout' },
  },
  {
    name: 'reset grant',
    standing: 'grant',
    person: ({ a }) => a.people.forgetful,
    side: inA,
    session: { kind: 'reset' },
  },
  {
    name: 'late reset grant',
    standing: 'signedOut',
    person: ({ a }) => a.people.former,
    side: inA,
    session: { kind: 'reset', age: minutes(10) },
  },
  ...keyScopes.map(
    (scope): Principal => ({
      name: `key of A: ${scope}`,
      standing: 'admin',
      person: ({ a }) => a.people.admin,
      side: inA,
      key: { scopes: [scope] },
    }),
  ),
  {
    name: 'key of B',
    standing: 'admin',
    person: ({ b }) => b.people.admin,
    side: inB,
    key: { scopes: keyScopes },
  },
  {
    name: 'key of an admin who owes a second factor',
    standing: 'owing',
    person: ({ a }) => a.people.owing,
    side: inA,
    key: { scopes: keyScopes },
  },
  {
    name: 'key of a blocked admin',
    standing: 'signedOut',
    person: ({ a }) => a.people.blocked,
    side: inA,
    key: { scopes: keyScopes },
  },
  {
    name: 'key of an admin who is an attorney now',
    standing: 'signedOut',
    person: ({ a }) => a.people.attorney,
    side: inA,
    key: { scopes: keyScopes },
  },
  {
    name: 'expired key',
    standing: 'signedOut',
    person: ({ a }) => a.people.admin,
    side: inA,
    key: { scopes: keyScopes, ends: 'a moment ago' },
  },
];

/** The token that a principal brings along; undefined for none. */
export async function tokenOf(
  db: Db,
  principal: Principal,
  {
    fixture,
    now,
    signOut,
  }: { fixture: Fixture; now: Date; signOut: (token: string) => Promise<void> },
): Promise<string | undefined> {
  const { session, person, madeUpToken, key, name } = principal;
  if (key) {
    const of = { firmId: principal.side(fixture).id, userId: person(fixture).id, name, now };
    const { scopes, ends } = key;
    return insertKey(db, { ...of, scopes, ...(ends && { expiresAt: now }) });
  }
  if (!session) return madeUpToken;
  const { kind, age = 0, idle = 0, ends } = session;
  const userId = person(fixture).id;
  const createdAt = new Date(now.getTime() - age - idle);
  const hasFactor = principal.standing !== 'owing';
  const token = await createSession(db, { userId, kind, now: createdAt, hasFactor });
  // Old, but in use until just now: nothing but its age speaks against it.
  if (age > 0)
    await db
      .updateTable('sessions')
      .set({ seenAt: now })
      .where('userId', '=', userId)
      .where('createdAt', '=', createdAt)
      .execute();
  if (ends === 'at logout') await signOut(token);
  return token;
}
