/** A deletion that the user may still undo. */
export type Deletion = {
  id: string;
  /** 'Call on NP0001, R 33.00'. */
  name: string;
  /** The version that the user saw. */
  version: number;
  /** Why a firm admin deletes it. */
  reason?: string;
};

/** Begins as the copies on the device, which end with the tab or the sign-out. */
const key = 'copy:deletions';

/** Deletions under way: a page that is loaded again does not know whether they arrived. */
export function listJournal(): Deletion[] {
  // Written by `saveJournal` alone.
  return JSON.parse(sessionStorage.getItem(key) ?? '[]') as Deletion[];
}

export function saveJournal(deletions: readonly Deletion[]): void {
  try {
    if (deletions.length === 0) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(deletions));
  } catch {
    // A full storage costs the journal alone.
  }
}
