import { type SessionKind, type Role, userStatus } from '@recoup/contract/access';
import type { Db } from '../platform/db.ts';

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
};

export async function findSession(db: Db, query: { tokenHash: Buffer; now: Date; idleSince: Date }): Promise<Session | undefined> {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.userId')
    .where('sessions.tokenHash', '=', query.tokenHash)
    .where('sessions.expiresAt', '>', query.now)
    .where('sessions.seenAt', '>', query.idleSince)
    .where('users.status', '=', userStatus.active)
    .select([
      'sessions.id as sessionId',
      'sessions.kind as session',
      'sessions.seenAt',
      'sessions.authenticatedAt',
      'users.id as userId',
      'users.role',
      'users.name',
      'users.email',
      'users.firmId',
    ])
    .executeTakeFirst();
  // Check constraints hold both to these values.
  return row === undefined ? undefined : { ...row, session: row.session as SessionKind, role: row.role as Role };
}

export async function insertSession(
  db: Db,
  session: { id: string; userId: string; kind: SessionKind; tokenHash: Buffer; now: Date; expiresAt: Date },
): Promise<void> {
  const { now, ...row } = session;
  await db
    .insertInto('sessions')
    .values({ ...row, createdAt: now, seenAt: now, authenticatedAt: now })
    .execute();
}

export async function touchSession(db: Db, session: { id: string; now: Date }): Promise<void> {
  await db.updateTable('sessions').set({ seenAt: session.now }).where('id', '=', session.id).execute();
}

export async function deleteSession(db: Db, sessionId: string): Promise<void> {
  await db.deleteFrom('sessions').where('id', '=', sessionId).execute();
}

/** What sign-in needs to know of an e-mail address, whatever the status. */
export async function findCredentials(
  db: Db,
  email: string,
): Promise<{ userId: string; passwordHash: string | null; isActive: boolean; mustChangePassword: boolean } | undefined> {
  const user = await db
    .selectFrom('users')
    .where('email', '=', email)
    .select(['id', 'passwordHash', 'status', 'passwordResetRequired'])
    .executeTakeFirst();
  if (user === undefined) return undefined;
  const { id: userId, passwordHash, status, passwordResetRequired: mustChangePassword } = user;
  return { userId, passwordHash, isActive: status === userStatus.active, mustChangePassword };
}
