import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { AppError } from '../core/app-error.ts';
import { createFairLine, type Share } from '../core/fair-line.ts';

/** OWASP's first choice for argon2id: 19 MiB, two passes, one lane (research: security.md, section 6). */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 };

/** Hashing is the one costly thing that any client can request: one at a time for each core, and a bounded line behind, in fair shares. */
export const withHashingLane = createFairLine({
  lanes: availableParallelism(),
  longest: 200,
  refusal: () => new AppError('unavailable'),
});

/** The share of a firm's people: registrations, changes of password. The system administrator is a group alone. */
export function shareOfFirm(firmId: string | null | undefined, userId: string): Share {
  return { group: `firm ${firmId ?? userId}`, member: userId, isKnown: true };
}

/** Of the server itself: its start, and the demo. */
const own: Share = { group: 'server', member: '', isKnown: true };

/** An argon2id hash as a PHC string. Throws `unavailable` when too many wait. */
export function hashPassword(password: string, share: Share = own): Promise<string> {
  return withHashingLane(share, () => hash(password.normalize('NFC'), parameters));
}

/** Not within a transaction: it waits for a lane, whose holder may wait for a connection. */
export function verifyPassword(
  password: string,
  passwordHash: string | null | undefined,
  share: Share = own,
): Promise<boolean> {
  return withHashingLane(share, () => comparePassword(password, passwordHash));
}

/** Without a hash (unknown, blocked, no password yet) it takes as long and returns false. */
export async function comparePassword(
  password: string,
  passwordHash: string | null | undefined,
): Promise<boolean> {
  const isEqual = await verify(passwordHash ?? (await noPassword()), password.normalize('NFC'));
  return isEqual && typeof passwordHash === 'string';
}

let dummyHash: Promise<string> | undefined;

function noPassword(): Promise<string> {
  dummyHash ??= hash('nobody has this password', parameters);
  return dummyHash;
}
