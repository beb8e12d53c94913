import {
  role as roles,
  type Role,
  userStatus,
  type UserStatus,
} from '@recoup/contract/core/access';
import { firstSignInEnd } from '@recoup/contract/account/rules';
import {
  type CurrentUser,
  initialsOf,
  type ListedUser,
  type User,
} from '@recoup/contract/users/user';
import { type Insertable, type SelectQueryBuilder, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { AllFirmsScope, FirmScope } from '../platform/core/actor.ts';
import type { Db, Trx } from '../platform/database/connections.ts';
import { definePreparedQuery, type Param } from '../platform/database/prepared-statements.ts';
import {
  paginateWithCount,
  type PageQuery,
  likePattern,
  searchableTable,
} from '../platform/database/pagination-and-search.ts';
import type { Database } from '../platform/database/tables.generated.ts';
import {
  callFeesOfUser,
  toCallFee,
  type TypeOfUser,
  typesOfPeople,
  typesOfUser,
} from './attorney-types.repository.ts';

type UserFilter = { role?: Role | undefined; search?: string | undefined };
type UserSort = {
  sortOrderName?: 'asc' | 'desc' | undefined;
  sortOrderStatus?: 'asc' | 'desc' | undefined;
};

/** A page of people within the scope, and how many there are in all. Sorted by name unless asked otherwise. */
export async function listUsers(
  db: Db,
  scope: FirmScope | AllFirmsScope,
  query: UserFilter & UserSort & PageQuery,
): Promise<{ data: ListedUser[]; count: number }> {
  const { role, search, sortOrderName, sortOrderStatus } = query;
  const shape = {
    isOfFirm: scope.firmId !== undefined,
    isOfRole: role !== undefined,
    isSearch: Boolean(search),
    sortOrderName,
    sortOrderStatus,
  };
  const values = {
    firmId: scope.firmId ?? null,
    role: role ?? null,
    pattern: likePattern(search ?? ''),
  };
  const { rows, count } = await paginateWithCount(query, (window) =>
    usersPage(db, { ...values, ...window }, shape),
  );
  return {
    data: rows.map((row) => ({ ...toPersonFields(row), firm: row.firmId })),
    count,
  };
}

/** The user behind a session; a session cannot outlive its user. */
export async function findCurrentUser(db: Db, userId: string): Promise<CurrentUser | undefined> {
  return toUser(await fullUsers(db).where('users.id', '=', userId).executeTakeFirst());
}

/** One user within the scope, as a form needs it. */
export async function findUser(
  db: Db,
  scope: FirmScope | AllFirmsScope,
  id: string,
): Promise<User | undefined> {
  const query = fullUsers(db).where('users.id', '=', id);
  return toUser(
    await (scope.firmId === undefined
      ? query
      : query.where('users.firmId', '=', scope.firmId)
    ).executeTakeFirst(),
  );
}

/** In any firm: the database answers in a function of its own. */
export async function isEmailTaken(db: Db, email: string): Promise<boolean> {
  const { rows } = await sql<{
    isTaken: boolean;
  }>`select is_email_taken(${email}) as "isTaken"`.execute(db);
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
  id: string;
  firmId: string | null;
  role: Role;
  name: string;
  email: string;
  cell: string;
  status: UserStatus;
  hasPassword: boolean;
  passwordResetRequired: boolean;
  /** When the initial password or the invitation was made. */
  invitedAt: Date;
  version: number;
  createdAt: Date;
};
export type NewUser = Insertable<Database['users']>;

export async function lockUser(
  trx: Trx,
  scope: FirmScope | AllFirmsScope,
  id: string,
): Promise<LockedUser | undefined> {
  const query = lockedUsers(trx).where('id', '=', id);
  const row = await (scope.firmId === undefined
    ? query
    : query.where('firmId', '=', scope.firmId)
  ).executeTakeFirst();
  return row && toLockedUser(row);
}

/** Looks over all firms, because an e-mail belongs to one person alone. */
export async function lockUserByEmail(trx: Trx, email: string): Promise<LockedUser | undefined> {
  const row = await lockedUsers(trx).where('email', '=', email).executeTakeFirst();
  return row && toLockedUser(row);
}

/** The active firm admins of the firm but one; in the order of their ids, so that two transactions cannot deadlock. */
export async function lockOtherAdmins(
  trx: Trx,
  firm: FirmScope,
  adminId: string,
): Promise<LockedUser[]> {
  const admins = lockedUsers(trx)
    .where('firmId', '=', firm.firmId)
    .where('role', '=', roles.attorneyAdmin)
    .where('id', '<>', adminId);
  return (await admins.where('status', '=', userStatus.active).orderBy('id').execute()).map(
    toLockedUser,
  );
}

export async function updateUserRow(
  trx: Trx,
  id: string,
  fields: Pick<LockedUser, 'name' | 'email' | 'cell' | 'status'>,
): Promise<void> {
  await trx
    .updateTable('users')
    .set((eb) => ({ ...fields, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

/** For a change beside the row itself, so that whoever read the user before is told. */
export async function bumpVersion(trx: Trx, id: string): Promise<void> {
  await trx
    .updateTable('users')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', id)
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
      'passwordHash',
      'passwordResetRequired',
      'invitedAt',
      'version',
      'createdAt',
    ])
    .forNoKeyUpdate();
}

type LockedRow = Omit<LockedUser, 'role' | 'status' | 'hasPassword'> & {
  role: number;
  status: number;
  passwordHash: string | null;
};

function toLockedUser(row: LockedRow): LockedUser {
  const { passwordHash, ...rest } = row;
  // Check constraints hold both to these values.
  return {
    ...rest,
    role: row.role as Role,
    status: row.status as UserStatus,
    hasPassword: passwordHash !== null,
  };
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

function fullUsers(db: Db) {
  return db
    .selectFrom('users')
    .leftJoin('firms', 'firms.id', 'users.firmId')
    .select([
      ...personColumns,
      'users.firmId',
      'users.version',
      'users.invitedAt',
      'firms.name as firmName',
      'firms.logo as firmLogo',
    ])
    .select((eb) => [
      typesOfUser().as('disbursementTypes'),
      callFeesOfUser(eb).as('callFees'),
      jsonArrayFrom(
        eb
          .selectFrom('firmDomains')
          .whereRef('firmDomains.firmId', '=', 'users.firmId')
          .select('domain')
          .orderBy('position'),
      ).as('domains'),
    ]);
}

type FullUserRow = Awaited<ReturnType<ReturnType<typeof fullUsers>['execute']>>[number];

function toUser(row: FullUserRow | undefined): User | undefined {
  if (!row) return undefined;
  const { firmId, firmName, firmLogo, domains, callFees } = row;
  const logo = firmLogo === null ? null : `data:image/jpeg;base64,${firmLogo.toString('base64')}`;
  const firm =
    firmId === null
      ? null
      : { _id: firmId, name: firmName ?? '', logo, domains: domains.map(({ domain }) => domain) };
  const firstSignInUntil = row.passwordResetRequired
    ? firstSignInEnd(row.invitedAt).toISOString()
    : null;
  return {
    ...toPersonFields(row),
    version: row.version,
    firstSignInUntil,
    callFees: callFees.map(toCallFee),
    firm,
  };
}

type UserValues = {
  firmId: string | null;
  role: Role | null;
  pattern: string;
  limit: number;
  offset: number;
};
type UserShape = UserSort & { isOfFirm: boolean; isOfRole: boolean; isSearch: boolean };

const usersPage = definePreparedQuery((db, value: Param<UserValues>, shape: UserShape) => {
  const people = filterUsers(db, value, shape);
  const page = people
    .select([...personColumns, 'users.firmId'])
    // A search has to find all of them anyway.
    .select(
      shape.isSearch
        ? sql<number>`count(*) over ()`.as('count')
        : people.select((eb) => eb.fn.countAll<number>().as('count')).as('count'),
    )
    .$call((query) => sortUsers(query, shape))
    .limit(value('limit'))
    .offset(value('offset'));
  return (
    db
      .with('users', () => page)
      // PostgreSQL takes a search to find one person and would put the types of all together again for each: 1.5 s for 500, and 0.05 so.
      .with((name) => name('types').materialized(), typesOfPeople)
      .selectFrom('users')
      .leftJoin('types', 'types.userId', 'users.id')
      .selectAll('users')
      .select('types.disbursementTypes')
      .$call((query) => sortUsers(query, shape))
  );
});

function sortUsers<DB, TB extends keyof DB, O>(
  people: SelectQueryBuilder<DB, TB, O>,
  by: UserSort,
): SelectQueryBuilder<DB, TB, O> {
  const { sortOrderName = 'asc', sortOrderStatus } = by;
  const byStatus =
    sortOrderStatus === undefined ? people : people.orderBy(sql`users.status`, sortOrderStatus);
  return byStatus.orderBy(sql`lower(users.name)`, sortOrderName).orderBy(sql`users.id`);
}

function filterUsers(
  db: Db,
  value: Param<UserValues>,
  { isOfFirm, isOfRole, isSearch }: UserShape,
) {
  // Within a firm its own people are read, a millisecond for 500: an index of all names first finds those of every firm, 50 ms for a million.
  let query = db
    .selectFrom(searchableTable('users', isSearch && !isOfFirm).as('users'))
    .where('users.role', '!=', roles.systemAdmin);
  if (isOfFirm) query = query.where('users.firmId', '=', value('firmId'));
  if (isOfRole) query = query.where('users.role', '=', value('role'));
  if (isSearch)
    query = query.where(
      sql<boolean>`lower(users.name || E'\n' || users.email || E'\n' || users.cell) like ${value('pattern')}`,
    );
  return query;
}

type PersonRow = {
  id: string;
  name: string;
  email: string;
  cell: string;
  role: number;
  status: number;
  passwordResetRequired: boolean;
  disbursementTypes: TypeOfUser[] | null;
};

/** Field by field: to take a row apart and spread what is left cost more than all else that a list does with it. */
function toPersonFields(row: PersonRow) {
  return {
    _id: row.id,
    name: row.name,
    email: row.email,
    cell: row.cell,
    role: row.role as Role, // a check constraint holds it to the roles
    status: row.status as UserStatus, // a check constraint holds it to the statuses
    pwdResetRequired: row.passwordResetRequired,
    initials: initialsOf(row.name),
    disbursementTypes: row.disbursementTypes ?? [],
  };
}
