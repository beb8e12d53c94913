import { createHash } from 'node:crypto';
import { newId } from '@recoup/contract/core/ids';
import { hashCode } from '../../src/account/password-reset/password-reset.service.ts';
import { minutes } from '../../src/platform/core/clock.ts';
import type { Db } from '../../src/platform/database/connections.ts';
import { type FirmFixture, type Person, type PersonName, personNames } from './firm-fixture.ts';
import { insertRows } from '../rows.ts';
import { hashRecoveryCode } from '../../src/second-factor/reset-factors.ts';
import { type KeyScope, keyScopes, role, userStatus } from '@recoup/contract/core/access';
import { hashToken } from '../../src/account/session/sessions.service.ts';

/** The one-time password of every open challenge. */
export const otp = '12345678';
/** The token of a user's challenge; in both firms the same but for the side. */
export const otpToken = (person: Person): string => `${person.side}-${person.id}`;

/** Valid codes of an active and of a blocked user, and an older reset token. */
export async function someCodes(
  db: Db,
  people: FirmFixture['people'],
  { codeKey, now }: { codeKey: Buffer; now: Date },
): Promise<void> {
  const later = new Date(now.getTime() + minutes(5));
  for (const person of [people.forgetful, people.blocked]) {
    const id = newId();
    const codeHash = hashCode(codeKey, { challengeId: id, code: otp });
    const accountKey = createHash('sha256').update(person.email).digest('base64url');
    await insertRows(db, 'otpChallenges', {
      id,
      userId: person.id,
      accountKey,
      codeHash,
      createdAt: now,
      expiresAt: later,
    });
    await insertRows(db, 'otpTokens', {
      tokenHash: createHash('sha256').update(otpToken(person)).digest(),
      challengeId: id,
    });
  }
  const grant = {
    id: newId(),
    userId: people.forgetful.id,
    kind: 'reset',
    tokenHash: createHash('sha256').update(newId()).digest(),
  };
  await insertRows(db, 'sessions', {
    ...grant,
    createdAt: now,
    seenAt: now,
    authenticatedAt: now,
    expiresAt: later,
  });
}

/** A recovery code of each admin. */
export const recoveryCode = 'abcd-efgh-ijkl-mnop';
/** The token of an admin's sign-in that waits for the second factor. */
export const challengeOf = ({ people }: Pick<FirmFixture, 'people'>): string =>
  `sign-in-${people.admin.id}`;

/** Passkeys of all but new users, and a sign-in and another session of the admin. */
export async function someFactors(
  db: Db,
  { people, factor, session }: FirmFixture,
  { passwordHash, now }: { passwordHash: string; now: Date },
): Promise<void> {
  const { admin, former, attorney, colleague } = people;
  const passkeys = [admin, former, attorney, colleague].map(({ id: userId }) => ({
    id: newId(),
    userId,
  }));
  await insertRows(
    db,
    'secondFactors',
    [{ id: factor.id, userId: admin.id }, ...passkeys].map(({ id, userId }) => ({
      id,
      userId,
      kind: 'passkey',
      name: 'Key',
      createdAt: now,
      confirmedAt: now,
      credentialId: `credential ${id}`,
      publicKey: Buffer.from(id),
      rpId: 'recoup.test',
    })),
  );
  const hash = hashRecoveryCode(admin.id, recoveryCode);
  await insertRows(db, 'recoveryCodes', { userId: admin.id, hash });
  const expiresAt = new Date(now.getTime() + minutes(5));
  await insertRows(db, 'logonChallenges', {
    tokenHash: createHash('sha256').update(challengeOf({ people })).digest(),
    userId: admin.id,
    passwordHash: createHash('sha256').update(passwordHash).digest(),
    createdAt: now,
    expiresAt,
  });
  const other = { id: session.id, userId: admin.id, kind: 'full', address: '10.9.8.7' };
  const times = { createdAt: now, seenAt: now, authenticatedAt: now, expiresAt };
  const tokenHash = createHash('sha256').update(session.id).digest();
  await insertRows(db, 'sessions', { ...other, ...times, tokenHash });
}

