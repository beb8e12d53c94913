import { type Expression, type SelectQueryBuilder, sql, type SqlBool } from 'kysely';

/** What a list call gives; with neither number the list is unpaged. */
export type PageQuery = { readonly page?: number | undefined; readonly itemsPerPage?: number | undefined };

/** An unpaged list still has an end; nobody chooses among more. */
const unpagedLimit = 10_000;
const defaultItemsPerPage = 10;

/** Limits a query to the page that was asked for. */
export function paged<DB, TB extends keyof DB, O>(query: SelectQueryBuilder<DB, TB, O>, page: PageQuery): SelectQueryBuilder<DB, TB, O> {
  const { limit, offset } = pageWindow(page);
  return offset === 0 ? query.limit(limit) : query.limit(limit).offset(offset);
}

/** How many rows a page has, and how many come before it. */
export function pageWindow({ page, itemsPerPage }: PageQuery): { limit: number; offset: number } {
  if (page === undefined && itemsPerPage === undefined) return { limit: unpagedLimit, offset: 0 };
  const limit = itemsPerPage ?? defaultItemsPerPage;
  return { limit, offset: ((page ?? 1) - 1) * limit };
}

/** Whether the text holds what was searched for, in any case; `%`, `_` and `\` are ordinary characters. `text` must be in lower case. */
export function contains(text: Expression<string>, search: string): Expression<SqlBool> {
  return sql<SqlBool>`${text} like ${`%${search.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`}`;
}
