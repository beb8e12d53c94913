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
const lifetimeMs = {
  full: hours(accountTimes.absoluteHours),
  restricted: hours(accountTimes.absoluteHours),
  reset: minutes(10),
} as const;
const maxSessions = 5;
/** A longer interval between writes keeps most reads free of them. */
const touchIntervalMs = minutes(1);

type NewSession = { userId: string; kind: SessionKind; now: Date };

/** Returns the token; the database keeps only its hash. A sixth session ends the oldest. */
export async function createSession(db: Db, options: NewSession): Promise<string> {
  const { token, ...session } = newSession(options);
  await insertSession(db, session);
  return token;
}

/** Returns undefined if the user was blocked or changed password after the check. */
export async function createSessionIfUnchanged(
  db: Db,
  options: NewSession & { passwordHash: string | null; countedKey: string },
): Promise<string | undefined> {
  const { token, ...session } = newSession(options);
  return (await insertSessionIfUnchanged(db, { ...options, ...session })) ? token : undefined;
}

function newSession(options: NewSession) {
  const token = newToken();
  const expiresAt = new Date(options.now.getTime() + lifetimeMs[options.kind]);
  return { ...options, token, tokenHash: hashToken(token), expiresAt, max: maxSessions };
}

/** Reads status, role and firm for each request, so that a block takes effect at once. */
export async function authenticate(db: Db, token: string, now: Date): Promise<Actor | undefined> {
  const session = await findSession(db, {
    tokenHash: hashToken(token),
    now,
    idleSince: new Date(now.getTime() - idleMs),
  });
  if (!session) return undefined;
  const { firmId, seenAt, expiresAt, ...actor } = session;
  const isTouched = now.getTime() - seenAt.getTime() > touchIntervalMs;
  const scope = firmId === null ? createAllFirmsScope() : createFirmScope(firmId);
  if (isTouched) await touchSession(withScope(db, scope), { id: session.sessionId, now });
  const endsAt = new Date(
    Math.min(expiresAt.getTime(), (isTouched ? now : seenAt).getTime() + idleMs),
  );
  return { ...actor, endsAt, scope };
}

/**
 * Ends a user's sessions, reset tokens, codes and known places, except the session with the id
 * `except`. Call it in the transaction that blocks the user or changes password, cell or e-mail.
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

/** 256 random bits. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
