import { createHash, randomBytes } from 'node:crypto';
import type { SessionKind } from '@recoup/contract/access';
import { newId } from '@recoup/contract/ids';
import { type Actor, mintAllFirms, mintFirmScope } from '../platform/actor.ts';
import { hours, minutes } from '../platform/clock.ts';
import type { Db } from '../platform/db.ts';
import { findSession, insertSession, touchSession } from './account.repository.ts';

/** product.md, "People and accounts": 256-bit opaque tokens, idle 30 minutes, absolute 8 hours. */
export const sessionLimits = { idleMs: minutes(30), absoluteMs: hours(8) } as const;
/** A session is marked as used at most once a minute: reads stay reads. */
const touchEveryMs = minutes(1);

/** Opens a session and returns its token, of which only the hash is kept. */
export async function openSession(db: Db, session: { userId: string; kind: SessionKind; now: Date }): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(session.now.getTime() + sessionLimits.absoluteMs);
  await insertSession(db, { id: newId(), tokenHash: hashToken(token), expiresAt, ...session });
  return token;
}

/** Who holds the token. Status, role and firm are read anew for each request, so that a block works at once. */
export async function authenticate(db: Db, token: string, now: Date): Promise<Actor | undefined> {
  const session = await findSession(db, { tokenHash: hashToken(token), now, idleSince: new Date(now.getTime() - sessionLimits.idleMs) });
  if (session === undefined) return undefined;
  if (now.getTime() - session.seenAt.getTime() > touchEveryMs) await touchSession(db, { id: session.sessionId, now });
  const { firmId, seenAt: _, ...actor } = session;
  return { ...actor, scope: firmId === null ? mintAllFirms() : mintFirmScope(firmId) };
}

export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
