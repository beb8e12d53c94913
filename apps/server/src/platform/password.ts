import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { AppError } from './errors.ts';

/** OWASP's first choice for argon2id: 19 MiB, two passes, one lane (research: security.md, section 6). */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 };

/** Hashing is the one costly thing that anybody can ask for: at most a core each at once, and a bounded queue behind. */
const lanes = availableParallelism();
const longestQueue = 100;
let running = 0;
const waiting: (() => void)[] = [];

/** An argon2id hash as a PHC string. Throws `unavailable` when too many wait. */
export function hashPassword(password: string): Promise<string> {
  return inLane(() => hash(password.normalize('NFC'), parameters));
}

/** What is done around a try, while its lane is held, so that a burst of tries cannot outrun the count of them. */
export type Attempt = {
  /** Throws when no more may be tried. */
  begin(): Promise<void>;
  end(isRight: boolean): Promise<void>;
};

/**
 * Without a hash (unknown, blocked, no password yet) it costs as much and says no. Not within a transaction: it waits for
 * a lane, and the holder of the lane may wait for a connection.
 */
export function isPassword(password: string, passwordHash: string | null | undefined, attempt?: Attempt): Promise<boolean> {
  return inLane(async () => {
    await attempt?.begin();
    const isEqual = await verify(passwordHash ?? (await noPassword()), password.normalize('NFC'));
    const isRight = isEqual && typeof passwordHash === 'string';
    await attempt?.end(isRight);
    return isRight;
  });
}

let dummyHash: Promise<string> | undefined;

function noPassword(): Promise<string> {
  dummyHash ??= hash('nobody has this password', parameters);
  return dummyHash;
}

/** A lane that becomes free goes to whoever has waited longest. */
async function inLane<T>(work: () => Promise<T>): Promise<T> {
  if (running < lanes) running += 1;
  else if (waiting.length < longestQueue) await new Promise<void>((resolve) => waiting.push(resolve));
  else throw new AppError('unavailable');
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  }
}
