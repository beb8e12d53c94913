/** The service worker's cache of what another app shared (service-worker.js). */
export const sharedCache = 'shared';

/** The id of the user who signed in last on this device. */
const userKey = 'lastUser';

type Caches = Pick<CacheStorage, 'delete'> | undefined;
type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem'>;

export function rememberUser(userId: string, storage: Storage = localStorage): void {
  storage.setItem(userKey, userId);
}

/** The next user must not see what another app shared. A browser that fails here keeps no cache. */
export async function deleteShared(caches: Caches = globalThis.caches): Promise<void> {
  await caches?.delete(sharedCache).catch(() => false);
}

/**
 * Called before a session begins. What the user shared waits for the sign-in; what was shared
 * before the sign-in of another user may be the call log of that one's phone.
 */
export async function deleteSharedOfOthers(
  userId: string,
  { caches, storage = localStorage }: { caches?: Caches; storage?: Storage } = {},
): Promise<void> {
  if (storage.getItem(userKey) !== userId) await deleteShared(caches);
}
