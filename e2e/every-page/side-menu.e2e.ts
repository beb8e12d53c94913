import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { asAdmin, useApp } from '../support/app.ts';
import { waitForIdle } from '../support/idle.ts';
import { focused } from '../support/keyboard.ts';

useApp();

const menu = (page: Page) => page.getByRole('dialog', { name: 'Menu' });
const opener = (page: Page) => page.getByRole('button', { name: 'Menu' });

it('keeps the focus in the menu of a small screen', async () => {
  const { page, consoleErrors, end } = await asAdmin('/home/attorneys/matters', 390);
  await waitForIdle(page);
  await opener(page).press('Enter');
  await menu(page).waitFor();
  expect(await focused(page)).toBe('Close');
  const outside: string[] = [];
  for (let count = 0; count < 25; count += 1) {
    await page.keyboard.press('Tab');
    if (!(await isInMenuOrBrowser(page))) outside.push(await focused(page));
  }
  expect(outside).toEqual([]);
  expect(consoleErrors).toEqual([]);
  await end();
});

it.each<[string, (page: Page) => Promise<void>]>([
  ['Escape', async (page) => page.keyboard.press('Escape')],
  ['its button', async (page) => menu(page).getByRole('button', { name: 'Close' }).click()],
  ['a press beside it', async (page) => page.mouse.click(340, 500)],
])('closes the menu by %s, and returns the focus', async (_, close) => {
  const { page, end } = await asAdmin('/home/attorneys/matters', 390);
  await waitForIdle(page);
  await opener(page).click();
  await menu(page).waitFor();
  await close(page);
  await menu(page).waitFor({ state: 'hidden' });
  await expect.poll(() => focused(page)).toBe('Menu');
  await end();
});

it('leads from the menu to the heading of another page', async () => {
  const { page, end } = await asAdmin('/home/attorneys/matters', 390);
  await waitForIdle(page);
  await opener(page).click();
  await menu(page).getByRole('link', { name: 'Fees' }).click();
  await menu(page).waitFor({ state: 'hidden' });
  await expect.poll(() => focused(page)).toBe('Fees');
  await end();
});

it('stands beside the pages of every role for a firm admin', async () => {
  const found: string[] = [];
  const places = ['/home/update-password', '/home/unauthorized', '/home/nowhere'];
  for (const place of places) {
    const { page, end } = await asAdmin(place);
    await waitForIdle(page);
    const side = page.getByRole('complementary', { name: 'Side menu' });
    if (await side.isVisible()) found.push(place);
    await end();
  }
  expect(found).toEqual(places);
});

/** After the last control comes the browser's own address field, where the body has the focus. */
function isInMenuOrBrowser(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const { activeElement, body } = document;
    return activeElement === body || activeElement?.closest('dialog[open]') !== null;
  });
}
