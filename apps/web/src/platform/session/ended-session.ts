import { createStore } from '../../ui/lib/store.ts';

/**
 * Why the session ended while a page with unsaved changes stays open; undefined once the user left
 * it or signed in again.
 */
export const endedReason = createStore<string | undefined>(undefined);
