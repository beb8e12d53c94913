import type { Role, SessionKind } from '@recoup/contract/core/access';
import { newId } from '@recoup/contract/core/ids';
import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/database/connections.ts';
import { definePreparedQuery, type Param } from '../../platform/database/prepared-statements.ts';

type Session = {
  sessionId: string;
  userId: string;
  session: SessionKind;
  role: Role;
  name: string;
  email: string;
  firmId: string | null;
  seenAt: Date;
  authenticatedAt: Date;
  expiresAt: Date;
};

type SessionQuery = { tokenHash: Buffer; now: Date; idleSince: Date };

/** Searches all firms: the firm is known only after the lookup. */
export async function findSession(db: Db, query: SessionQuery): Promise<Session | undefined> {
  const [found] = await sessionsByToken(db, query, {});
  if (!found) return undefined;
  const { scope: _, ...session } = found;
  return session;
}

const sessionsByToken = definePreparedQuery((db, value: Param<SessionQuery>) => ({
  // The lookup sets the connection's firm scope (`unscopedConnections`).
  compile: () =>
    sql<Session & { scope: string }>`
      select *, set_config('recoup.firm', coalesce(firm_id::text, 'all'), false) as scope
      from find_session(${value('tokenHash')}, ${value('now')}, ${value('idleSince')})`.compile(db),
}));

type NewSession = {
  userId: string;
  kind: SessionKind;
  tokenHash: Buffer;
  now: Date;
  expiresAt: Date;
  /** The user's older sessions beyond this number are deleted. */
  max: number;
};

export async function insertSession(db: Db, session: NewSession): Promise<void> {
  const { userId, kind, tokenHash, now, expiresAt, max } = session;
  await sql`
    select insert_session(
      ${newId()}, ${userId}, ${kind}, ${tokenHash}, ${now}, ${expiresAt}, ${max})`.execute(db);
}

type CheckedSession = NewSession & { passwordHash: string | null; countedKey: string };

/**
 * Returns false if the user was blocked or changed password after the check. Refunds `countedKey`,
 * in one round trip (`0018-sign-in-at-once.sql`).
 */
export async function insertSessionIfUnchanged(db: Db, session: CheckedSession): Promise<boolean> {
  const [row] = await checkedSession(db, { id: newId(), ...session }, {});
  return row?.isOpen === true;
}

const checkedSession = definePreparedQuery((db, value: Param<CheckedSession & { id: string }>) => ({
  compile: () =>
    sql<{ isOpen: boolean }>`
      select open_session(
        ${value('id')}, ${value('userId')}, ${value('passwordHash')}, ${value('kind')},
        ${value('tokenHash')}, ${value('now')}, ${value('expiresAt')}, ${value('max')},
        ${value('countedKey')}) as "isOpen"`.compile(db),
}));

export async function touchSession(db: Db, session: { id: string; now: Date }): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ seenAt: session.now })
    .where('id', '=', session.id)
    .execute();
}

/** Returns false if the session was already deleted. */
export async function deleteSession(db: Db, sessionId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('id', '=', sessionId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** `except` is the id of a session that stays. */
export async function deleteSessions(
  trx: Trx,
  userId: string,
  except: string | undefined,
): Promise<void> {
  const all = trx.deleteFrom('sessions').where('userId', '=', userId);
  await (except === undefined ? all : all.where('id', '!=', except)).execute();
}

export async function deleteResetTokens(trx: Trx, userId: string): Promise<void> {
  await trx
    .deleteFrom('sessions')
    .where('userId', '=', userId)
    .where('kind', '=', 'reset')
    .execute();
}

/** After the user has entered the password, and need not change it first. */
export async function upgradeSession(trx: Trx, session: { id: string; now: Date }): Promise<void> {
  await trx
    .updateTable('sessions')
    .set({ kind: 'full', authenticatedAt: session.now })
    .where('id', '=', session.id)
    .execute();
}
