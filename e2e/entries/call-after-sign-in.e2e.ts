import { it } from 'vitest';
import type { Page } from 'playwright-core';
import { demoAttorneys, demoOffice } from '../../apps/server/src/seeds/demo-people.ts';
import { openWindow, recoup, signedIn, useApp } from '../support/app.ts';
import { signInByForm } from '../support/browser.ts';
import { isKeptOffline, press, timer } from '../support/call-on-matter.ts';
import { deepIt, expect } from '../support/test.ts';
import { addApp, codeOf } from '../support/second-factor.ts';

useApp();

const { thabo, saras } = demoAttorneys;
const shortcut = '/home/entries?new=call';

/** Where the page is once a call runs. */
async function calledAt(page: Page): Promise<string> {
  await timer(page).waitFor();
  const { pathname, search } = new URL(page.url());
  return pathname + search;
}

it.each([
  ['an attorney', thabo],
  ['a secretary', demoOffice.precious],
])('starts the call of a shortcut after the sign-in of %s', async (_, as) => {
  const { page, consoleErrors } = await openWindow({ width: 390 });
  await signInByForm(page, recoup.url, as, shortcut);
  await expect.poll(() => calledAt(page)).toBe('/home/entries');
  expect(consoleErrors).toEqual([]);
});

deepIt('starts it where the service worker keeps the page', async () => {
  const { page } = await openWindow({ width: 390 });
  await signInByForm(page, recoup.url, thabo, '/home/entries');
  await isKeptOffline(page);
  await page.evaluate(() => sessionStorage.clear());
  await signInByForm(page, recoup.url, thabo, shortcut);
  await expect.poll(() => calledAt(page)).toBe('/home/entries');
});

it('starts it after a session that had ended', async () => {
  const { page } = await openWindow({ width: 390 });
  await page.goto(`${recoup.url}/favicon.svg`);
  await page.evaluate(() => {
    sessionStorage.setItem('token', 'of an ended session');
    sessionStorage.setItem('role', '0');
  });
  await page.goto(recoup.url + shortcut);
  await page.getByRole('link', { name: 'Sign in again' }).click();
  await page.getByLabel('Email').fill(thabo.email);
  await page.getByLabel('Password').fill(thabo.password);
  await press(page, 'Sign in');
  await expect.poll(() => calledAt(page)).toBe('/home/entries');
});

deepIt('starts it after a second factor', async () => {
  const first = await signedIn(saras, '/home/security');
  const { secret } = await addApp(first.page);
  await first.end();
  const { page } = await openWindow({ width: 390 });
  await page.goto(recoup.url + shortcut);
  await page.getByLabel('Email').fill(saras.email);
  await page.getByLabel('Password').fill(saras.password);
  await press(page, 'Sign in');
  await page.getByRole('textbox', { name: 'Code' }).fill(codeOf(secret));
  await press(page, 'Continue');
  await expect.poll(() => calledAt(page)).toBe('/home/entries');
});
