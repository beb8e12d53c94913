import { createHash } from 'node:crypto';
import { newId } from '@recoup/contract/core/ids';
import { hashRecoveryCode } from '../../src/second-factor/reset-factors.ts';
import { minutes } from '../../src/platform/core/clock.ts';
import type { Db } from '../../src/platform/database/connections.ts';
import type { FirmFixture } from './firm-fixture.ts';
import { insertRows } from '../rows.ts';

/** A recovery code of each admin. */
export const recoveryCode = 'abcd-efgh-ijkl-mnop';
/** The token of an admin's sign-in that waits for the second factor. */
export const challengeOf = ({ people }: Pick<FirmFixture, 'people'>): string =>
  `sign-in-${people.admin.id}`;

/**
 * Passkeys of all who are not new, two of the admin; a sign-in of the admin that waits for one, and
 * another session.
 */
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
