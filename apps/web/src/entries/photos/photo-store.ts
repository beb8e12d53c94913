import { compareCodes } from '@recoup/contract/core/code-order';
import { markPhotos, type WaitingPhoto, waitingPhotos } from './waiting-photos.ts';

/** A photo as the device keeps it; `userId` took it. */
export type StoredPhoto = WaitingPhoto & { userId: string; takenAt: string; file: Blob };

const table = 'photos';

/** Throws if the device has no room. */
export async function savePhotos(userId: string, photos: readonly StoredPhoto[]): Promise<void> {
  // First, so that a photo is found after a crash.
  markPhotos(userId, true);
  await inDatabase('readwrite', (store) => {
    for (const photo of photos) store.put(photo);
  });
  await readPhotos(userId);
}

/** In the order in which they were taken; tells the page of them. */
export async function readPhotos(userId: string): Promise<StoredPhoto[]> {
  const all = await inDatabase('readonly', (store) => store.getAll());
  // Only this file writes them.
  const photos = (all as StoredPhoto[])
    .filter((photo) => photo.userId === userId)
    .toSorted((a, b) => compareCodes(a.takenAt, b.takenAt));
  markPhotos(userId, photos.length > 0);
  waitingPhotos.set(photos);
  return photos;
}

export async function deletePhotos(userId: string, ids: readonly string[]): Promise<void> {
  await inDatabase('readwrite', (store) => {
    for (const id of ids) store.delete(id);
  });
  await readPhotos(userId);
}

async function inDatabase(
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => IDBRequest | void,
): Promise<unknown> {
  const database = await openDatabase();
  try {
    return await new Promise((resolve, reject) => {
      const transaction = database.transaction(table, mode);
      const request = act(transaction.objectStore(table));
      transaction.addEventListener('complete', () => resolve(request?.result));
      const fail = () => reject(transaction.error ?? new Error('the photos cannot be stored'));
      transaction.addEventListener('abort', fail);
    });
  } finally {
    database.close();
  }
}

async function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open('recoup', 1);
    request.addEventListener('upgradeneeded', () => {
      request.result.createObjectStore(table, { keyPath: 'id' });
    });
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('no database')));
  });
}
