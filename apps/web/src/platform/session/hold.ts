import { createStore } from '../../ui/lib/store.ts';

/**
 * Whether nothing leaves the installation, as after a restore: the server marks the page, and the
 * user's data say so later. Unit tests have no page.
 */
export const hold = createStore(
  typeof document !== 'undefined' && 'held' in document.documentElement.dataset,
);
