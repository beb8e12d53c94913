import { expect } from 'vitest';
import { demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { button, dialog, field, heading, link, option, text } from './page/targets.ts';
import { inEveryBrowser, signIn, recoup, useProduct } from './page/visit.ts';

const firmAdmin = demoFirmAdmins.lerato;

useProduct();

inEveryBrowser('shows a password only while its eye is held', {}, async ({ page }) => {
  await signIn(page, firmAdmin);
  await page.goto(`${recoup.url}/home/update-password`);
  await page.fill(field('Old Password'), firmAdmin.password);
  const typeOfField = () =>
    page.evaluate(
      () => document.querySelector<HTMLInputElement>('[autocomplete="current-password"]')?.type,
    );
  await page.hold(button('Show Old Password while held'), async () => {
    await expect.poll(typeOfField).toBe('text');
  });
  await expect.poll(typeOfField).toBe('password');
});

inEveryBrowser('opens the palette by its key and leads to a page', {}, async (visit) => {
  const { page } = visit;
  await signIn(page, firmAdmin);
  await page.see(heading('Attorneys'));
  const search = field('Search or go to', dialog('Search or go to'));
  await page.press('Control', 'k');
  await page.focused(search);
  await page.press('Escape');
  await page.gone(search);
  await page.press('Control', 'k');
  await page.fill(search, 'thabo');
  await page.see(option(/^Thabo Mokoena/));
  await page.press('Enter');
  await page.see(heading('Edit Attorney'));
});

inEveryBrowser('keeps the focus in a dialog, and gives it back', {}, async ({ page }) => {
  await signIn(page, firmAdmin);
  await page.click(link('Import / Export'));
  const opener = button('Close and export');
  await page.click(opener);
  await page.see({ ...dialog(), text: /Entries \d+ / });
  const isInside = () => document.activeElement?.closest('[role="dialog"]') !== null;
  for (let presses = 0; presses < 12; presses += 1) {
    await expect.poll(() => page.evaluate(isInside)).toBe(true);
    await page.press('Tab');
  }
  const lastDay = field('Last day', dialog());
  await page.focus(lastDay);
  // The same in each order of day and month. WebKit goes on to the next part at a slash alone.
  await page.type('01/01/2001');
  await expect.poll(async () => (await page.peek(lastDay))?.value).toBe('2001-01-01');
  // What was typed is not discarded unasked.
  await page.press('Escape');
  await page.click(button('Discard'));
  await page.gone(dialog());
  await expect.poll(async () => (await page.peek(opener))?.isFocused).toBe(true);
});

inEveryBrowser('closes its account menu by Escape', {}, async ({ page }) => {
  await signIn(page, firmAdmin);
  const menu = button(/^Account of /);
  await page.click(menu);
  await page.see(button('Logout'));
  await page.press('Escape');
  await page.gone(button('Logout'));
  expect((await page.peek(menu))?.isFocused).toBe(true);
});

const low = { height: 500 };

inEveryBrowser('keeps its bar in sight while a page scrolls', low, async ({ page }) => {
  await signIn(page, firmAdmin);
  await page.goto(`${recoup.url}/home/attorneys/matters`);
  await page.see(button('Actions on NP0001'));
  const scroll = () => {
    scrollTo({ top: document.body.scrollHeight, behavior: 'instant' });
    return scrollY;
  };
  expect(await page.evaluate(scroll)).toBeGreaterThan(100);
  const account = await page.see(button(/^Account of /));
  expect(account.isReachable && account.y < 100).toBe(true);
});

inEveryBrowser('prints a page', {}, async ({ page, engine }) => {
  await signIn(page, firmAdmin);
  await page.goto(`${recoup.url}/home/attorneys/entries`);
  await page.see(text(/^1–10 of \d+$/));
  const file = await page.driver.print();
  // WebKitWebDriver cannot print.
  expect(file?.subarray(0, 5).toString()).toBe(engine.name === 'webkit' ? undefined : '%PDF-');
});
