import { compareCodes } from '@recoup/contract/core/code-order';
import type { NewEntry } from '@recoup/contract/entries/endpoints';

/** An entry that the server has not accepted; stored until accepted or discarded. */
export type PendingEntry = {
  /** With the id that was minted here: sent twice, it is still one entry. */
  body: NewEntry & { _id: string };
  /** For the screen, which has no names without a network. */
  names: { matterNumber: string; matter: string; type: string; attorney?: string };
  /** As the fee rows of this device price it; the server's price counts. */
  cents: number;
  recordedAt: string;
  /** `refused`: rejected, with `message`; `deleted`: accepted and later deleted there. */
  state: 'waiting' | 'refused' | 'deleted';
  message: string | null;
  /** It was sent, but perhaps no answer came: the server may have it. */
  isAttempted: boolean;
  /** It was corrected after it had been sent. */
  isCorrected: boolean;
  /** When the user discarded it, which can be undone for a while. */
  discardedAt?: string | undefined;
};

const storagePrefix = (userId: string) => `recoup:unsent:${userId}:`;

/** One user's entries without discarded ones, oldest first. */
export function listPendingEntries(storage: Storage, userId: string): PendingEntry[] {
  return listAllPending(storage, userId).filter(({ discardedAt }) => discardedAt === undefined);
}

/** One item each, so that tabs do not overwrite each other. */
export function listAllPending(storage: Storage, userId: string): PendingEntry[] {
  const keys = Array.from(
    { length: storage.length },
    (_, index) => storage.key(index) ?? '',
  ).filter((key) => key.startsWith(storagePrefix(userId)));
  const found = keys.map((key) => read(storage.getItem(key))).filter((each) => each !== null);
  return found.toSorted((a, b) => compareCodes(a.recordedAt, b.recordedAt));
}

/** Throws when the device has no room. */
export function savePendingEntry(storage: Storage, userId: string, entry: PendingEntry): void {
  storage.setItem(storagePrefix(userId) + entry.body._id, JSON.stringify(entry));
}

export function deletePendingEntry(storage: Storage, userId: string, id: string): void {
  storage.removeItem(storagePrefix(userId) + id);
}

/** Whether a change of the storage, made by another tab, is one of this user's entries. */
export function isPendingEntryKey(key: string | null, userId: string): boolean {
  return key === null || key.startsWith(storagePrefix(userId));
}

function read(text: string | null): PendingEntry | null {
  try {
    return JSON.parse(text ?? 'null') as PendingEntry | null; // written by `savePendingEntry` alone
  } catch {
    return null;
  }
}
