import { inject, it, type TestAPI } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** Given by the project (`vitest.config.ts`), as to browser tests. */
    looks: 'one' | 'all';
  }
}

/** Whether `npm run test:deep` runs. */
export const isDeep = inject('looks') === 'all';

/** A test that only `npm run test:deep` runs, with all others of its file. */
export const deepIt: TestAPI =
  // The type of a skipped test lacks what only tests that run have a use for.
  isDeep ? it : (it.skip as TestAPI); // see above
