/** Of the address: columns that a view hides, also when it hides none. */
export const hideParam = 'hide';

/** The columns that the address hides; undefined where the user's own choice counts. */
export function hiddenByAddress(params: URLSearchParams): string[] | undefined {
  const text = params.get(hideParam);
  return text === null ? undefined : text.split(',').filter((key) => key !== '');
}

/** What a view keeps of an address: all but the page, in one order. */
export function queryOfView(params: URLSearchParams, hidden: readonly string[]): string {
  const kept = new URLSearchParams(params);
  kept.delete('page');
  kept.set(hideParam, hidden.toSorted().join(','));
  kept.sort();
  return kept.toString();
}
