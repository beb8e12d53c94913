import { createStore } from '../../ui/lib/store.ts';

/** A photo of a voucher that the server does not have yet; its file is in the device's database. */
export type WaitingPhoto = {
  id: string;
  entryId: string;
  name: string;
  /** The entry in words: `R 66.00 on NP001`. */
  entry: string;
  /** Why the server refused it. */
  message: string | null;
};

/** The user's photos, once they were read. */
export const waitingPhotos = createStore<readonly WaitingPhoto[]>([]);

const mark = (userId: string) => `recoup:photos:${userId}`;

/** Whether the user has any. The device's database is read by code that is loaded for it alone. */
export function hasPhotos(userId: string): boolean {
  return localStorage.getItem(mark(userId)) !== null;
}

export function markPhotos(userId: string, hasSome: boolean): void {
  if (hasSome) localStorage.setItem(mark(userId), '1');
  else localStorage.removeItem(mark(userId));
}
