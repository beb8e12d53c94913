import { role as roles, type Role, type UserStatus } from '@recoup/contract/access';
import { type CurrentUser, initialsOf, type ListedUser, type User } from '@recoup/contract/users';
import { type Insertable, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { AllFirms, FirmScope } from '../platform/actor.ts';
import type { Db, Trx } from '../platform/db.ts';
import { contains, type PageQuery, paged } from '../platform/db-query.ts';
import type { Database } from '../platform/tables.ts';
import { callFeesOfUser, mapTypesOfUsers, toCallFee, type TypeOfUser, typesOfUser } from './attorney-types.repository.ts';

type UserFilter = { readonly role?: Role | undefined; readonly search?: string | undefined };
type UserSort = { readonly sortOrderName?: 'asc' | 'desc' | undefined; readonly sortOrderStatus?: 'asc' | 'desc' | undefined };

/** A page of people within the scope, and how many there are in all. Sorted by name unless asked otherwise. */
export async function listUsers(
  db: Db,
  scope: FirmScope | AllFirms,
  query: UserFilter & UserSort & PageQuery,
): Promise<{ data: ListedUser[]; count: number }> {
  const people = usersIn(db, scope, query);
  const sorted = query.sortOrderStatus === undefined ? people : people.orderBy('users.status', query.sortOrderStatus);
  const [rows, { count }] = await Promise.all([
    paged(
      sorted
        .orderBy(sql`lower(users.name)`, query.sortOrderName ?? 'asc')
        .orderBy('users.id')
        .select([...personColumns, 'users.firmId']),
      query,
    ).execute(),
    people.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
  ]);
  const types = await mapTypesOfUsers(
    db,
    rows.map(({ id }) => id),
  );
  return {
    data: rows.map(({ firmId, ...row }) => ({ ...person({ ...row, disbursementTypes: types.get(row.id) ?? [] }), firm: firmId })),
    count,
  };
}

/** The user behind a session; a session cannot outlive its user. */
export async function findCurrentUser(db: Db, userId: string): Promise<CurrentUser | undefined> {
  const row = await db
    .selectFrom('users')
    .leftJoin('firms', 'firms.id', 'users.firmId')
    .where('users.id', '=', userId)
    .select([...personColumns, 'users.firmId', 'firms.name as firmName', 'firms.logo as firmLogo'])
    .select((eb) => [
      typesOfUser(eb).as('disbursementTypes'),
      callFeesOfUser(eb).as('callFees'),
      jsonArrayFrom(
        eb.selectFrom('firmDomains').whereRef('firmDomains.firmId', '=', 'users.firmId').select('domain').orderBy('position'),
      ).as('domains'),
    ])
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { firmId, firmName, firmLogo, domains, callFees, ...rest } = row;
  const logo = firmLogo === null ? null : `data:image/jpeg;base64,${firmLogo.toString('base64')}`;
  const firm = firmId === null ? null : { _id: firmId, name: firmName ?? '', logo, domains: domains.map(({ domain }) => domain) };
  return { ...person(rest), callFees: callFees.map(toCallFee), firm };
}

/** One user within the scope, as a form needs it. */
export async function findUser(db: Db, scope: FirmScope | AllFirms, id: string): Promise<User | undefined> {
  let query = db.selectFrom('users').where('id', '=', id).select(['firmId', 'version']);
  if (scope.firmId !== undefined) query = query.where('firmId', '=', scope.firmId);
  const row = await query.executeTakeFirst();
  const user = row === undefined ? undefined : await findCurrentUser(db, id);
  return row === undefined || user === undefined ? undefined : { ...user, version: row.version };
}

export async function hasUsers(db: Db): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** In any firm: the database answers in a function of its own. */
export async function isEmailTaken(db: Db, email: string): Promise<boolean> {
  const { rows } = await sql<{ isTaken: boolean }>`select is_email_taken(${email}) as "isTaken"`.execute(db);
  return rows[0]?.isTaken === true;
}

/** False when the e-mail is taken. */
export async function insertUser(db: Db, user: NewUser): Promise<boolean> {
  const result = await db
    .insertInto('users')
    .values(user)
    .onConflict((conflict) => conflict.column('email').doNothing())
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** A user about to be changed; nobody else can until the transaction ends. */
export type LockedUser = {
  readonly id: string;
  readonly firmId: string | null;
  readonly role: Role;
  readonly name: string;
  readonly email: string;
  readonly cell: string;
  readonly status: UserStatus;
  readonly hasPassword: boolean;
  readonly version: number;
  readonly createdAt: Date;
};
export type NewUser = Insertable<Database['users']>;

export async function lockUser(trx: Trx, scope: FirmScope | AllFirms, id: string): Promise<LockedUser | undefined> {
  const query = lockedUsers(trx).where('id', '=', id);
  return toLocked(await (scope.firmId === undefined ? query : query.where('firmId', '=', scope.firmId)).executeTakeFirst());
}

/** Looks over all firms, because an e-mail belongs to one person alone. */
export async function lockUserByEmail(trx: Trx, email: string): Promise<LockedUser | undefined> {
  return toLocked(await lockedUsers(trx).where('email', '=', email).executeTakeFirst());
}

export async function updateUserRow(trx: Trx, id: string, fields: Pick<LockedUser, 'name' | 'email' | 'cell' | 'status'>): Promise<void> {
  await trx
    .updateTable('users')
    .set((eb) => ({ ...fields, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

/** For a change beside the row itself, so that whoever read the user before is told. */
export async function raiseVersion(trx: Trx, id: string): Promise<void> {
  await trx
    .updateTable('users')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

/** The firm's name; undefined where there is no such firm. Who adds or replaces its admin waits for whoever does so already. */
export async function lockFirm(trx: Trx, firm: FirmScope): Promise<string | undefined> {
  const row = await trx.selectFrom('firms').where('id', '=', firm.firmId).select('name').forUpdate().executeTakeFirst();
  return row?.name;
}

export async function isCurrentAdmin(db: Db, firm: FirmScope, userId: string): Promise<boolean> {
  const row = await db.selectFrom('firms').where('id', '=', firm.firmId).where('adminId', '=', userId).select('id').executeTakeFirst();
  return row !== undefined;
}

export async function listDomainsOfFirm(db: Db, firmId: string): Promise<string[]> {
  const rows = await db.selectFrom('firmDomains').where('firmId', '=', firmId).select('domain').orderBy('position').execute();
  return rows.map(({ domain }) => domain);
}

function lockedUsers(trx: Trx) {
  return trx
    .selectFrom('users')
    .select(['id', 'firmId', 'role', 'name', 'email', 'cell', 'status', 'passwordHash', 'version', 'createdAt'])
    .forUpdate();
}

type LockedRow = Omit<LockedUser, 'role' | 'status' | 'hasPassword'> & { role: number; status: number; passwordHash: string | null };

function toLocked(row: LockedRow | undefined): LockedUser | undefined {
  if (row === undefined) return undefined;
  const { passwordHash, ...rest } = row;
  // Check constraints hold both to these values.
  return { ...rest, role: row.role as Role, status: row.status as UserStatus, hasPassword: passwordHash !== null };
}

const personColumns = [
  'users.id',
  'users.name',
  'users.email',
  'users.cell',
  'users.role',
  'users.status',
  'users.passwordResetRequired',
] as const;

function usersIn(db: Db, scope: FirmScope | AllFirms, filter: UserFilter) {
  const { role, search } = filter;
  let query = db.selectFrom('users').where('users.role', '!=', roles.systemAdmin);
  if (scope.firmId !== undefined) query = query.where('users.firmId', '=', scope.firmId);
  if (role !== undefined) query = query.where('users.role', '=', role);
  if (search === undefined || search === '') return query;
  return query.where(contains(sql`lower(users.name || E'\n' || users.email || E'\n' || users.cell)`, search));
}

type PersonRow = {
  id: string;
  name: string;
  email: string;
  cell: string;
  role: number;
  status: number;
  passwordResetRequired: boolean;
  disbursementTypes: TypeOfUser[];
};

function person(row: PersonRow) {
  const { id, passwordResetRequired, role, status, ...rest } = row;
  return {
    ...rest,
    _id: id,
    role: role as Role, // a check constraint holds it to the roles
    status: status as UserStatus, // a check constraint holds it to the statuses
    pwdResetRequired: passwordResetRequired,
    initials: initialsOf(row.name),
  };
}
