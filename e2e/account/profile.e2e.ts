import type { Page } from 'playwright-core';
import { test } from 'vitest';
import { expect } from '../support/expect.ts';
import { demoAttorneys, demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { a11yViolations } from '../support/a11y.ts';
import { dayIn } from '../support/days.ts';
import { waitForIdle } from '../support/idle.ts';
import { recoup, signedIn, useApp } from '../support/app.ts';

useApp();

const slashed = (isoDay: string) => isoDay.split('-').toReversed().join('/');
const toasts = (page: Page) => page.getByRole('region', { name: 'Notifications' });
const initials = (page: Page) => page.getByRole('button', { name: /^Account of / });

async function openProfile(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account of / }).click();
  await page
    .getByRole('navigation', { name: 'Account' })
    .getByRole('link', { name: 'Profile' })
    .click();
  await page.getByRole('heading', { level: 1, name: 'Profile' }).waitFor();
}

test('changes the own name, and the bar follows at once', async () => {
  const { page, consoleErrors, end } = await signedIn(demoAttorneys.thabo, undefined, {
    width: 390,
  });
  await openProfile(page);
  const name = page.getByLabel('Name');
  await name.fill('Al');
  await page.getByRole('button', { name: 'Save profile' }).click();
  await page.getByText('Name must be at least 3 characters long.').waitFor();
  await expect(name).toBeFocused();
  expect(await a11yViolations(page)).toEqual([]);
  await name.fill('Zanele Xaba');
  await name.press('Enter');
  await toasts(page).getByText('Profile saved.').waitFor();
  await expect(initials(page)).toHaveText('ZX');
  // Nothing is unsaved any more, so nothing asks.
  await page.getByRole('banner').getByRole('link', { name: /home$/ }).click();
  await page.getByRole('heading', { level: 1, name: 'Profile' }).waitFor({ state: 'detached' });
  await page.reload();
  await expect(initials(page)).toHaveText('ZX');
  expect(consoleErrors).toEqual([]);
  await end();
});

test('shows dates in the chosen form on the pages, and on another device', async () => {
  const { page, consoleErrors, end } = await signedIn(demoFirmAdmins.lerato);
  await openProfile(page);
  await page.getByLabel(slashed(dayIn(0)), { exact: true }).check();
  await page.getByRole('button', { name: 'Save profile' }).click();
  await toasts(page).getByText('Profile saved.').waitFor();
  const seen = async (where: Page, at: string): Promise<string> => {
    await where.goto(recoup.url + at);
    await waitForIdle(where);
    return where.getByRole('main').innerText();
  };
  const withName =
    /\b\d{1,2}[\s\u00A0](?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]* \d{4}/;
  for (const place of ['entries', 'overview', 'exports']) {
    const text = (await seen(page, `/home/attorneys/${place}`)).replaceAll('\u00A0', ' ');
    expect([place, withName.exec(text)?.[0]]).toEqual([place, undefined]);
  }
  const other = await signedIn(demoFirmAdmins.lerato);
  expect(await seen(other.page, '/home/attorneys/entries')).toMatch(/\b\d{2}\/\d{2}\/\d{4}\b/);
  expect(consoleErrors).toEqual([]);
  await other.end();
  await end();
});

test('keeps appearance and shortcuts on the device, the same as menu and dialog', async () => {
  const { page, consoleErrors, end } = await signedIn(demoAttorneys.thabo, '/home/profile');
  await page.getByRole('main').getByLabel('Dark').check();
  const html = page.locator('html');
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await page.getByRole('button', { name: /^Account of / }).click();
  const menu = page.getByRole('navigation', { name: 'Account' });
  await expect(menu.getByLabel('Dark')).toBeChecked();
  await menu.getByText('Light').click();
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'light');
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
  await end();
});
