import { createHash } from 'node:crypto';
import { newId } from '@recoup/contract/core/ids';
import { hashCode } from '../../src/account/password-reset/request-code.ts';
import { minutes } from '../../src/platform/core/clock.ts';
import type { Db } from '../../src/platform/database/connections.ts';
import type { FirmFixture, Person } from './firm-fixture.ts';
import { insertRows } from '../rows.ts';

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
