import { role, type Role, type SessionKind, userStatus } from '@recoup/contract/core/access';
import { newId } from '@recoup/contract/core/ids';
import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/database/connections.ts';
import { definePreparedQuery, type Param } from '../../platform/database/prepared-statements.ts';
import { placeLifetimeMs } from './known-places.repository.ts';

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

/** Whoever holds the token, in any firm: the database is asked in a function of its own, as the firm is not known before. */
export async function findSession(db: Db, query: SessionQuery): Promise<Session | undefined> {
  const [found] = await sessionsByToken(db, query, {});
  if (!found) return undefined;
  const { scope: _, ...session } = found;
  return session;
}

const sessionsByToken = definePreparedQuery((db, value: Param<SessionQuery>) => ({
  // The connection is in the scope of the person from now on (`unscopedConnections`).
  compile: () =>
    sql<
      Session & { scope: string }
    >`select *, set_config('recoup.firm', coalesce(firm_id::text, 'all'), false) as scope
      from find_session(${value('tokenHash')}, ${value('now')}, ${value('idleSince')})`.compile(db),
}));

type NewSession = {
  userId: string;
  kind: SessionKind;
  tokenHash: Buffer;
  now: Date;
  expiresAt: Date;
  most: number;
};

/** Beside the latest sign-ins of the user, so that there are `most` of them. */
export async function insertSession(db: Db, session: NewSession): Promise<void> {
  const { userId, kind, tokenHash, now, expiresAt, most } = session;
  await sql`select insert_session(${newId()}, ${userId}, ${kind}, ${tokenHash}, ${now}, ${expiresAt}, ${most})`.execute(
    db,
  );
}

type CheckedSession = NewSession & { passwordHash: string | null; countedKey: string };

/**
 * The session of somebody whose password was right, unless a block or another password came in between: false then. Gives back what was
 * counted ahead. One round trip (`0018-sign-in-at-once.sql`).
 */
export async function insertSessionIfUnchanged(db: Db, session: CheckedSession): Promise<boolean> {
  const [row] = await checkedSession(db, { id: newId(), ...session }, {});
  return row?.isOpen === true;
}

const checkedSession = definePreparedQuery((db, value: Param<CheckedSession & { id: string }>) => ({
  compile: () =>
    sql<{
      isOpen: boolean;
    }>`select open_session(${value('id')}, ${value('userId')}, ${value('passwordHash')}, ${value('kind')},
      ${value('tokenHash')}, ${value('now')}, ${value('expiresAt')}, ${value('most')}, ${value('countedKey')}) as "isOpen"`.compile(
      db,
    ),
}));

export async function touchSession(db: Db, session: { id: string; now: Date }): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ seenAt: session.now })
    .where('id', '=', session.id)
    .execute();
}

