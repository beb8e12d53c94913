import type { Role, SessionKind } from '@recoup/contract/core/access';
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
  /** Opened with a second factor. */
  hasFactor: boolean;
  isFactorOn: boolean;
  /** The day from which the firm requires a second factor of this role. */
  factorFrom: string | null;
};

type SessionQuery = { tokenHash: Buffer; now: Date; idleSince: Date };

/** Searches all firms: the firm is known only after the lookup. */
export async function findSession(db: Db, query: SessionQuery): Promise<Session | undefined> {
  const [found] = await sessionsByToken(db, query, {});
  return found;
}

const sessionsByToken = definePreparedQuery((db, value: Param<SessionQuery>) => ({
  compile: () =>
    sql<Session>`
      select * from find_session(${value('tokenHash')}, ${value('now')},
        ${value('idleSince')})`.compile(db),
}));

type NewSession = {
  id: string;
  userId: string;
  kind: SessionKind;
  tokenHash: Buffer;
  now: Date;
  expiresAt: Date;
  /** The client's address and browser. */
  address: string | null;
  agent: string | null;
  hasFactor: boolean;
  bySignOn: boolean;
  /** The user's older sessions beyond this number are deleted. */
  max: number;
  /** Sessions that were opened later are deleted. */
  aheadAfter: Date;
};

/** In a transaction that has locked the user, unless two may open sessions at once. */
export async function insertSession(db: Db, { max, ...session }: NewSession): Promise<void> {
  // A grant to reset the password is no sign-in.
  const others = session.kind === 'reset' ? max : max - 1;
  await insertQuery(db, { ...session, others }, {});
}

type InsertedSession = Omit<NewSession, 'max'> & {
  /** The user's other sessions that stay. */
  others: number;
};

const insertQuery = definePreparedQuery((db, value: Param<InsertedSession>) => ({
  compile: () =>
    sql<object>`
      with older as (
        delete from sessions where user_id = ${value('userId')}::uuid
          and (created_at > ${value('aheadAfter')} or id in (
            select id from sessions
            where user_id = ${value('userId')}::uuid and kind <> 'reset'
              and created_at <= ${value('aheadAfter')}
            order by created_at desc, id desc offset ${value('others')}::int)))
      insert into sessions (id, user_id, kind, token_hash, created_at, seen_at, authenticated_at,
        expires_at, address, agent, has_factor, by_sign_on)
      values (${value('id')}, ${value('userId')}::uuid, ${value('kind')}, ${value('tokenHash')},
        ${value('now')}, ${value('now')}, ${value('now')}, ${value('expiresAt')},
        ${value('address')}, ${value('agent')}, ${value('hasFactor')},
        ${value('bySignOn')})`.compile(db),
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

/** `except` is the id of a session that stays. Returns how many sign-ins ended. */
export async function deleteSessions(
  trx: Trx,
  userId: string,
  { except, openAt }: { except: string | undefined; openAt: OpenAt },
): Promise<number> {
  const all = trx.deleteFrom('sessions').where('userId', '=', userId);
  const rows = await (except === undefined ? all : all.where('id', '!=', except))
    .returning(['kind', 'expiresAt', 'seenAt'])
    .execute();
  return rows.filter(
    ({ kind, expiresAt, seenAt }) =>
      kind !== 'reset' && expiresAt > openAt.now && seenAt > openAt.idleSince,
  ).length;
}

/** An open session expires after `now` and was last seen after `idleSince`. */
export type OpenAt = { now: Date; idleSince: Date };

/** The open sign-ins of a user, the latest first. */
export async function listOpenSessions(db: Db, userId: string, { now, idleSince }: OpenAt) {
  return db
    .selectFrom('sessions')
    .select(['id', 'address', 'agent', 'createdAt', 'seenAt'])
    .where('userId', '=', userId)
    .where('kind', '!=', 'reset')
    .where('expiresAt', '>', now)
    .where('seenAt', '>', idleSince)
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .execute();
}

/** A second factor was confirmed in this session. */
export async function setFactorUsed(trx: Trx, id: string): Promise<void> {
  await trx.updateTable('sessions').set({ hasFactor: true }).where('id', '=', id).execute();
}

/** Deletes the user's sessions that were opened with the password alone, but not `except`. */
export async function deleteSessionsWithoutFactor(
  trx: Trx,
  { userId, except }: { userId: string; except: string },
): Promise<void> {
  await trx
    .deleteFrom('sessions')
    .where('userId', '=', userId)
    .where('hasFactor', '=', false)
    .where('id', '!=', except)
    .execute();
}

/** Returns false for another user's session. */
export async function deleteOwnSession(trx: Trx, { id, userId }: { id: string; userId: string }) {
  const { numDeletedRows } = await trx
    .deleteFrom('sessions')
    .where('id', '=', id)
    .where('userId', '=', userId)
    .where('kind', '!=', 'reset')
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function deleteResetTokens(trx: Trx, userId: string): Promise<void> {
  await trx
    .deleteFrom('sessions')
    .where('userId', '=', userId)
    .where('kind', '=', 'reset')
    .execute();
}

/** After the user has entered the password, and need not change it first. */
export async function upgradeSession(db: Db, session: { id: string; now: Date }): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ kind: 'full', authenticatedAt: session.now })
    .where('id', '=', session.id)
    .execute();
}

/** False for a session that has ended or is another user's. */
export async function confirmSession(
  db: Db,
  { id, userId, now }: { id: string; userId: string; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('sessions')
    .set({ authenticatedAt: now })
    .where('id', '=', id)
    .where('userId', '=', userId)
    .where('kind', '=', 'full')
    .where('expiresAt', '>', now)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
