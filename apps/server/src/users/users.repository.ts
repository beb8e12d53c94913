import {
  userStatus,
  type Role,
  type UserStatus,
  role as roles,
} from '@recoup/contract/core/access';
import { firstSignInEnd } from '@recoup/contract/account/rules';
import type { DateForm } from '@recoup/contract/users/date-forms';
import type { CurrentUser, User } from '@recoup/contract/users/user';
import { type Insertable, sql, type SelectQueryBuilder } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Scope } from '../platform/core/actor.ts';
import { southAfricanDay } from '../platform/core/clock.ts';
import type { Db, TableRow } from '../platform/database/connections.ts';
import { insertIfNew } from '../platform/database/insert-if-new.ts';
import type { Database } from '../platform/database/tables.generated.ts';
import {
  allCallFeesOn,
  schedulesOfUser,
  toFeeSchedules,
  typesOfUser,
  type TypeOfUser,
  typesOfPeople,
} from './attorney-types.repository.ts';
import { attorneysRecordedFor } from './recording-rights.repository.ts';
import { normalizePhoneNumber } from '@recoup/contract/core/cell-numbers';
import { toE164 } from '@recoup/contract/core/phone-numbers';
import {
  foldedText,
  likePattern,
  type PageQuery,
  paginateWithCount,
  searchableTable,
} from '../platform/database/pagination-and-search.ts';
import { definePreparedQuery, type Param } from '../platform/database/prepared-statements.ts';

/** The user of a session. */
export async function findCurrentUser(
  db: Db,
  { id, now }: { id: string; now: Date },
): Promise<CurrentUser | undefined> {
  const row = await fullUsers(db)
    .select(usesCalls.as('usesCalls'))
    .where('users.id', '=', id)
    .executeTakeFirst();
  const user = toUser(row, now);
  if (!row || !user) return undefined;
  const recordsFor = user.recordsFor.filter(({ isActive }) => isActive);
  return { ...user, recordsFor, usesCalls: row.usesCalls };
}

const usesCalls = sql<boolean>`(
  exists (select from call_sources where firm_id = users.firm_id)
  or exists (select from extensions where firm_id = users.firm_id)
  or exists (select from call_records where firm_id = users.firm_id))`;

export async function findUser(
  db: Db,
  scope: Scope,
  { id, now }: { id: string; now: Date },
): Promise<User | undefined> {
  const query = fullUsers(db).where('users.id', '=', id);
  return toUser(
    await (scope.firmId === undefined
      ? query
      : query.where('users.firmId', '=', scope.firmId)
    ).executeTakeFirst(),
    now,
  );
}

/** Searches all firms. */
export async function isEmailTaken(db: Db, email: string): Promise<boolean> {
  const { rows } = await sql<{
    isTaken: boolean;
  }>`select is_email_taken(${email}) as "isTaken"`.execute(db);
  return rows[0]?.isTaken === true;
}

export type NewUser = Insertable<Database['users']>;

/** Returns false if the email is taken. */
export async function insertUser(db: Db, user: NewUser): Promise<boolean> {
  return insertIfNew(
    db
      .insertInto('users')
      .values(user)
      .onConflict((conflict) => conflict.column('email').doNothing()),
  );
}

