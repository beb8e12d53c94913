import { type KeyScope, keyScopes, type SessionKind } from '@recoup/contract/core/access';
import { newId } from '@recoup/contract/core/ids';
import { sql } from 'kysely';
import { createSession } from '../../src/account/session/sessions.service.ts';
import { hours, minutes } from '../../src/platform/core/clock.ts';
import type { Db } from '../../src/platform/database/connections.ts';
import { insertKey } from './fixture-account.ts';
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
  session?: {
    kind: SessionKind;
    age?: number;
    idle?: number;
    ends?: 'at logout';
    bySignOn?: boolean;
  };
  madeUpToken?: string;
  /** Of an API key of the person. */
  key?: { scopes: readonly KeyScope[]; ends?: 'a moment ago' };
};

type OfUser = Omit<Principal, 'person' | 'side'>;
const ofFirm = (side: 'a' | 'b') => (user: keyof FirmFixture['people'], more: OfUser) => ({
  person: (fixture: Fixture) => fixture[side].people[user],
  side: (fixture: Fixture) => fixture[side],
  ...more,
});
const [ofA, ofB] = [ofFirm('a'), ofFirm('b')];
const full = { kind: 'full' } as const;

export const adminOfB = ofB('admin', { name: 'admin of B', standing: 'admin', session: full });

/** Scopes that end with the maker of the key. */
const endingScopes = keyScopes.filter((scope) => scope !== 'provision');

/** Every kind of client. */
export const principals: readonly Principal[] = [
  ofA('admin', { name: 'a signed-out user', standing: 'signedOut' }),
  ofA('admin', { name: 'a made-up token', standing: 'signedOut', madeUpToken: 'm'.repeat(43) }),
  ofA('attorney', { name: 'attorney of A', standing: 'attorney', session: full }),
  ofA('delegate', { name: 'delegate of A', standing: 'delegate', session: full }),
  ofA('auditor', { name: 'auditor of A', standing: 'auditor', session: full }),
  ofA('admin', { name: 'admin of A', standing: 'admin', session: full }),
  ofA('admin', {
    name: 'admin of A by single sign-on',
    standing: 'admin',
    session: { kind: 'full', bySignOn: true },
  }),
  {
    name: 'system admin',
    standing: 'system',
    person: ({ system }) => system,
    side: ({ a }) => a,
    session: full,
  },
  adminOfB,
  ofB('attorney', { name: 'attorney of B', standing: 'attorney', session: full }),
  ofA('blocked', { name: 'blocked', standing: 'signedOut', session: full }),
  ofA('inactive', { name: 'inactive', standing: 'signedOut', session: full }),
  ofA('newcomer', {
    name: 'first sign-in',
    standing: 'restricted',
    session: { kind: 'restricted' },
  }),
  ofA('owing', { name: 'owes a second factor', standing: 'owing', session: full }),
  ofA('admin', {
    name: 'idle for 30 minutes',
    standing: 'signedOut',
    session: { kind: 'full', idle: minutes(30) },
  }),
  ofA('admin', {
    name: 'signed in for 8 hours',
    standing: 'signedOut',
    session: { kind: 'full', age: hours(8) },
  }),
  ofA('admin', {
    name: 'signed out',
    standing: 'signedOut',
    session: { kind: 'full', ends: 'at logout' },
  }),
  ofA('forgetful', { name: 'reset grant', standing: 'grant', session: { kind: 'reset' } }),
  ofA('former', {
    name: 'late reset grant',
    standing: 'signedOut',
    session: { kind: 'reset', age: minutes(10) },
  }),
  ...keyScopes.map(
    (scope): Principal =>
      ofA('admin', { name: `key of A: ${scope}`, standing: 'admin', key: { scopes: [scope] } }),
  ),
  ofB('admin', { name: 'key of B', standing: 'admin', key: { scopes: keyScopes } }),
  ofA('owing', {
    name: 'key of an admin who owes a second factor',
    standing: 'owing',
    key: { scopes: keyScopes },
  }),
  ofA('blocked', {
    name: 'key of a blocked admin',
    standing: 'signedOut',
    key: { scopes: endingScopes },
  }),
  ofA('blocked', {
    name: 'key of a blocked admin: provision',
    standing: 'admin',
    key: { scopes: ['provision'] },
  }),
  ofA('attorney', {
    name: 'key of an admin who is an attorney now',
    standing: 'signedOut',
    key: { scopes: endingScopes },
  }),
  ofA('admin', {
    name: 'expired key',
    standing: 'signedOut',
    key: { scopes: keyScopes, ends: 'a moment ago' },
  }),
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
  const { kind, age = 0, idle = 0, ends, bySignOn = false } = session;
  const userId = person(fixture).id;
  const hasFactor = principal.standing !== 'owing';
  const id = newId();
  const token = await createSession(db, { id, userId, kind, now, hasFactor, bySignOn });
  // Made now: one that is opened earlier would end the others, as those of a wrong clock.
  if (age + idle > 0) {
    const before = sql`${age + idle} * interval '1 millisecond'`;
    // Old, but in use until just now: nothing but its age speaks against it.
    await sql`update sessions set created_at = created_at - ${before},
      expires_at = expires_at - ${before},
      seen_at = case when ${age > 0} then seen_at else seen_at - ${before} end
      where id = ${id}`.execute(db);
  }
  if (ends === 'at logout') await signOut(token);
  return token;
}
