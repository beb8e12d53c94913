import type { Browser } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { launch } from './browser.ts';
import { type Recoup, startRecoup } from './recoup.ts';

/** The built product with its demo, and a browser: started once for the tests of each file that imports them. */
export let recoup: Recoup;
export let browser: Browser;

beforeAll(async () => {
  [recoup, browser] = await Promise.all([startRecoup(), launch()]);
});

afterAll(async () => {
  await browser.close();
  await recoup.stop();
});
