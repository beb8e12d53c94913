/** An attorney for whom a user records. */
export type Other = { _id: string; name: string };

const storageKey = (userId: string) => `recoup:records-for:${userId}`;

/** `call` is the one that runs or is not saved, of an attorney or of the user. */
type Choice = { stored: string | null; hasOwn: boolean; call: { attorney?: Other } | null };

/** Whether a call is of an attorney that the user records for, or of a user with own types. */
export function isRecordable(
  others: readonly Other[],
  { hasOwn, call }: { hasOwn: boolean; call: { attorney?: Other } },
): boolean {
  return call.attorney === undefined
    ? hasOwn
    : others.some(({ _id }) => _id === call.attorney?._id);
}

/**
 * For whom a user records now: as the call, or the last choice, while the right is there. A user
 * without own types records for others only, so the first of them is the default. Undefined for
 * the user.
 */
export function chosenAttorney(
  others: readonly Other[],
  { stored, hasOwn, call }: Choice,
): Other | undefined {
  if (call !== null && isRecordable(others, { hasOwn, call })) return call.attorney;
  const last = others.find(({ _id }) => _id === stored);
  if (last !== undefined) return last;
  return hasOwn ? undefined : others[0];
}

export function readChoice(storage: Storage, userId: string): string | null {
  return storage.getItem(storageKey(userId));
}

/** Undefined for the user. A full storage costs the memory of the choice alone. */
export function keepChoice(storage: Storage, userId: string, id: string | undefined): void {
  try {
    storage.setItem(storageKey(userId), id ?? '');
  } catch {
    storage.removeItem(storageKey(userId));
  }
}
