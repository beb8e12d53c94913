import type { Page } from 'playwright-core';
import { beforeAll, it } from 'vitest';
import { asAdmin, browser, useApp } from '../support/app.ts';
import { waitForIdle } from '../support/browser.ts';
import { countDrawings, measureWork } from '../support/drawing.ts';
import { open } from '../support/page-sweep.ts';
import { expect } from '../support/test.ts';

// What an act of the user has the page draw: counted, so that no slow machine matters.
useApp();
let page: Page;
beforeAll(async () => {
  ({ page } = await asAdmin());
  await countDrawings(page);
});

it('draws the box of a selected row again, and not the rows', async () => {
  await openList('/home/attorneys/entries?size=50');
  const boxes = page.getByRole('checkbox', { name: /^Select: / });
  await boxes.first().check();
  const { drawings } = await measureWork(browser, page, async () => {
    await boxes.nth(1).check();
    await expect(page.getByText('2 selected')).toBeVisible();
  });
  expect(Math.max(0, ...drawings)).toBeLessThan(await boxes.count());
});

it.each([
  ['the palette', async () => page.keyboard.press('Control+k')],
  ['a dialog', async () => page.locator('[data-cell="1 1"]').click()],
] as const)('opens and closes %s without restyling the page below it', async (_, act) => {
  await openList('/home/attorneys/fees');
  // What comes on demand.
  await act();
  await closeDialog();
  const elements = await page.locator('body *').count();
  const { stylePasses } = await measureWork(browser, page, async () => {
    await act();
    await expect(page.getByRole('dialog')).toBeVisible();
    await closeDialog();
  });
  expect(Math.max(...stylePasses)).toBeLessThan(elements / 2);
});

async function openList(address: string): Promise<void> {
  await open(page, address);
  await waitForIdle(page);
}

async function closeDialog(): Promise<void> {
  await expect(page.getByRole('dialog')).toBeVisible();
  await waitForIdle(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
}
