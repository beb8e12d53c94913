import { role } from '@recoup/contract/core/access';
import { emailDomain } from '@recoup/contract/core/email-field';
import { sql } from 'kysely';
import type { AuditContext, FirmScope } from '../../platform/core/actor.ts';
import { minutes } from '../../platform/core/clock.ts';
import { lockName } from '../../platform/database/advisory-lock.ts';
import type { Db, Trx } from '../../platform/database/connections.ts';

/** A double click sends no second mail. */
export const minMailIntervalMs = minutes(1);

/** Lets one process fill an empty database; held until the transaction ends. */
export async function lockFirstStart(trx: Trx): Promise<void> {
  await lockName(trx, 'first start');
}

export async function hasUsers(db: Db): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** For attorneys and auditors; undefined once the user has chosen a password. */
export async function findInitialPassword(db: Db, firm: FirmScope, email: string) {
  return db
    .selectFrom('users')
    .where('firmId', '=', firm.firmId)
    .where('email', '=', email)
    .where('role', 'in', [role.attorney, role.auditor])
    .where('passwordResetRequired', '=', true)
    .select(['id', 'passwordHash'])
    .executeTakeFirst();
}

/** `passwordHash` is null for an invitation. A password that the user has chosen stays. */
export async function updateFirstSignIn(
  trx: Trx,
  id: string,
  initial: { passwordHash: string | null; now: Date },
): Promise<void> {
  const { passwordHash, now: invitedAt } = initial;
  await trx
    .updateTable('users')
    .set({ passwordHash, invitedAt, passwordResetRequired: true })
    .where('id', '=', id)
    .where((is) => is.or([is('passwordResetRequired', '=', true), is('passwordHash', 'is', null)]))
    .execute();
}

/** Before a next first sign-in, whose invitation is no repeat of the last one. */
export async function endPassword(trx: Trx, id: string, now: Date): Promise<void> {
  const noRepeat = new Date(now.getTime() - minMailIntervalMs);
  await trx
    .updateTable('users')
    .set({ passwordHash: null, passwordResetRequired: true })
    .set({ invitedAt: sql<Date>`least(invited_at, ${noRepeat})` })
    .where('id', '=', id)
    .execute();
}

export async function findFirmName(db: Db, firm: FirmScope): Promise<string | undefined> {
  const row = await db
    .selectFrom('firms')
    .where('id', '=', firm.firmId)
    .select('name')
    .executeTakeFirst();
  return row?.name;
}

/** Serializes registrations of the firm's admin. Undefined if the firm does not exist. */
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

/** The lock keeps the domains until the transaction ends (see `lockFirmExclusively`). */
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

/** Whether the email's domain is one of another firm. */
export async function isDomainOfOtherFirm(db: Db, firmId: string, email: string): Promise<boolean> {
  const { rows } = await sql<{ isTaken: boolean }>`
    select is_domain_of_other_firm(${emailDomain(email)}, ${firmId}) as "isTaken"`.execute(db);
  return rows[0]?.isTaken === true;
}

/**
 * Takes the email from an inactive account or an auditor of another firm, once its domain is of
 * this firm (`0028-released-emails.sql`, `0058-delegates-and-auditors.sql`).
 */
export async function releaseEmail(
  trx: Trx,
  by: AuditContext,
  { email, firmId }: { email: string; firmId: string },
): Promise<void> {
  const { actor, address, requestId, now } = by;
  await sql`
    select release_email(
      ${email}, ${firmId}, ${actor.userId}, ${address}, ${requestId}, ${now})`.execute(trx);
}
