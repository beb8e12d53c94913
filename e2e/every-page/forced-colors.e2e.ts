import { it } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { demoAttorneys } from '../../apps/server/src/seeds/demo-people.ts';
import { asAdmin, recoup, signedIn, useApp } from '../support/app.ts';
import { deepIt, expect } from '../support/test.ts';
import { canvas, grounds } from '../support/forced-colors.ts';
import { waitForIdle } from '../support/browser.ts';
import { focused } from '../support/keyboard.ts';

// Menus, dialogs and chosen rows; dots and the keys of charts are looked at on every page
// (`pages.e2e.ts`).
useApp();

deepIt('shows what is chosen by a ground of its own', async () => {
  const { page } = await asAdmin('/home/attorneys/disbursement-list');
  await waitForIdle(page);
  const menu = page.getByRole('complementary', { name: 'Side menu' });
  const chosen = menu.getByRole('link', { name: 'Disbursements' });
  await expect.poll(() => schemesAlike(chosen, menu.getByRole('link').first())).toEqual([]);
  const pager = page.getByRole('navigation', { name: 'Pages of Disbursement types' });
  const ofPager = (name: string) => pager.getByRole('button', { name });
  await expect.poll(() => schemesAlike(ofPager('Page 1'), ofPager('Page 2'))).toEqual([]);
  await page.getByRole('button', { name: /^Account of / }).click();
  const themes = page.getByRole('navigation', { name: 'Account' });
  const system = themes.getByText('System', { exact: true });
  await expect.poll(() => schemesAlike(system, themes.getByText('Dark'))).toEqual([]);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  const options = page.getByRole('dialog').getByRole('option');
  await expect.poll(() => schemesAlike(options.first(), options.nth(1))).toEqual([]);
  await page.goto(`${recoup.url}/home/attorneys/month-end`);
  await waitForIdle(page);
  const groups = page.locator('button[aria-pressed]');
  await expect.poll(() => schemesAlike(groups.first(), groups.nth(1))).toEqual([]);
});

it('has dots and keys of charts for the look at every page', async () => {
  const { page } = await asAdmin('/home/attorneys/attorney-list');
  await page.emulateMedia({ forcedColors: 'active' });
  const dots = page.locator('[class*="_dot_"]');
  await expect.poll(async () => (await grounds(dots)).length).toBe(3);
  await page.goto(`${recoup.url}/home/attorneys/overview`);
  const keys = page.locator('[class*="_legend_"] span');
  await expect.poll(async () => (await grounds(keys)).length).toBeGreaterThan(1);
});

deepIt('shows the matter that Enter takes, and Start call by its edge', async () => {
  const { page } = await signedIn(demoAttorneys.thabo, '/home/entries', { width: 390 });
  const start = page.getByRole('button', { name: 'Start call' });
  await inBothSchemes(page, async () => {
    await expect(start).toHaveCSS('border-top-width', '2px');
    await expect(start).not.toHaveCSS('border-top-color', await canvas(page));
  });
  await page.getByRole('button', { name: 'Add entry' }).click();
  await page.getByRole('combobox', { name: 'Matter' }).fill('np000');
  const matters = page.locator('[role="option"]');
  await matters.nth(1).waitFor();
  await page.keyboard.press('ArrowDown');
  const chosen = page.locator('[role="option"][aria-selected="true"]');
  await expect.poll(() => schemesAlike(chosen, matters.last())).toEqual([]);
});

deepIt('rings what has the focus, and shows the bar of a page that loads', async () => {
  const { page } = await asAdmin('/home/attorneys/matters');
  await page.emulateMedia({ forcedColors: 'active' });
  await waitForIdle(page);
  const ground = await canvas(page);
  const without: string[] = [];
  for (let count = 0; count < 30; count += 1) {
    await page.keyboard.press('Tab');
    if (!(await page.evaluate(hasRing, ground))) without.push(await focused(page));
  }
  expect(without).toEqual([]);

  await page.route('**/core/api/users?*', () => undefined);
  await page.getByRole('link', { name: 'Attorneys', exact: true }).first().click();
  const bar = page.getByRole('progressbar', { name: 'Loading' });
  await bar.last().waitFor({ state: 'attached' });
  await inBothSchemes(page, async () => {
    expect(await grounds(bar)).not.toContain(await canvas(page));
  });
});

async function inBothSchemes(
  page: Page,
  look: (colorScheme: string) => Promise<void>,
): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ forcedColors: 'active', colorScheme });
    await look(colorScheme);
  }
}

/** The schemes in which what is chosen has the ground of another. */
async function schemesAlike(chosen: Locator, other: Locator): Promise<string[]> {
  const alike: string[] = [];
  await chosen.waitFor();
  await inBothSchemes(chosen.page(), async (colorScheme) => {
    const [ground = ''] = await grounds(chosen);
    if ((await grounds(other)).includes(ground)) alike.push(colorScheme);
  });
  return alike;
}

function hasRing(ground: string): boolean {
  const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(
    document.activeElement ?? document.body,
  );
  return outlineStyle !== 'none' && outlineWidth !== '0px' && outlineColor !== ground;
}
