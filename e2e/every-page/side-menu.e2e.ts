import { beforeAll, it } from 'vitest';
import type { Page } from 'playwright-core';
import { expect } from '../support/test.ts';
import {
  demoAttorneys,
  demoFirmAdmins,
  demoOffice,
} from '../../apps/server/src/seeds/demo-people.ts';
import { asAdmin, signedIn, useApp } from '../support/app.ts';
import { systemAdmin } from '../support/recoup.ts';
import { focused } from '../support/keyboard.ts';
import { open } from '../support/page-sweep.ts';

useApp();

let page: Page;
let consoleErrors: readonly string[];
beforeAll(async () => {
  ({ page, consoleErrors } = await asAdmin('/home/attorneys/matters', 390));
});
const menu = () => page.getByRole('dialog', { name: 'Menu' });
const opener = () => page.getByRole('button', { name: 'Menu' });

it('keeps the focus in the menu of a small screen', async () => {
  await open(page, '/home/attorneys/matters');
  await opener().press('Enter');
  await menu().waitFor();
  await expect.poll(() => focused(page)).toBe('Close');
  const outside: string[] = [];
  for (let count = 0; count < 25; count += 1) {
    await page.keyboard.press('Tab');
    if (!(await isInMenuOrBrowser())) outside.push(await focused(page));
  }
  expect(outside).toEqual([]);
  expect(consoleErrors).toEqual([]);
});

it.each<[string, () => Promise<void>]>([
  ['Escape', async () => page.keyboard.press('Escape')],
  ['its button', async () => menu().getByRole('button', { name: 'Close' }).click()],
  ['a press beside it', async () => page.mouse.click(340, 500)],
])('closes the menu by %s, and returns the focus', async (_, close) => {
  await open(page, '/home/attorneys/matters');
  await opener().click();
  await menu().waitFor();
  await close();
  await expect(menu()).toBeHidden();
  await expect.poll(() => focused(page)).toBe('Menu');
});

it('leads by a tab to the part of a page that it names', async () => {
  await open(page, '/home/attorneys/file-handler');
  const part = page.getByRole('region', { name: 'Export entries' }).getByRole('heading').first();
  await part.waitFor();
  const tabs = page.getByRole('navigation', { name: 'Import / Export' });
  await tabs.getByRole('link', { name: 'Export', exact: true }).click();
  await expect(part).toBeInViewport();
  await expect(tabs.getByRole('link', { name: 'Export', exact: true })).toHaveAttribute(
    'aria-current',
    'page',
  );
});

it('has the current tab in sight where not all of them fit', async () => {
  await open(page, '/home/attorneys/integrations');
  const tabs = page.getByRole('navigation', { name: 'Settings' });
  await expect(tabs.getByRole('link', { name: 'Integrations' })).toBeInViewport({ ratio: 0.9 });
});

it('leads from the menu to the heading of another page', async () => {
  await open(page, '/home/attorneys/matters');
  await opener().click();
  await menu().getByRole('link', { name: 'Fees' }).click();
  await expect(menu()).toBeHidden();
  await expect.poll(() => focused(page)).toBe('Fees');
});

it.each(['/home/update-password', '/home/unauthorized', '/home/nowhere'])(
  'stands beside %s, a page of every role, for a firm admin',
  async (place) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await open(page, place);
    await expect(page.getByRole('complementary', { name: 'Side menu' })).toBeVisible();
  },
);

it.each([
  ['a firm admin', demoFirmAdmins.lerato],
  ['an auditor', demoOffice.gillian],
  ['a system admin', systemAdmin],
])('of %s fits an ordinary laptop, with who made it', async (_, as) => {
  const { page: own, end } = await signedIn(as, '/home');
  await own.setViewportSize({ width: 1366, height: 625 });
  const side = own.getByRole('complementary', { name: 'Side menu' });
  await expect(side.getByText('Powered by')).toBeInViewport();
  for (const item of await side.getByRole('link').all()) await expect(item).toBeInViewport();
  await end();
});

it('hides the calls of a firm without a telephone system, which Overview offers', async () => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await open(page, '/home/attorneys/overview');
  const calls = page.getByRole('complementary').getByRole('link', { name: 'Calls' });
  await expect(calls).toHaveCount(0);
  await page.getByRole('link', { name: 'Import calls of your telephone system' }).click();
  await page.waitForURL('**/home/attorneys/call-imports');
  await expect(calls).toHaveAttribute('aria-current', 'page');
  const tabs = page.getByRole('navigation', { name: 'Calls' });
  await tabs.getByRole('link', { name: 'Telephones' }).click();
  await page.getByRole('heading', { level: 1, name: 'Telephones' }).waitFor();
  await expect(tabs.getByRole('link', { name: 'Telephones' })).toHaveAttribute(
    'aria-current',
    'page',
  );
});

it('stands at the lower edge of an attorney’s phone, and leads to the month', async () => {
  const { page: own, end } = await signedIn(demoAttorneys.thabo, '/home/entries', { width: 390 });
  const bar = own.getByRole('navigation', { name: 'Main menu' });
  await expect(bar.getByRole('link', { name: 'Record' })).toHaveAttribute('aria-current', 'page');
  for (const [item, heading] of [
    ['Month', 'Month'],
    ['Calls', 'Calls nobody recorded'],
    ['Record', 'My entries'],
  ] as const) {
    await bar.getByRole('link', { name: item }).click();
    await own.getByRole('heading', { level: 1, name: heading }).waitFor();
    await expect(bar).toBeInViewport();
  }
  await end();
});

/** After the last control comes the browser's own address field, where the body has the focus. */
function isInMenuOrBrowser(): Promise<boolean> {
  return page.evaluate(() => {
    const { activeElement, body } = document;
    return activeElement === body || activeElement?.closest('dialog[open]') !== null;
  });
}