/** False when it was gone already. */
export async function deleteSession(db: Db, sessionId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('id', '=', sessionId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** `except` keeps one session, by its id. */
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

/** A session whose password was just given, and need not be changed first. */
export async function upgradeSession(trx: Trx, session: { id: string; now: Date }): Promise<void> {
  await trx
    .updateTable('sessions')
    .set({ kind: 'full', authenticatedAt: session.now })
    .where('id', '=', session.id)
    .execute();
}

export type Account = {
  userId: string;
  firmId: string | null;
  firmName: string | undefined;
  name: string;
  email: string;
  cell: string;
  passwordHash: string | null;
  /** Whether the user may sign in: the status is Active, the email's domain belongs to the own firm, and a firm admin is the firm's. */
  isActive: boolean;
  hasOwnDomain: boolean;
  mustChangePassword: boolean;
  /** When the initial password or the invitation was made. */
  invitedAt: Date;
};

/** What the account room needs to know of a user, whatever the status. */
export async function findAccount(
  db: Db,
  by: { email: string } | { userId: string },
): Promise<Account | undefined> {
  return toAccount(await queryAccounts(db, by, { isHeld: false }));
}

/** As `findAccount`; the user's cell and status stay as they are until the transaction ends. */
export async function lockAccount(trx: Trx, by: { email: string }): Promise<Account | undefined> {
  return toAccount(await queryAccounts(trx, by, { isHeld: true }));
}

async function queryAccounts(
  db: Db,
  by: { email: string } | { userId: string },
  { isHeld }: { isHeld: boolean },
) {
  const isByEmail = 'email' in by;
  return accountQuery(db, { sought: isByEmail ? by.email : by.userId }, { isByEmail, isHeld });
}

function toAccount([row]: Awaited<ReturnType<typeof accountQuery>>): Account | undefined {
  if (!row) return undefined;
  const { status, firmName, isNamed, ...person } = row;
  const isActive = status === userStatus.active && person.hasOwnDomain && isNamed;
  return { ...person, firmName: firmName ?? undefined, isActive };
}

/** An e-mail's domain decides the firm. As in `find_session` and `open_session`; the system administrator has no firm. */
const hasOwnDomain = sql<boolean>`(users.firm_id is null or exists (
  select from firm_domains d where d.domain = split_part(users.email, '@', 2) and d.firm_id = users.firm_id))`;

/**
 * A firm has one admin. Registering one and naming one (`PUT /firms/{id}`) are two calls that follow each other: a person who was not
 * named within an hour cannot sign in (docs/decisions/0014).
 */
const isNamedAdmin = sql<boolean>`(users.role <> ${sql.lit(role.attorneyAdmin)} or users.invited_at > now() - interval '1 hour' or exists (
  select from firms f where f.id = users.firm_id and coalesce(f.admin_id, users.id) = users.id))`;

const accountQuery = definePreparedQuery(
  (
    db,
    value: Param<{ sought: string }>,
    { isByEmail, isHeld }: { isByEmail: boolean; isHeld: boolean },
  ) =>
    db
      .selectFrom('users')
      .leftJoin('firms', 'firms.id', 'users.firmId')
      .where(isByEmail ? 'users.email' : 'users.id', '=', value('sought'))
      .select([
        'users.id as userId',
        'users.firmId',
        'firms.name as firmName',
        'users.name',
        'users.email',
        'users.cell',
      ])
      .select([
        'users.passwordHash',
        'users.status',
        'users.passwordResetRequired as mustChangePassword',
        'users.invitedAt',
      ])
      .select([hasOwnDomain.as('hasOwnDomain'), isNamedAdmin.as('isNamed')])
      .$if(isHeld, (query) => query.forShare('users')),
);

/** Holds the user while a session or a new password is decided; undefined unless active, with the password that was checked. */
export async function lockActiveUser(
  trx: Trx,
  userId: string,
  passwordHash?: string | null,
): Promise<{ userId: string } | undefined> {
  const users = trx
    .selectFrom('users')
    .where('id', '=', userId)
    .where('status', '=', userStatus.active)
    .where(hasOwnDomain)
    .where(isNamedAdmin);
  const held =
    passwordHash === undefined
      ? users
      : users.where('passwordHash', 'is not distinct from', passwordHash);
  return held.select('id as userId').forNoKeyUpdate().executeTakeFirst();
}

export async function updatePassword(
  trx: Trx,
  userId: string,
  passwordHash: string,
): Promise<void> {
  await trx
    .updateTable('users')
    .set({ passwordHash, passwordResetRequired: false })
    .where('id', '=', userId)
    .execute();
}

export async function updateInitialPassword(
  trx: Trx,
  userId: string,
  made: { passwordHash: string; now: Date },
): Promise<void> {
  const { passwordHash, now: invitedAt } = made;
  await trx
    .updateTable('users')
    .set({ passwordHash, invitedAt, passwordResetRequired: true })
    .where('id', '=', userId)
    .execute();
}

/** A form that somebody else has open with the old number must notice. */
export async function updateCell(trx: Trx, userId: string, cell: string): Promise<void> {
  await trx
    .updateTable('users')
    .set((eb) => ({ cell, version: eb('version', '+', 1) }))
    .where('id', '=', userId)
    .execute();
}

/** Returns the status before; undefined when it is not `from`, or nobody is there. */
export async function updateStatus(
  trx: Trx,
  change: { userId: string; from: number | undefined; to: number },
): Promise<number | undefined> {
  const users = trx.selectFrom('users').where('id', '=', change.userId);
  const held = change.from === undefined ? users : users.where('status', '=', change.from);
  const before = await held.select('status').forNoKeyUpdate().executeTakeFirst();
  if (!before) return undefined;
  await trx
    .updateTable('users')
    .set((eb) => ({ status: change.to, version: eb('version', '+', 1) }))
    .where('id', '=', change.userId)
    .execute();
  return before.status;
}

/** Clears away what has run out; an hour later, so that no clock's difference matters. */
export async function deleteExpired(db: Db, now: Date): Promise<void> {
  const past = new Date(now.getTime() - 3_600_000);
  await db.deleteFrom('sessions').where('expiresAt', '<', past).execute();
  await db.deleteFrom('otpChallenges').where('expiresAt', '<', past).execute();
  await db
    .deleteFrom('knownPlaces')
    .where('seenAt', '<', new Date(now.getTime() - placeLifetimeMs))
    .execute();
  await db
    .deleteFrom('limits')
    .where('expiresAt', '<', past)
    .where((eb) => eb.or([eb('blockedUntil', 'is', null), eb('blockedUntil', '<', past)]))
    .execute();
}
