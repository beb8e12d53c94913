import {
  type Expression,
  type RawBuilder,
  type Selectable,
  type SelectQueryBuilder,
  sql,
  type SqlBool,
} from 'kysely';
import type { Database } from './tables.generated.ts';

/** What a list call gives; with neither number the list is unpaged. */
export type PageQuery = { page?: number | undefined; itemsPerPage?: number | undefined };

/** An unpaged list still has an end; nobody chooses among more. */
const unpagedLimit = 10_000;
const defaultItemsPerPage = 10;

type Window = { limit: number; offset: number };

/**
 * A page and how many there are in all, which each row tells as `count`, so that both come by one statement and are of one moment. A page
 * behind the last one has no rows to tell it: the count alone is asked for then.
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

/** Limits a query to the page that was asked for. */
export function paginate<DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
  page: PageQuery,
): SelectQueryBuilder<DB, TB, O> {
  const { limit, offset } = limitOffset(page);
  return offset === 0 ? query.limit(limit) : query.limit(limit).offset(offset);
}

/** How many rows a page has, and how many come before it. */
export function limitOffset({ page, itemsPerPage }: PageQuery): Window {
  if (page === undefined && itemsPerPage === undefined) return { limit: unpagedLimit, offset: 0 };
  const limit = itemsPerPage ?? defaultItemsPerPage;
  return { limit, offset: ((page ?? 1) - 1) * limit };
}

/** Whether the text holds what was searched for, in any case; `%`, `_` and `\` are ordinary characters. `text` must be in lower case. */
export function contains(text: Expression<string>, search: string): Expression<SqlBool> {
  return sql<SqlBool>`${text} like ${likePattern(search)}`;
}

/** What `like` is given to find the text anywhere. */
export function likePattern(search: string): string {
  return `%${search.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
}

/**
 * The rows of a table for a query that looks for a text in them: a trigram index is not asked below a policy, so a view with the same
 * condition takes the table's place (docs/decisions/0025).
 */
export function searchableTable<
  T extends 'firms' | 'firmDomains' | 'users' | 'matters' | 'entries',
>(table: T, isSearch: boolean): RawBuilder<Selectable<Database[T]>> {
  return sql`${sql.table(isSearch ? `${table}ToSearch` : table)}`;
}
