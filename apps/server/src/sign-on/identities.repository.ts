import { userStatus } from '@recoup/contract/core/access';
import { sql } from 'kysely';
import type { FirmScope } from '../platform/core/actor.ts';
import type { Db, TableRow, Trx } from '../platform/database/connections.ts';
import { insertIfNew } from '../platform/database/insert-if-new.ts';
import { isFirmRow } from '../platform/database/firm-row.ts';
import { joinByFirm } from '../platform/database/join-by-firm.ts';

/** An account of a provider with which a user signs in. */
export type IdentityRow = TableRow<'identities'>;
type Known = { issuer: string; subject: string };

export async function findIdentity(
  db: Db,
  firm: FirmScope,
  known: Known,
): Promise<IdentityRow | undefined> {
  return selectIdentity(db, firm, known).executeTakeFirst();
}

/** Keeps the account until the transaction ends; undefined for one that is being removed. */
export async function lockIdentity(
  trx: Trx,
  firm: FirmScope,
  known: Known,
): Promise<IdentityRow | undefined> {
  return selectIdentity(trx, firm, known).forKeyShare().executeTakeFirst();
}

function selectIdentity(db: Db, firm: FirmScope, { issuer, subject }: Known) {
  return db
    .selectFrom('identities')
    .selectAll()
    .where('firmId', '=', firm.firmId)
    .where('issuer', '=', issuer)
    .where('subject', '=', subject);
}

export async function getIdentityById(db: Db, firm: FirmScope, id: string) {
  return db
    .selectFrom('identities')
    .selectAll()
    .where(isFirmRow(firm, id))
    .executeTakeFirstOrThrow();
}

/** The user's accounts, the earliest first. */
export async function listIdentityRows(
  db: Db,
  firm: FirmScope,
  userId: string,
): Promise<IdentityRow[]> {
  return db
    .selectFrom('identities')
    .selectAll()
    .where('firmId', '=', firm.firmId)
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
}

/** False when another user has the account, or the user another one of the provider. */
export async function insertIdentity(
  trx: Trx,
  firm: FirmScope,
  row: Omit<IdentityRow, 'firmId' | 'usedAt'>,
): Promise<boolean> {
  return insertIfNew(
    trx
      .insertInto('identities')
      .values({ ...row, firmId: firm.firmId, usedAt: null })
      .onConflict((conflict) => conflict.doNothing()),
  );
}

export async function touchIdentity(
  trx: Trx,
  firm: FirmScope,
  { id, now }: { id: string; now: Date },
): Promise<void> {
  await trx.updateTable('identities').set({ usedAt: now }).where(isFirmRow(firm, id)).execute();
}

/** Returns false for another user's. */
export async function deleteIdentityRow(
  trx: Trx,
  firm: FirmScope,
  { id, userId }: { id: string; userId: string },
): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('identities')
    .where(isFirmRow(firm, id))
    .where('userId', '=', userId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** The user with this id in the firm's directory. */
export async function findUserByExternalId(
  db: Db,
  firm: FirmScope,
  externalId: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('signOnPeople')
    .where('firmId', '=', firm.firmId)
    .where('externalId', '=', externalId)
    .select('userId')
    .executeTakeFirst();
  return row?.userId;
}

/** The user's id in the firm's directory. */
export async function findExternalId(
  db: Db,
  firm: FirmScope,
  userId: string,
): Promise<string | null> {
  const row = await db
    .selectFrom('signOnPeople')
    .where('firmId', '=', firm.firmId)
    .where('userId', '=', userId)
    .select('externalId')
    .executeTakeFirst();
  return row?.externalId ?? null;
}

/** Until when the operator lets a password open the account; null if they never did. */
export async function findPasswordUntil(
  db: Db,
  firm: FirmScope,
  userId: string,
): Promise<Date | null> {
  const row = await db
    .selectFrom('signOnPeople')
    .where('firmId', '=', firm.firmId)
    .where('userId', '=', userId)
    .select('passwordUntil')
    .executeTakeFirst();
  return row?.passwordUntil ?? null;
}

/** The user of an invitation that nobody has used, made after `since`. */
export async function findInvitedUser(
  db: Db,
  firm: FirmScope,
  { hash, since }: { hash: Buffer; since: Date },
): Promise<{ userId: string; email: string } | undefined> {
  return db
    .selectFrom('signOnPeople')
    .innerJoin('users', (join) => joinByFirm(join, 'users.id', 'signOnPeople.userId'))
    .where('signOnPeople.firmId', '=', firm.firmId)
    .where('invitationHash', '=', hash)
    .where('users.passwordResetRequired', '=', true)
    .where('users.invitedAt', '>', since)
    .select(['userId', 'email'])
    .executeTakeFirst();
}

/** An active user of the firm. */
export async function findUserByEmail(
  db: Db,
  firm: FirmScope,
  email: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('users')
    .where('firmId', '=', firm.firmId)
    .where('email', '=', email)
    .where('status', '=', userStatus.active)
    .select('id')
    .executeTakeFirst();
  return row?.id;
}

/** Saves facts of single sign-on about a person; absent fields stay. */
export async function savePersonRow(
  trx: Trx,
  firm: FirmScope,
  {
    userId,
    ...fields
  }: Pick<TableRow<'signOnPeople'>, 'userId'> &
    Partial<Pick<TableRow<'signOnPeople'>, 'externalId' | 'invitationHash' | 'passwordUntil'>>,
): Promise<void> {
  await trx
    .insertInto('signOnPeople')
    .values({ firmId: firm.firmId, userId, ...fields })
    .onConflict((conflict) => conflict.columns(['firmId', 'userId']).doUpdateSet(fields))
    .execute();
}

/** Whether a session of the user is open, for what began in it. */
export async function isSessionOpen(
  db: Db,
  { sessionId, userId, now }: { sessionId: string; userId: string; now: Date },
): Promise<boolean> {
  const { rows } = await sql<object>`
    select from sessions s where s.id = ${sessionId} and s.user_id = ${userId}
      and s.kind = 'full' and s.expires_at > ${now}`.execute(db);
  return rows.length > 0;
}