/** A key of the admin. */
export async function someKey(
  db: Db,
  { id: firmId, people, mark, apiKey }: FirmFixture,
  { now }: { now: Date },
): Promise<void> {
  await insertKey(db, { firmId, id: apiKey.id, userId: people.admin.id, name: `Key ${mark}`, now });
}

/** A provider whose secret cannot be read, an account of each person, and a test by the admin. */
export async function someSignOn(
  db: Db,
  { id: firmId, domain, people, identity, signOnTest }: FirmFixture,
  { now }: { now: Date },
): Promise<void> {
  const [issuer, userId] = ['https://127.0.0.1:1', people.admin.id];
  await insertRows(db, 'signOns', {
    firmId,
    issuer,
    clientId: 'recoup',
    // The key of the server does not open it, so nothing begins.
    sealedSecret: Buffer.alloc(40),
    domains: [domain],
    linksByEmail: false,
    isRequired: false,
    factorBy: 'recoup',
    callback: 'shared',
  });
  await insertRows(
    db,
    'identities',
    Object.values(people).map(({ id }) => ({
      firmId,
      id: id === userId ? identity.id : newId(),
      userId: id,
      // The others' first sign-ins may be renewed: they have no account at today's provider.
      issuer: id === userId ? issuer : 'https://earlier.example',
      subject: id,
      createdAt: now,
    })),
  );
  await insertRows(db, 'signOnFlows', {
    firmId,
    id: signOnTest.id,
    stateHash: hashToken(`state of ${firmId}`),
    browserHash: hashToken(`browser of ${firmId}`),
    purpose: 'test',
    userId,
    issuer,
    clientId: 'recoup',
    nonce: 'nonce',
    verifier: 'verifier',
    returnTo: '/',
    createdAt: now,
    expiresAt: new Date(now.getTime() + minutes(60)),
    usedAt: now,
    result: JSON.stringify({ isGood: true, message: 'The provider works.', claims: [] }),
  });
}

/** Returns the key. It was used just now, so that its next use writes nothing. */
export async function insertKey(
  db: Db,
  key: {
    firmId: string;
    id?: string;
    userId: string;
    name: string;
    scopes?: readonly KeyScope[];
    now: Date;
    expiresAt?: Date;
  },
): Promise<string> {
  const { id = newId(), scopes = keyScopes, now, ...values } = key;
  const token = `rk_${id.replaceAll('-', '')}${'k'.repeat(11)}`;
  await insertRows(db, 'apiKeys', {
    ...values,
    id,
    scopes: [...scopes],
    tokenHash: hashToken(token),
    createdAt: now,
    lastUsedAt: now,
  });
  return token;
}

/** A user of each kind. */
export async function somePeople(
  db: Db,
  firm: { id: string; mark: string; domain: string },
  facts: { letter: 'a' | 'b'; passwordHash: string; serial: number },
): Promise<FirmFixture['people']> {
  const rows = personNames.map((name, index) => ({
    id: newId(),
    firmId: firm.id,
    role: roleOf(name),
    endsOn: name === 'auditor' ? '2030-12-31' : null,
    name: `${name} ${firm.mark}`,
    email: `${name}@${firm.domain}`,
    cell: `0${facts.letter === 'a' ? 6 : 7}${String(facts.serial * 10 + index).padStart(8, '0')}`,
    status: statuses[name] ?? userStatus.active,
    passwordHash: facts.passwordHash,
    passwordResetRequired: name === 'newcomer' || name === 'colleague',
  }));
  await db.insertInto('users').values(rows).execute();
  const people = rows.map(
    ({ id, role: of, email }, index) =>
      [personNames[index], { id, role: of, email, side: facts.letter }] as const,
  );
  return Object.fromEntries(people) as FirmFixture['people']; // one for each name
}

const admins = ['admin', 'former', 'blocked', 'inactive', 'newcomer', 'forgetful', 'owing'];

function roleOf(name: PersonName): number {
  if (name === 'auditor') return role.auditor;
  return admins.includes(name) ? role.attorneyAdmin : role.attorney;
}

const statuses: Partial<Record<PersonName, number>> = {
  blocked: userStatus.blocked,
  inactive: userStatus.inactive,
};
