import { createHash, randomBytes } from 'node:crypto';
import { accountTimes } from '@recoup/contract/account/rules';
import type { SessionKind } from '@recoup/contract/core/access';
import { type Actor, createAllFirmsScope, createFirmScope } from '../../platform/core/actor.ts';
import { hours, minutes } from '../../platform/core/clock.ts';
import { type Db, type Trx, withScope } from '../../platform/database/connections.ts';
import { voidChallenges } from '../password-reset/otp.repository.ts';
import { deleteKnownPlaces } from './known-places.repository.ts';
import {
  deleteSessions,
  findSession,
  insertSession,
  insertSessionIfUnchanged,
  touchSession,
} from './sessions.repository.ts';

const idleMs = minutes(accountTimes.idleMinutes);
/** The grant of a good OTP sets one password, soon. */
const lifetimeMs = {
  full: hours(accountTimes.absoluteHours),
  restricted: hours(accountTimes.absoluteHours),
  reset: minutes(10),
} as const;
const maxSessions = 5;
/** A session is marked as used at most once a minute: reads stay reads. */
const touchEveryMs = minutes(1);

type Opening = { userId: string; kind: SessionKind; now: Date };

/** Opens a session and returns its token, of which only the hash is kept. A sixth one ends the oldest. */
export async function createSession(db: Db, opening: Opening): Promise<string> {
  const { token, ...session } = newSession(opening);
  await insertSession(db, session);
  return token;
}

/** The same, unless the person was blocked or has another password since the one given was compared. Gives back what was counted ahead. */
export async function createSessionIfUnchanged(
  db: Db,
  opening: Opening & { passwordHash: string | null; countedKey: string },
): Promise<string | undefined> {
  const { token, ...session } = newSession(opening);
  return (await insertSessionIfUnchanged(db, { ...opening, ...session })) ? token : undefined;
}

function newSession(opening: Opening) {
  const token = newToken();
  const expiresAt = new Date(opening.now.getTime() + lifetimeMs[opening.kind]);
  return { ...opening, token, tokenHash: hashToken(token), expiresAt, most: maxSessions };
}

/** Who holds the token. Status, role and firm are read anew for each request, so that a block works at once. `db` may be `unscopedConnections`. */
export async function authenticate(db: Db, token: string, now: Date): Promise<Actor | undefined> {
  const session = await findSession(db, {
    tokenHash: hashToken(token),
    now,
    idleSince: new Date(now.getTime() - idleMs),
  });
  if (!session) return undefined;
  const { firmId, seenAt, expiresAt, ...actor } = session;
  const isTouched = now.getTime() - seenAt.getTime() > touchEveryMs;
  const scope = firmId === null ? createAllFirmsScope() : createFirmScope(firmId);
  if (isTouched) await touchSession(withScope(db, scope), { id: session.sessionId, now });
  const endsAt = new Date(
    Math.min(expiresAt.getTime(), (isTouched ? now : seenAt).getTime() + idleMs),
  );
  return { ...actor, endsAt, scope };
}

/**
 * Ends every session of a user, with reset grants, open codes and known places, in every process: each request looks its session up.
 * Belongs into the transaction that blocks, deactivates or changes the password or cell. `except` keeps one session, by its id.
 */
export async function endSessions(
  trx: Trx,
  userId: string,
  { now, except }: { now: Date; except?: string },
): Promise<void> {
  await deleteSessions(trx, userId, except);
  // A place was known for the owner of that password, cell or e-mail.
  await deleteKnownPlaces(trx, userId);
  await voidChallenges(trx, userId, now);
}

/** 256 bits, as they go to whoever will bring them back. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
