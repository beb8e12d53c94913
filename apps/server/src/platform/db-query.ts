import { type Expression, type SelectQueryBuilder, sql, type SqlBool } from 'kysely';

/** What a list call gives; with neither number the list is unpaged. */
export type PageQuery = { readonly page?: number | undefined; readonly itemsPerPage?: number | undefined };

/** An unpaged list still has an end; nobody chooses among more. */
const unpagedLimit = 10_000;
const defaultItemsPerPage = 10;

/** Limits a query to the page that was asked for. */
export function paged<DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
  { page, itemsPerPage }: PageQuery,
): SelectQueryBuilder<DB, TB, O> {
  if (page === undefined && itemsPerPage === undefined) return query.limit(unpagedLimit);
  const size = itemsPerPage ?? defaultItemsPerPage;
  return query.limit(size).offset(((page ?? 1) - 1) * size);
}

/** Whether the text holds what was searched for, in any case; `%`, `_` and `\` are ordinary characters. `text` must be in lower case. */
export function contains(text: Expression<string>, search: string): Expression<SqlBool> {
  return sql<SqlBool>`${text} like ${`%${search.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`}`;
}
