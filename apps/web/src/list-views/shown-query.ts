/** Query parameter for the columns that a view hides; set even if it hides none. */
export const hideParam = 'hide';

/** The columns that the address hides; undefined where the user's own choice counts. */
export function hiddenByAddress(params: URLSearchParams): string[] | undefined {
  const text = params.get(hideParam);
  return text === null ? undefined : text.split(',').filter((key) => key !== '');
}

/** The query that a view stores: all parameters but the page, sorted. */
export function queryOfView(params: URLSearchParams, hidden: readonly string[]): string {
  const query = new URLSearchParams(params);
  query.delete('page');
  query.set(hideParam, hidden.toSorted().join(','));
  query.sort();
  return query.toString();
}
