import { expect as playwrightExpect } from '@playwright/test';

/** Playwright's assertions retry until the page agrees; Vitest's read it once. */
export const expect = playwrightExpect.configure({ timeout: 10_000 });
