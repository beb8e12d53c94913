import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { waitForIdle } from './idle.ts';
import { noticeFaults } from './large-text.ts';

/**
 * What axe finds, one line for each fault; empty on an accessible page. `colours` are the rules
 * that another theme can break. The size of targets (24 pixels, WCAG 2.2) is a rule that axe leaves
 * out unless asked.
 */
export async function a11yViolations(
  page: Page,
  rules: 'all' | 'colours' = 'all',
): Promise<string[]> {
  // "Legacy" looks at one document alone, and we have no frames; otherwise the answer is put
  // together in another page, in twice the time. The document keeps the program: half a megabyte is
  // read once, not twice for each look at it.
  //
  // At the top of the page: further down the bar that stays there covers parts of targets, which
  // then count as too small.
  const isThere = await page.evaluate(() => {
    window.scrollTo({ top: 0, behavior: 'instant' });
    return 'axe' in window;
  });
  const axe = new AxeBuilder({ page, ...(isThere && { axeSource: 'void 0' }) })
    .setLegacyMode()
    .options({
      resultTypes: ['violations'],
      ...(rules === 'all' ? { rules: { 'target-size': { enabled: true } } } : { runOnly: colours }),
    });
  const { violations, incomplete } = await axe.analyze();
  // Of a button that is smaller than its icon axe is not sure; we are.
  const unsure = incomplete.filter(({ id }) => id === 'target-size');
  return [...violations, ...unsure].map(({ id, nodes }) => {
    const places = nodes.map((node) => `${node.target.join(' ')} ${node.failureSummary}`);
    return `${id}: ${places.join('; ')}`;
  });
}

const colours = ['color-contrast', 'link-in-text-block'];

type Look = { width: number; colorScheme: 'light' | 'dark'; rules?: 'all' | 'colours' };

/**
 * What axe finds hangs on the colours in the dark, and on the layout at the two ends; between them
 * a page may only not scroll sideways.
 */
const looks: readonly Look[] = [
  { width: 1440, colorScheme: 'light', rules: 'all' },
  { width: 1440, colorScheme: 'dark', rules: 'colours' },
  { width: 768, colorScheme: 'light' },
  { width: 390, colorScheme: 'light', rules: 'all' },
  { width: 390, colorScheme: 'dark', rules: 'colours' },
];

/**
 * What stands on the page is looked at in every look: the theme and the width are the browser's,
 * and the page follows them.
 */
export async function a11yViolationsByViewport(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const { width, colorScheme, rules } of looks) {
    await page.setViewportSize({ width, height: width < 640 ? 844 : 900 });
    // Colours that are still fading would be measured half-way.
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor();
    await waitForIdle(page);
    const sideways = await sidewaysScroll(page);
    const seen = [
      ...(rules === undefined ? [] : await a11yViolations(page, rules)),
      ...(sideways > 0 ? [`scrolls sideways by ${sideways} pixels`] : []),
    ];
    found.push(...seen.map((fault) => `at ${width} pixels, ${colorScheme}: ${fault}`));
  }
  return [...found, ...(await largeTextFaults(page))];
}

/** WCAG 1.4.4 and 1.4.10: with letters twice as large nothing is read by scrolling sideways. */
export async function largeTextFaults(page: Page, widths = [390, 768, 1024]): Promise<string[]> {
  const found: string[] = [];
  const before = page.viewportSize();
  const setLetters = (size: string) =>
    page.evaluate((value) => document.documentElement.style.setProperty('font-size', value), size);
  await setLetters('32px');
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await waitForIdle(page);
    const sideways = await sidewaysScroll(page);
    const faults = [
      ...(sideways > 0 ? [`scrolls sideways by ${sideways} pixels`] : []),
      ...(await noticeFaults(page)),
    ];
    found.push(...faults.map((fault) => `at ${width} pixels, large letters: ${fault}`));
  }
  await setLetters('');
  if (before) await page.setViewportSize(before);
  return found;
}

/** Pixels by which the page is wider than the window; 0 when nothing scrolls sideways. */
export async function sidewaysScroll(page: Page): Promise<number> {
  return page.evaluate(() =>
    Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth),
  );
}
