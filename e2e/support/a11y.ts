import axe, { type RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';
import { waitForIdle } from './browser.ts';
import { cutOffTexts, noticeFaults } from './large-text.ts';
import { lasting } from './lasting.ts';
import { isDeep } from './test.ts';

declare global {
  interface Window {
    axe?: typeof axe;
  }
}
declare module 'vitest' {
  interface ProvidedContext {
    /** Given by the project (`vitest.config.ts`). */
    looks: 'one' | 'all';
  }
}

/**
 * What axe finds, one line for each fault; empty on an accessible page. `colours` are the rules
 * that another theme can break. The size of targets (24 pixels, WCAG 2.2) is a rule that axe leaves
 * out unless asked.
 */
export async function a11yViolations(
  page: Page,
  rules: 'all' | 'colours' = 'all',
): Promise<string[]> {
  // At the top of the page: further down the bar that stays there covers parts of targets, which
  // then count as too small.
  const isThere = await page.evaluate(() => {
    window.scrollTo({ top: 0, behavior: 'instant' });
    return window.axe !== undefined;
  });
  // The document keeps the program: half a megabyte is read once, not for each look at it.
  if (!isThere) await page.evaluate(axe.source);
  const options = rules === 'all' ? allRules : { runOnly: colours };
  return lasting(() => page.evaluate(readViolations, options));
}

/** Runs in the page. */
async function readViolations(options: RunOptions): Promise<string[]> {
  const results = await window.axe?.run(document, {
    resultTypes: ['violations'],
    preload: false,
    ...options,
  });
  if (!results) throw new Error('The page has no axe.');
  // Of a button that is smaller than its icon axe is not sure; we are.
  const unsure = results.incomplete.filter(({ id }) => id === 'target-size');
  return [...results.violations, ...unsure].map(({ id, nodes }) => {
    const places = nodes.map((node) => `${node.target.join(' ')} ${node.failureSummary}`);
    return `${id}: ${places.join('; ')}`;
  });
}

const allRules: RunOptions = { rules: { 'target-size': { enabled: true } } };
const colours = ['color-contrast', 'link-in-text-block'];

type Look = { width: number; colorScheme: 'light' | 'dark'; rules?: 'all' | 'colours' };

/** The looks on which the findings of axe depend; widths between may only not scroll. */
const everyLook: readonly Look[] = [
  { width: 1440, colorScheme: 'light', rules: 'all' },
  { width: 1440, colorScheme: 'dark', rules: 'colours' },
  { width: 768, colorScheme: 'light' },
  { width: 390, colorScheme: 'light', rules: 'all' },
  { width: 390, colorScheme: 'dark', rules: 'colours' },
];

/** Tests of rooms look at their pages at 1440 pixels in the light. */
const oneLook: readonly Look[] = [{ width: 390, colorScheme: 'dark', rules: 'all' }];

/**
 * By `npm test` in the dark and with large letters, at the width of a phone. `npm run test:deep`
 * runs each file that calls this too: in every look, and with large letters at each width.
 */
export async function a11yViolationsInLooks(page: Page): Promise<string[]> {
  return isDeep
    ? [...(await violationsInLooks(page, everyLook)), ...(await largeTextFaults(page))]
    : [...(await violationsInLooks(page, oneLook)), ...(await largeTextFaults(page, [390]))];
}

/** Checks the page in every look; theme and width are the browser's. */
async function violationsInLooks(page: Page, looks: readonly Look[]): Promise<string[]> {
  const found: string[] = [];
  for (const { width, colorScheme, rules } of looks) {
    await page.setViewportSize({ width, height: width < 640 ? 844 : 900 });
    // Colours that are still fading would be measured half-way.
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.locator(`html[data-color-scheme="${colorScheme}"]`).waitFor();
    await waitForIdle(page);
    const seen = [
      ...(rules === undefined ? [] : await a11yViolations(page, rules)),
      ...(await lasting(() => sidewaysFaults(page))),
    ];
    found.push(...seen.map((fault) => `at ${width} pixels, ${colorScheme}: ${fault}`));
  }
  return found;
}

/** WCAG 1.4.4 and 1.4.10: double-size letters cut nothing off and need no sideways scroll. */
export async function largeTextFaults(page: Page, widths = [390, 768, 1024]): Promise<string[]> {
  const found: string[] = [];
  const before = page.viewportSize();
  const setLetters = (size: string) =>
    page.evaluate((value) => document.documentElement.style.setProperty('font-size', value), size);
  await setLetters('32px');
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await waitForIdle(page);
    const faults = await lasting(async () => [
      ...(await sidewaysFaults(page)),
      ...(await noticeFaults(page)),
      ...(await cutOffTexts(page)),
    ]);
    found.push(...faults.map((fault) => `at ${width} pixels, large letters: ${fault}`));
  }
  await setLetters('');
  if (before) await page.setViewportSize(before);
  return found;
}

export async function sidewaysFaults(page: Page): Promise<string[]> {
  const pixels = await sidewaysScroll(page);
  return pixels > 0 ? [`scrolls sideways by ${pixels} pixels`] : [];
}

/** Pixels by which the page is wider than the window; 0 when nothing scrolls sideways. */
export async function sidewaysScroll(page: Page): Promise<number> {
  return page.evaluate(() =>
    Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth),
  );
}
