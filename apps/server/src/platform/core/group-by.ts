/** Map.groupBy, which Node 20 lacks. */
export function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

/** The items in their order, at most so many at once. */
export function* batches<T>(items: readonly T[], size: number): Generator<readonly T[]> {
  for (let first = 0; first < items.length; first += size) yield items.slice(first, first + size);
}
