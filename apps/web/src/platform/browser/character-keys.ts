const key = 'recoup-character-keys';
const watchers = new Set<() => void>();

/** Whether single-key shortcuts are on (WCAG 2.1.4). Stored on the device. */
export const characterKeys = {
  areOn: (): boolean => localStorage.getItem(key) !== 'off',
  set(areOn: boolean): void {
    if (areOn) localStorage.removeItem(key);
    else localStorage.setItem(key, 'off');
    for (const watcher of watchers) watcher();
  },
};

/** For `useSyncExternalStore`; also notices other tabs. */
export function watchCharacterKeys(watcher: () => void): () => void {
  watchers.add(watcher);
  window.addEventListener('storage', watcher);
  return () => {
    watchers.delete(watcher);
    window.removeEventListener('storage', watcher);
  };
}
