import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { createLimiter, type LimiterKey } from '../core/limiter.ts';

/** OWASP's first choice for argon2id: 19 MiB, two passes (research: security.md, section 6). */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 };

/** Hashing is the one costly work that any client can request: one hash for each core at a time. */
export const hashingLimiter = createLimiter({
  name: 'passwords',
  concurrency: availableParallelism(),
  maxWaiting: 200,
});

/** For registrations and changes of password. The system administrator is a group alone. */
export function shareOfFirm(firmId: string | null | undefined, userId: string): LimiterKey {
  return { group: `firm ${firmId ?? userId}`, member: userId };
}

/** Share of the server itself: its start, and the demo. */
const serverShare: LimiterKey = { group: 'server', member: undefined };

/** An argon2id hash as a PHC string. Throws `unavailable` when too many wait. */
export function hashPassword(password: string, share = serverShare): Promise<string> {
  return hashingLimiter.run(share, () => hash(password.normalize('NFC'), parameters));
}

/** Not within a transaction: the work that holds the limiter may wait for a connection. */
export function verifyPassword(
  password: string,
  passwordHash: string | null | undefined,
  share = serverShare,
): Promise<boolean> {
  return hashingLimiter.run(share, () => comparePassword(password, passwordHash));
}

/** Without a hash (unknown, blocked, no password yet) it takes as long and returns false. */
export async function comparePassword(
  password: string,
  passwordHash: string | null | undefined,
): Promise<boolean> {
  dummyHash ??= hash('no user has this password', parameters);
  const isEqual = await verify(passwordHash ?? (await dummyHash), password.normalize('NFC'));
  return isEqual && typeof passwordHash === 'string';
}

let dummyHash: Promise<string> | undefined;
