import { role as roles, type Role } from '@recoup/contract/core/access';
import { normalizePhoneNumber } from '@recoup/contract/core/cell-numbers';
import { toE164 } from '@recoup/contract/core/phone-numbers';
import type { ListedUser } from '@recoup/contract/users/user';
import { type SelectQueryBuilder, sql } from 'kysely';
import type { Scope } from '../platform/core/actor.ts';
import type { Db } from '../platform/database/connections.ts';
import {
  foldedText,
  likePattern,
  type PageQuery,
  paginateWithCount,
  searchableTable,
} from '../platform/database/pagination-and-search.ts';
import { definePreparedQuery, type Param } from '../platform/database/prepared-statements.ts';
import { typesOfPeople } from './attorney-types.repository.ts';
import { personColumns, toPersonFields } from './user-row.ts';

type UserFilter = { role?: Role | undefined; search?: string | undefined };
type UserSort = {
  sortOrderName?: 'asc' | 'desc' | undefined;
  sortOrderStatus?: 'asc' | 'desc' | undefined;
};

/** Sorted by name by default. */
export async function listUsers(
  db: Db,
  scope: Scope,
  query: UserFilter & UserSort & PageQuery,
): Promise<{ data: ListedUser[]; count: number }> {
  const { role, search, sortOrderName, sortOrderStatus } = query;
  const variant = {
    isOfFirm: scope.firmId !== undefined,
    isOfRole: role !== undefined,
    isSearch: Boolean(search),
    sortOrderName,
    sortOrderStatus,
  };
  const values = {
    firmId: scope.firmId ?? null,
    role: role ?? null,
    pattern: likePattern(searchedText(search ?? '')),
  };
  const { rows, count } = await paginateWithCount(query, (window) =>
    usersPage(db, { ...values, ...window }, variant),
  );
  return {
    data: rows.map((row) => ({
      ...toPersonFields(row),
      firm: row.firmId,
      endsOn: row.endsOn,
      hasSecondFactor: row.hasSecondFactor,
    })),
    count,
  };
}

/** A cell, or a part of one, in the form that is kept. */
function searchedText(search: string): string {
  const cell = normalizePhoneNumber(toE164(search) ?? search);
  return /^\d+$/.test(cell) ? cell : search;
}

type UserValues = {
  firmId: string | null;
  role: Role | null;
  pattern: string;
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
