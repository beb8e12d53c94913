import {
  role as roles,
  type Role,
  userStatus,
  type UserStatus,
} from '@recoup/contract/core/access';
import type { DateForm } from '@recoup/contract/users/date-forms';
import { sql } from 'kysely';
import type { FirmScope, Scope } from '../platform/core/actor.ts';
import type { Trx, TableRow } from '../platform/database/connections.ts';

/** A user whose row the transaction has locked. */
export type LockedUser = Omit<LockedRow, 'role' | 'status' | 'dateForm' | 'passwordHash'> & {
  role: Role;
  status: UserStatus;
  dateForm: DateForm;
  hasPassword: boolean;
};

export async function lockUser(trx: Trx, scope: Scope, id: string) {
  const query = lockedUsers(trx).where('id', '=', id);
  const row = await (scope.firmId === undefined
    ? query
    : query.where('firmId', '=', scope.firmId)
  ).executeTakeFirst();
  return row && toLockedUser(row);
}

/** Searches all firms: an email belongs to one user. */
export async function lockUserByEmail(trx: Trx, email: string): Promise<LockedUser | undefined> {
  const row = await lockedUsers(trx).where('email', '=', email).executeTakeFirst();
  return row && toLockedUser(row);
}

/** This firm admin and the firm's active ones, in the order of their ids against deadlocks. */
export async function lockAdmins(trx: Trx, firm: FirmScope, adminId: string) {
  const rows = await lockedUsers(trx)
    .where('firmId', '=', firm.firmId)
    .where('role', '=', roles.attorneyAdmin)
    .where((eb) => eb.or([eb('id', '=', adminId), eb('status', '=', userStatus.active)]))
    .orderBy('id')
    .execute();
  return rows.map(toLockedUser);
}

/** The ids of the attorneys with these emails, locked in the order of their ids. */
export async function lockAttorneysByEmail(
  trx: Trx,
  firm: FirmScope,
  emails: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await lockedUsers(trx)
    .where('firmId', '=', firm.firmId)
    .where('role', '=', roles.attorney)
    .where(sql<boolean>`email = any(${emails}::text[])`)
    .orderBy('id')
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** These attorneys of the firm, or all, in the order of their ids against deadlocks. */
export async function lockAttorneys(trx: Trx, firm: FirmScope, ids?: readonly string[]) {
  const attorneys = trx
    .selectFrom('users')
    .where('firmId', '=', firm.firmId)
    .where('role', '=', roles.attorney);
  const query =
    ids === undefined ? attorneys : attorneys.where(sql<boolean>`id = any(${ids}::uuid[])`);
  await query.select('id').orderBy('id').forNoKeyUpdate().execute();
}

export async function updateUserFields(
  trx: Trx,
  id: string,
  fields: Pick<LockedUser, 'name' | 'email' | 'cell' | 'status' | 'dateForm' | 'endsOn'>,
): Promise<void> {
  await trx
    .updateTable('users')
    .set((eb) => ({ ...fields, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

/** For a change outside the row, so that a client with the old version notices it. */
export async function bumpVersion(trx: Trx, id: string): Promise<void> {
  await trx
    .updateTable('users')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

/** As `bumpVersion`, for several users of a firm. */
export async function bumpVersions(trx: Trx, firm: FirmScope, ids: readonly string[]) {
  await trx
    .updateTable('users')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('firmId', '=', firm.firmId)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute();
}

function lockedUsers(trx: Trx) {
  return trx
    .selectFrom('users')
    .select([
      'id',
      'firmId',
      'role',
      'name',
      'email',
      'cell',
      'status',
      'dateForm',
      'endsOn',
      'passwordHash',
      'passwordResetRequired',
      'invitedAt',
      'version',
      'createdAt',
    ])
    .forNoKeyUpdate();
}

type LockedRow = TableRow<'users'>;

function toLockedUser({ passwordHash, ...row }: LockedRow): LockedUser {
  return {
    ...row,
    role: row.role as Role, // a check constraint allows only the roles
    status: row.status as UserStatus, // a check constraint allows only the statuses
    dateForm: row.dateForm as DateForm, // a check constraint allows only the forms
    hasPassword: passwordHash !== null,
  };
}
