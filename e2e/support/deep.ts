import { inject, it, type TestAPI } from 'vitest';

/** This is `npm run test:deep`, not `npm test`. */
export const isDeep = inject('looks') === 'all';

/**
 * A test that only `npm run test:deep` runs, with all others of its file. It stands beside the main
 * job of its room, which `npm test` runs.
 */
export const deepIt: TestAPI =
  // The type of a skipped test lacks what only tests that run have a use for.
  isDeep ? it : (it.skip as TestAPI); // see above
