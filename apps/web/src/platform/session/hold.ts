import { createStore } from '../../ui/lib/store.ts';

/**
 * Whether nothing leaves the installation, as after a restore: the server marks the page, and the
 * user's data say so later.
 */
export const hold = createStore('held' in document.documentElement.dataset);
