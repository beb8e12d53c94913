import { inject, it, type TestAPI } from 'vitest';

/**
 * A test that only `npm run test:deep` runs, with all others of its file. It stands beside the main
 * job of its room, which `npm test` runs.
 */
export const deepIt: TestAPI = inject('looks') === 'all' ? it : (it.skip as TestAPI); // its type lacks what a skipped test has no use for
