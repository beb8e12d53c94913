import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { AppError } from '../core/app-error.ts';
import { createFairLine, type Share } from '../core/fair-line.ts';

/** OWASP's first choice for argon2id: 19 MiB, two passes, one lane (research: security.md, section 6). */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 };

/** Hashing is the one costly thing that any client can request: one at a time for each core, and a bounded line behind, in fair shares. */
const inLane = createFairLine({
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
  return inLane(share, () => hash(password.normalize('NFC'), parameters));
}

/** What is done around a try, while its lane is held, so that a burst of tries cannot outrun the count of them. */
export type Attempt = {
  share: Share;
  /** Throws when no more may be tried. */
  begin?(): Promise<void>;
  end?(isRight: boolean): Promise<void>;
};

/**
 * Without a hash (unknown, blocked, no password yet) it costs as much and says no. Not within a transaction: it waits for
 * a lane, and the holder of the lane may wait for a connection.
 */
export function verifyPassword(
  password: string,
  passwordHash: string | null | undefined,
  attempt: Attempt = { share: own },
): Promise<boolean> {
  return inLane(attempt.share, async () => {
    await attempt.begin?.();
    const isEqual = await verify(passwordHash ?? (await noPassword()), password.normalize('NFC'));
    const isRight = isEqual && typeof passwordHash === 'string';
    await attempt.end?.(isRight);
    return isRight;
  });
}

let dummyHash: Promise<string> | undefined;

function noPassword(): Promise<string> {
  dummyHash ??= hash('nobody has this password', parameters);
  return dummyHash;
}
