import { test } from 'vitest';
import type { Page } from 'playwright-core';
import { accountEndpoints } from '@recoup/contract/account/endpoints';
import { apiRoot } from '@recoup/contract/core/endpoint';
import { deepIt, expect } from '../support/test.ts';
import { demoAttorneys, demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { openWindow, recoup, signedIn, useApp } from '../support/app.ts';
import { a11yViolations } from '../support/a11y.ts';
import { dayIn } from '../support/days.ts';
import { systemAdmin } from '../support/recoup.ts';
import { changeAnswers } from '../support/network.ts';
import { notices, waitForIdle } from '../support/browser.ts';

useApp();

type As = { email: string; password: string };

test('changes the name of an attorney, and the bar follows at once', async () => {
  expect(await initialsAfterRename(demoAttorneys.thabo)).toBe('ZX');
});

deepIt('shows dates in the chosen form on the pages, and on another device', async () => {
  const pages = ['entries', 'overview', 'exports', 'matters', 'month-end', 'fees'];
  expect(await datesWithNames(demoFirmAdmins.lerato, pages)).toEqual({});
  const { page } = await signedIn(demoFirmAdmins.lerato);
  expect(await textAt(page, 'entries')).toMatch(/\b\d{2}\/\d{2}\/\d{4}\b/);
});

test('keeps appearance and shortcuts on the device, the same as menu and dialog', async () => {
  const { page, consoleErrors } = await signedIn(demoAttorneys.thabo, '/home/profile');
  await page.getByRole('main').getByLabel('Dark').check();
  const html = page.locator('html');
  await expect(html).toHaveAttribute('data-color-scheme', 'dark');
  await page.getByRole('button', { name: /^Account of / }).click();
  const menu = page.getByRole('navigation', { name: 'Account' });
  await expect(menu.getByLabel('Dark')).toBeChecked();
  await menu.getByText('Light').click();
  await expect(html).toHaveAttribute('data-color-scheme', 'light');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('main').getByLabel('Light')).toBeChecked();

  const onPage = page.getByRole('main').getByLabel('Single-key shortcuts');
  await onPage.uncheck();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('button', { name: /^Account of / }).click();
  await menu.getByRole('button', { name: 'Keyboard shortcuts' }).click();
  await page.getByRole('dialog').getByLabel('Single-key shortcuts').check();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await expect(onPage).toBeChecked();
  expect(consoleErrors).toEqual([]);
});

deepIt.each([
  ['a firm admin', demoFirmAdmins.chantal],
  ['the system admin', systemAdmin],
])('changes the name of %s, and the bar follows at once', async (_, as) => {
  expect(await initialsAfterRename(as)).toBe('ZX');
});

deepIt('is out of reach while the password has to be changed', async () => {
  const { page } = await openWindow();
  await changeAnswers<object>(page, `**${apiRoot}/me`, (me) => ({ ...me, pwdResetRequired: true }));
  await page.goto(`${recoup.url}/logon`);
  await page.getByLabel('Email').fill(demoFirmAdmins.lerato.email);
  await page.getByLabel('Password').fill(demoFirmAdmins.lerato.password);
  const [answer] = await Promise.all([
    page.waitForResponse(`**${apiRoot}${accountEndpoints.logon.path}`),
    page.getByRole('button', { name: 'Sign in' }).click(),
  ]);
  expect(answer.status()).toBe(200);
  await page.waitForURL('**/home/update-password');
  await page.getByRole('button', { name: /^Account of / }).click();
  const menu = page.getByRole('navigation', { name: 'Account' });
  await expect(menu.getByRole('link', { name: 'Profile' })).toHaveCount(0);
  await page.goto(`${recoup.url}/home/profile`);
  await page.waitForURL('**/home/update-password');
});

async function openProfile(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account of / }).click();
  await page
    .getByRole('navigation', { name: 'Account' })
    .getByRole('link', { name: 'Profile' })
    .click();
  await page.getByRole('heading', { level: 1, name: 'Profile' }).waitFor();
}

/** Changes the name to Zanele Xaba on a phone: the initials in the bar after a reload. */
async function initialsAfterRename(as: As): Promise<string | null> {
  const { page, consoleErrors, end } = await signedIn(as, undefined, { width: 390 });
  const initials = page.getByRole('button', { name: /^Account of / });
  await openProfile(page);
  const name = page.getByLabel('Name');
  await name.fill('Al');
  await page.getByRole('button', { name: 'Save profile' }).click();
  await page.getByText('Name must be at least 3 characters long.').waitFor();
  await expect(name).toBeFocused();
  expect(await a11yViolations(page)).toEqual([]);
  await name.fill('Zanele Xaba');
  await name.press('Enter');
  await notices(page).getByText('Profile saved.').waitFor();
  await expect(initials).toHaveText('ZX');
  // Nothing is unsaved any more, so nothing asks.
  await page.getByRole('banner').getByRole('link', { name: /home$/ }).click();
  await page.getByRole('heading', { level: 1, name: 'Profile' }).waitFor({ state: 'detached' });
  await page.reload();
  await expect(initials).toHaveText('ZX');
  const stored = await initials.textContent();
  expect(consoleErrors).toEqual([]);
  await end();
  return stored;
}

/** Chooses numeric dates; returns the first date with a month's name on each page. */
async function datesWithNames(as: As, pages: readonly string[]): Promise<Record<string, string>> {
  const { page, consoleErrors, end } = await signedIn(as);
  await openProfile(page);
  const today = dayIn(0).split('-').toReversed().join('/');
  await page.getByLabel(today, { exact: true }).check();
  await page.getByRole('button', { name: 'Save profile' }).click();
  await notices(page).getByText('Profile saved.').waitFor();
  const withName = /\b\d{1,2} (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]* \d{4}/;
  const found: Record<string, string> = {};
  for (const place of pages) {
    const text = (await textAt(page, place)).replaceAll('\u00A0', ' ');
    const [date] = withName.exec(text) ?? [];
    if (date !== undefined) found[place] = date;
  }
  expect(consoleErrors).toEqual([]);
  await end();
  return found;
}

/** What stands on a page of the firm's area. */
async function textAt(page: Page, place: string): Promise<string> {
  await page.goto(`${recoup.url}/home/attorneys/${place}`);
  await waitForIdle(page);
  return page.getByRole('main').innerText();
}
