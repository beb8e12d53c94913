import { createHash, randomBytes } from 'node:crypto';
import { accountTimes } from '@recoup/contract/account/rules';
import type { SessionKind } from '@recoup/contract/core/access';
import { newId } from '@recoup/contract/core/ids';
import { type Actor, createAllFirmsScope, createFirmScope } from '../../platform/core/actor.ts';
import { hours, minutes, southAfricanDay } from '../../platform/core/clock.ts';
import { type Db, type Trx, withScope } from '../../platform/database/connections.ts';
import { isReadOnly } from '../../platform/database/error-codes.ts';
import { voidChallenges } from '../password-reset/otp.repository.ts';
import { deleteLogonChallenges } from '../sign-in/logon-challenges.repository.ts';
import { deleteKnownPlaces } from './known-places.repository.ts';
import {
  deleteSessions,
  deleteSessionsWithoutFactor,
  findSession,
  insertSession,
  type OpenAt,
  setFactorUsed,
  touchSession,
} from './sessions.repository.ts';

const idleMs = minutes(accountTimes.idleMinutes);
const lifetimeMs = {
  full: hours(accountTimes.absoluteHours),
  restricted: hours(accountTimes.absoluteHours),
  reset: minutes(10),
} as const;
/** A session that lies further ahead was opened by a clock that was wrong. */
const aheadMs = hours(1);
const maxSessions = 5;
/** A longer interval between writes keeps most reads free of them. */
const touchIntervalMs = minutes(1);

type NewSession = {
  /** A new one by default. */
  id?: string;
  userId: string;
  kind: SessionKind;
  now: Date;
  /** The client that opens the session. */
  client?: { address: string; agent?: string | undefined };
  /** The sign-in was completed with a second factor. */
  hasFactor?: boolean;
  /** Opened by single sign-on. */
  bySignOn?: boolean;
};

/** Returns the token; the database keeps only its hash. A sixth session ends the oldest. */
export async function createSession(db: Db, options: NewSession): Promise<string> {
  const { client, hasFactor = false, bySignOn = false, id = newId(), ...of } = options;
  const token = newToken();
  await insertSession(db, {
    ...of,
    id,
    hasFactor,
    bySignOn,
    tokenHash: hashToken(token),
    expiresAt: new Date(of.now.getTime() + lifetimeMs[of.kind]),
    address: client?.address ?? null,
    agent: client?.agent ?? null,
    max: maxSessions,
    aheadAfter: new Date(of.now.getTime() + aheadMs),
  });
  return token;
}

type Authentication = {
  now: Date;
  /** The request does not count as use of the session. */
  isPolled?: boolean | undefined;
  systemAdminFactorFrom: string | undefined;
};

/**
 * Reads status, role, firm and policy for each request, so that a block takes effect at once.
 * `systemAdminFactorFrom` is the day from which system admins must have a second factor.
 */
export async function authenticate(
  db: Db,
  token: string,
  { now, isPolled = false, systemAdminFactorFrom }: Authentication,
): Promise<Actor | undefined> {
  const { idleSince } = openAt(now);
  const session = await findSession(db, { tokenHash: hashToken(token), now, idleSince });
  if (!session || isAhead(session.expiresAt, now)) return undefined;
  const { firmId, seenAt, expiresAt, hasFactor, isFactorOn, factorFrom } = session;
  const requiredFrom = firmId === null ? (systemAdminFactorFrom ?? null) : factorFrom;
  const { owesFactor, secondFactor } = owedFactor({ requiredFrom, hasFactor, isFactorOn, now });
  const scope = firmId === null ? createAllFirmsScope() : createFirmScope(firmId);
  const isTouched =
    !isPolled &&
    now.getTime() - seenAt.getTime() > touchIntervalMs &&
    (await doneIfWritable(touchSession(withScope(db, scope), { id: session.sessionId, now })));
  const endsAt = new Date(
    Math.min(expiresAt.getTime(), (isTouched ? now : seenAt).getTime() + idleMs),
  );
  // In one literal, because rest and spread made a hidden class for each request.
  return {
    userId: session.userId,
    sessionId: session.sessionId,
    session: session.session,
    role: session.role,
    name: session.name,
    email: session.email,
    authenticatedAt: session.authenticatedAt,
    endsAt,
    scope,
    owesFactor,
    secondFactor,
  };
}

/** Otherwise a clock that was a month ahead would give a session a month. */
function isAhead(expiresAt: Date, now: Date): boolean {
  return expiresAt.getTime() - now.getTime() > lifetimeMs.full + aheadMs;
}

type FactorState = {
  requiredFrom: string | null;
  isFactorOn: boolean;
  /** The session was opened with it. */
  hasFactor: boolean;
  now: Date;
};

/** Whether today's policy requires a second factor, and whether the user still owes it. */
export function owedFactor({
  requiredFrom,
  isFactorOn,
  hasFactor,
  now,
}: FactorState): Pick<Actor, 'owesFactor' | 'secondFactor'> {
  const isRequired = requiredFrom !== null && requiredFrom <= southAfricanDay(now);
  return {
    owesFactor: isRequired && !isFactorOn,
    secondFactor: { isOn: isFactorOn, isUsed: hasFactor, requiredFrom, isRequired },
  };
}

/** Whether it was written: a database that only reads does not stop a read. */
export async function doneIfWritable(write: Promise<void>): Promise<boolean> {
  try {
    await write;
    return true;
  } catch (error) {
    if (isReadOnly(error)) return false;
    throw error;
  }
}

/** Which sessions are open at this time. */
export function openAt(now: Date): OpenAt {
  return { now, idleSince: new Date(now.getTime() - idleMs) };
}

/**
 * Ends a user's sessions, reset tokens, codes and known places, except the session with the id
 * `except`. Call it in the transaction that blocks the user or changes password, cell or email.
 * Returns how many open sign-ins ended.
 */
export async function endSessions(
  trx: Trx,
  userId: string,
  { now, except }: { now: Date; except?: string },
): Promise<number> {
  const ended = await deleteSessions(trx, userId, { except, openAt: openAt(now) });
  // A place was known for the owner of that password, cell or email.
  await deleteKnownPlaces(trx, userId);
  await voidChallenges(trx, userId, now);
  await deleteLogonChallenges(trx, userId);
  return ended;
}

/**
 * The user proved a second factor in this session. Those that were opened with the password alone
 * end: one who knows only that would keep what the factor protects, and could remove it.
 */
export async function markFactorUsed(trx: Trx, session: { userId: string; sessionId: string }) {
  await setFactorUsed(trx, session.sessionId);
  await deleteSessionsWithoutFactor(trx, { userId: session.userId, except: session.sessionId });
}

/** 256 random bits. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