function fullUsers(db: Db) {
  return db
    .selectFrom('users')
    .leftJoin('firms', 'firms.id', 'users.firmId')
    .select([
      ...personColumns,
      'users.firmId',
      'users.version',
      'users.dateForm',
      'users.invitedAt',
      'firms.name as firmName',
      'firms.logo as firmLogo',
    ])
    .select((eb) => [
      typesOfUser().as('disbursementTypes'),
      schedulesOfUser(eb).as('schedules'),
      attorneysRecordedFor(eb).as('recorded'),
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

type RecordedFor = { recordsFor: (User['recordsFor'][number] & { isActive: boolean })[] };
type FullUser = Omit<User, 'recordsFor'> & Omit<CurrentUser, 'recordsFor'> & RecordedFor;

function toUser(row: FullUserRow | undefined, now: Date): FullUser | undefined {
  if (!row) return undefined;
  const callFeeSchedules = toFeeSchedules(row.schedules);
  const { passwordResetRequired, invitedAt } = row;
  return {
    _id: row.id,
    name: row.name,
    email: row.email,
    cell: row.cell,
    role: row.role as Role, // a check constraint allows only the roles
    status: row.status as UserStatus, // a check constraint allows only the statuses
    pwdResetRequired: passwordResetRequired,
    initials: toInitials(row.name),
    version: row.version,
    endsOn: row.endsOn,
    recordsFor: row.recorded.map(({ _id, name, status }) => ({
      _id,
      name,
      isActive: status === userStatus.active,
    })),
    dateForm: row.dateForm as DateForm, // a check constraint allows only the forms
    firstSignInUntil: passwordResetRequired ? firstSignInEnd(invitedAt).toISOString() : null,
    disbursementTypes: row.disbursementTypes.map(({ prices, ...type }) => ({
      ...type,
      unitPrices: prices,
    })),
    callFees: allCallFeesOn(callFeeSchedules, southAfricanDay(now)),
    callFeeSchedules,
    firm: toFirm(row),
  };
}

function toFirm({ firmId, firmName, firmLogo, domains }: FullUserRow): User['firm'] {
  if (firmId === null) return null;
  const logo = firmLogo === null ? null : `data:image/jpeg;base64,${firmLogo.toString('base64')}`;
  return { _id: firmId, name: firmName ?? '', logo, domains: domains.map(({ domain }) => domain) };
}

const personColumns = [
  'users.id',
  'users.name',
  'users.email',
  'users.cell',
  'users.role',
  'users.status',
  'users.passwordResetRequired',
  'users.endsOn',
] as const;

type ListedRow = Pick<
  TableRow<'users'>,
  | 'id'
  | 'name'
  | 'email'
  | 'cell'
  | 'role'
  | 'status'
  | 'passwordResetRequired'
  | 'firmId'
  | 'endsOn'
> & { hasSecondFactor: boolean; disbursementTypes: TypeOfUser[] | null };

/** In one literal: each spread object had a hidden class of its own, 20 KB a page. */
function toListedUser(row: ListedRow) {
  return {
    _id: row.id,
    name: row.name,
    email: row.email,
    cell: row.cell,
    role: row.role as Role, // a check constraint allows only the roles
    status: row.status as UserStatus, // a check constraint allows only the statuses
    pwdResetRequired: row.passwordResetRequired,
    initials: toInitials(row.name),
    firm: row.firmId,
    endsOn: row.endsOn,
    hasSecondFactor: row.hasSecondFactor,
    disbursementTypes: row.disbursementTypes ?? [],
  };
}

/** Specification, section 2.15. */
function toInitials(name: string): string {
  const [, first = '', second = ''] = firstLetters.exec(name) ?? [];
  return (first + second).toUpperCase() || 'NA';
}

const firstLetters = /^\s*(\S)\S*(?:\s+(\S))?/u;

type UserFilter = { role?: Role | undefined; search?: string | undefined };
type UserSort = {
  sortOrderName?: 'asc' | 'desc' | undefined;
  sortOrderStatus?: 'asc' | 'desc' | undefined;
};

/** Sorted by name by default. */
export async function listUsers(db: Db, scope: Scope, query: UserFilter & UserSort & PageQuery) {
  const { role, search, sortOrderName, sortOrderStatus } = query;
  const variant = {
    isOfFirm: scope.firmId !== undefined,
    isOfRole: role !== undefined,
    isSearch: Boolean(search),
    sortOrderName,
    sortOrderStatus,
  };
  const firmId = scope.firmId ?? null;
  const pattern = search ? likePattern(searchedText(search)) : null;
  const { rows, count } = await paginateWithCount(query, ({ limit, offset }) =>
    usersPage(db, { firmId, role: role ?? null, pattern, limit, offset }, variant),
  );
  return { data: rows.map(toListedUser), count };
}

/** A cell, or a part of one, in the stored form. */
function searchedText(search: string): string {
  const cell = normalizePhoneNumber(toE164(search) ?? search);
  return /^\d+$/.test(cell) ? cell : search;
}

type UserValues = {
  firmId: string | null;
  role: Role | null;
  pattern: string | null;
  limit: number;
  offset: number;
};
type Variant = UserSort & { isOfFirm: boolean; isOfRole: boolean; isSearch: boolean };

const usersPage = definePreparedQuery((db, value: Param<UserValues>, variant: Variant) => {
  const users = filterUsers(db, value, variant);
  const page = users
    .select([...personColumns, 'users.firmId'])
    .select(
      sql<boolean>`exists (select from second_factors f
        where f.user_id = users.id and f.confirmed_at is not null)`.as('hasSecondFactor'),
    )
    // A search reads all matches anyway, so the window function counts them for free.
    .select(
      variant.isSearch
        ? sql<number>`count(*) over ()`.as('count')
        : users.select((eb) => eb.fn.countAll<number>().as('count')).as('count'),
    )
    .$call((query) => sortUsers(query, variant))
    .limit(value('limit'))
    .offset(value('offset'));
  return (
    db
      .with('users', () => page)
      // Else PostgreSQL expects one match and aggregates all types for each: 1.5 s, not 0.05 s.
      .with((name) => name('types').materialized(), typesOfPeople)
      .selectFrom('users')
      .leftJoin('types', 'types.userId', 'users.id')
      .selectAll('users')
      .select('types.disbursementTypes')
      .$call((query) => sortUsers(query, variant))
  );
});

function sortUsers<DB, TB extends keyof DB, O>(
  users: SelectQueryBuilder<DB, TB, O>,
  { sortOrderName = 'asc', sortOrderStatus }: UserSort,
): SelectQueryBuilder<DB, TB, O> {
  const byStatus =
    sortOrderStatus === undefined ? users : users.orderBy(sql`users.status`, sortOrderStatus);
  return byStatus.orderBy(foldedText(sql`users.name`), sortOrderName).orderBy(sql`users.id`);
}

function filterUsers(db: Db, value: Param<UserValues>, variant: Variant) {
  const { isOfFirm, isOfRole, isSearch } = variant;
  // Reading one firm's users takes 1 ms; the index of names finds those of all firms first: 50 ms.
  let query = db
    .selectFrom(searchableTable('users', isSearch && !isOfFirm).as('users'))
    .where('users.role', '!=', roles.systemAdmin);
  if (isOfFirm) query = query.where('users.firmId', '=', value('firmId'));
  if (isOfRole) query = query.where('users.role', '=', value('role'));
  if (isSearch)
    query = query.where(
      sql<boolean>`${foldedText(sql`users.name || E'\n' || users.email || E'\n' || users.cell`)}
        like ${value('pattern')}`,
    );
  return query;
}
