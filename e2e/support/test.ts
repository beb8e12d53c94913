import { expect as playwrightExpect } from '@playwright/test';
import { inject, it, type TestAPI } from 'vitest';

/** Playwright's assertions retry until the page agrees; Vitest's read it once. */
export const expect = playwrightExpect.configure({ timeout: 30_000 });

/** This is `npm run test:deep`, not `npm test`. */
export const isDeep = inject('looks') === 'all';

/** A further look, which only `npm run test:deep` takes, with all tests of its file. */
export const deepIt: TestAPI =
  // The type of a skipped test lacks what only tests that run have a use for.
  isDeep ? it : (it.skip as TestAPI); // see above
