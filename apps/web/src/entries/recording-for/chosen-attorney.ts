/** An attorney for whom a user records. */
export type Other = { _id: string; name: string };

const keyOf = (userId: string) => `recoup:records-for:${userId}`;

/**
 * For whom a user records now: the last choice, while the right is there. A user without own types
 * records for others only, so the first of them is the default. Undefined for the user.
 */
export function chosenAttorney(
  others: readonly Other[],
  { kept, hasOwn }: { kept: string | null; hasOwn: boolean },
): Other | undefined {
  const last = others.find(({ _id }) => _id === kept);
  if (last !== undefined) return last;
  return hasOwn ? undefined : others[0];
}

export function readChoice(storage: Storage, userId: string): string | null {
  return storage.getItem(keyOf(userId));
}

/** Undefined for the user. A full storage costs the memory of the choice alone. */
export function keepChoice(storage: Storage, userId: string, id: string | undefined): void {
  try {
    storage.setItem(keyOf(userId), id ?? '');
  } catch {
    storage.removeItem(keyOf(userId));
  }
}
