import { role } from '@recoup/contract/core/access';
import { sql } from 'kysely';
import type { AuditContext, FirmScope } from '../../platform/core/actor.ts';
import type { Db, Trx } from '../../platform/database/connections.ts';

/** Only one process fills an empty database: the lock lasts until the transaction ends. */
export async function lockFirstStart(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('first start', 0))`.execute(trx);
}

/** Whether the user is a firm admin of the firm, whatever the status. */
export async function isFirmAdmin(db: Db, firm: FirmScope, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .where('firmId', '=', firm.firmId)
    .where('id', '=', userId)
    .where('role', '=', role.attorneyAdmin)
    .select('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function hasUsers(db: Db): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** The password that an attorney of the firm was given and has not changed yet. */
export async function findInitialPassword(
  db: Db,
  firm: FirmScope,
  email: string,
): Promise<{ id: string; passwordHash: string | null } | undefined> {
  return db
    .selectFrom('users')
    .where('firmId', '=', firm.firmId)
    .where('email', '=', email)
    .where('role', '=', role.attorney)
    .where('passwordResetRequired', '=', true)
    .select(['id', 'passwordHash'])
    .executeTakeFirst();
}

/** A new initial password, or null for an invitation to choose the first one; an own password stays. */
export async function updateFirstSignIn(
  trx: Trx,
  id: string,
  made: { passwordHash: string | null; now: Date },
): Promise<void> {
  const { passwordHash, now: invitedAt } = made;
  const users = trx.updateTable('users').set({ passwordHash, invitedAt });
  await users.where('id', '=', id).where('passwordResetRequired', '=', true).execute();
}

/** The firm's name; undefined where there is no such firm. Who adds or replaces its admin waits for whoever does so already. */
export async function lockFirmName(trx: Trx, firm: FirmScope): Promise<string | undefined> {
  const row = await trx
    .selectFrom('firms')
    .where('id', '=', firm.firmId)
    .select('name')
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row?.name;
}

export async function isCurrentAdmin(db: Db, firm: FirmScope, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('firms')
    .where('id', '=', firm.firmId)
    .where('adminId', '=', userId)
    .select('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** A domain cannot be given up before the transaction ends (`lockFirmForAll` of the firms). */
export async function listDomainsOfFirm(trx: Trx, firmId: string): Promise<string[]> {
  await trx.selectFrom('firms').where('id', '=', firmId).select('id').forKeyShare().execute();
  const rows = await trx
    .selectFrom('firmDomains')
    .where('firmId', '=', firmId)
    .select('domain')
    .orderBy('position')
    .execute();
  return rows.map(({ domain }) => domain);
}

/** An inactive account of another firm gives an e-mail up whose domain belongs to this firm now; nobody could sign in with it (`0028-released-emails.sql`). */
export async function releaseEmail(
  trx: Trx,
  by: AuditContext,
  of: { email: string; firmId: string },
): Promise<void> {
  const { actor, address, requestId, now } = by;
  await sql`select release_email(${of.email}, ${of.firmId}, ${actor.userId}, ${address}, ${requestId}, ${now})`.execute(
    trx,
  );
}
