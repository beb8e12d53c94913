import { test } from 'vitest';
import { deepIt } from '../support/deep.ts';
import { expect } from '../support/expect.ts';
import { demoAttorneys, demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { signedIn, useApp } from '../support/app.ts';
import { datesWithNames, initialsAfterRename, textAt } from '../support/profile.ts';

useApp();

test('changes the name of an attorney, and the bar follows at once', async () => {
  expect(await initialsAfterRename(demoAttorneys.thabo)).toBe('ZX');
});

deepIt('shows dates in the chosen form on the pages, and on another device', async () => {
  const pages = ['entries', 'overview', 'exports'];
  expect(await datesWithNames(demoFirmAdmins.lerato, pages)).toEqual({});
  const { page, end } = await signedIn(demoFirmAdmins.lerato);
  expect(await textAt(page, 'entries')).toMatch(/\b\d{2}\/\d{2}\/\d{4}\b/);
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
