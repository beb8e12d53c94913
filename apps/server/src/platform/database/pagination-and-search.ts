import { folded } from '@recoup/contract/core/folded';
import {
  type Expression,
  type RawBuilder,
  type Selectable,
  type SelectQueryBuilder,
  type Simplify,
  sql,
  type SqlBool,
} from 'kysely';
import type { Database } from './tables.generated.ts';

/** Without both numbers the list is unpaged. */
export type PageQuery = { page?: number | undefined; itemsPerPage?: number | undefined };

/** Also of an unpaged list. */
const unpagedLimit = 10_000;
const defaultItemsPerPage = 10;

type Window = { limit: number; offset: number };

/**
 * Each row carries the total as `count`, so that page and count are of one moment. A page behind
 * the last one has no row: its count takes a second query.
 */
export async function paginateWithCount<R extends { count: number | null }>(
  query: PageQuery,
  find: (window: Window) => Promise<R[]>,
): Promise<{ rows: R[]; count: number }> {
  const window = limitOffset(query);
  const rows = await find(window);
  const isBehind = rows.length === 0 && window.offset > 0;
  const [first] = isBehind ? await find({ limit: 1, offset: 0 }) : rows;
  return { rows, count: first?.count ?? 0 };
}

/** A page of a query's rows, and how many there are in all. */
export async function findPage<DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
  page: PageQuery,
): Promise<{ rows: Simplify<O>[]; count: number }> {
  const counted = query.clearSelect().clearOrderBy().select(sql<number>`count(*)`.as('count'));
  const [rows, { count }] = await Promise.all([
    paginate(query, page).execute(),
    counted.$castTo<{ count: number }>().executeTakeFirstOrThrow(),
  ]);
  return { rows, count };
}

export function paginate<DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
  page: PageQuery,
): SelectQueryBuilder<DB, TB, O> {
  const { limit, offset } = limitOffset(page);
  return offset === 0 ? query.limit(limit) : query.limit(limit).offset(offset);
}

export function limitOffset({ page, itemsPerPage }: PageQuery): Window {
  if (page === undefined && itemsPerPage === undefined) return { limit: unpagedLimit, offset: 0 };
  const limit = itemsPerPage ?? defaultItemsPerPage;
  return { limit, offset: ((page ?? 1) - 1) * limit };
}

/**
 * Folds a text for searches and for sorting by name, whatever the database's collation. `folded` of
 * the contract is the same rule (docs/decisions/0079).
 */
export function foldedText(text: Expression<unknown>): RawBuilder<string> {
  return sql<string>`(folded(${text}) collate "C")`;
}

export function contains(text: Expression<unknown>, search: string): Expression<SqlBool> {
  return sql<SqlBool>`${foldedText(text)} like ${likePattern(search)}`;
}

/** A pattern for folded texts. `%`, `_` and `\\` are ordinary characters. */
export function likePattern(search: string): string {
  return `%${folded(search).replace(/[\\%_]/g, '\\$&')}%`;
}

/**
 * A trigram index is not used below a policy, so a search reads a view with the same condition
 * (docs/decisions/0025).
 */
export function searchableTable<
  T extends 'firms' | 'firmDomains' | 'users' | 'matters' | 'entries',
>(table: T, isSearch: boolean): RawBuilder<Selectable<Database[T]>> {
  return sql`${sql.table(isSearch ? `${table}ToSearch` : table)}`;
}
