import type { Page } from 'playwright-core';
import { test } from 'vitest';
import { deepIt, expect } from '../support/test.ts';
import { demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { a11yViolations } from '../support/a11y.ts';
import { notices, signInByForm } from '../support/browser.ts';
import { sentTexts } from '../support/outbox.ts';
import { systemAdmin } from '../support/recoup.ts';
import { openWindow, recoup, useApp } from '../support/app.ts';

useApp();

const { lerato } = demoFirmAdmins;

async function hold(page: Page, label: string): Promise<void> {
  await page.getByRole('button', { name: `Show ${label} while held` }).hover();
  await page.mouse.down();
}

/** What stands in the fields, and what has the focus, once the way home is there. */
function fieldsBesideHome(): { values: string[]; focused: string | undefined } | undefined {
  const isThere = [...document.querySelectorAll('main a')].some(
    ({ textContent }) => textContent === 'Home',
  );
  const fields = document.querySelectorAll<HTMLInputElement>('main input:not([hidden])');
  const values = [...fields].map(({ value }) => value);
  return isThere ? { values, focused: document.activeElement?.textContent } : undefined;
}

test('the own password is changed, each field shown while its eye is held', async () => {
  const { page, consoleErrors } = await openWindow();
  await signInByForm(page, recoup.url, systemAdmin);
  await page.getByRole('button', { name: /^Account of / }).click();
  await page.getByRole('link', { name: 'Change Password' }).click();
  const [old, fresh, confirm] = [/^Old Password/, /^New Password/, /^Confirm Password/].map(
    (label) => page.getByLabel(label),
  );
  const update = page.getByRole('button', { name: 'Update' });
  if (!old || !fresh || !confirm) throw new Error('three labels make three fields');
  await expect(update).toBeDisabled();
  await old.focus();
  await fresh.focus();
  await page.getByText('Password is required').waitFor();
  await fresh.fill('short');
  await page.getByText('Must be at least 12 characters long.').waitFor();
  await confirm.fill('shor');
  await page.getByText('Password did not match').waitFor();
  expect(await a11yViolations(page)).toEqual([]);

  await hold(page, 'New Password');
  await expect(fresh).toHaveAttribute('type', 'text');
  await expect(old).toHaveAttribute('type', 'password');
  await expect(confirm).toHaveAttribute('type', 'password');
  await page.mouse.up();
  await expect(fresh).toHaveAttribute('type', 'password');
  await hold(page, 'New Password');
  await page.mouse.move(5, 5);
  await expect(fresh).toHaveAttribute('type', 'password');
  await page.mouse.up();
  await page.getByRole('button', { name: 'Show Old Password while held' }).focus();
  await page.keyboard.down('Space');
  await expect(old).toHaveAttribute('type', 'text');
  await page.keyboard.up('Space');
  await expect(old).toHaveAttribute('type', 'password');

  await old.fill('not-my-password');
  await fresh.fill('seven-quiet-lanterns');
  await confirm.fill('seven-quiet-lanterns');
  await update.click();
  await page.getByRole('alert').filter({ hasText: 'Incorrect old password.' }).waitFor();
  // The marked field, by Enter as by a click.
  await expect(old).toBeFocused();
  await confirm.press('Enter');
  await expect(old).toBeFocused();
  await old.fill(systemAdmin.password);
  // The page soon leaves for home, so the check begins before.
  const [cleared] = await Promise.all([page.waitForFunction(fieldsBesideHome), update.click()]);
  expect(await cleared.jsonValue()).toEqual({ values: ['', '', ''], focused: 'Update' });
  await page.waitForURL('**/home/firms');
  await notices(page).getByText('Password updated successfully!').waitFor();
  await page.getByRole('heading', { name: 'Change your password' }).waitFor({ state: 'hidden' });
  expect(consoleErrors).toEqual([]);
});

deepIt('the own cell is changed, with the password when the sign-in is not fresh', async () => {
  const { page } = await openWindow({ width: 390 });
  await signInByForm(page, recoup.url, lerato);
  let isStale = true;
  await page.route('**/update-cellnumber/**', async (route) => {
    const refusal = {
      message: 'Please enter your password to confirm that it is you.',
      code: 'reauthentication_required',
    };
    if (isStale) return route.fulfill({ status: 403, json: refusal });
    return route.continue();
  });
  await page.goto(`${recoup.url}/home/attorneys/update-cell`);
  await page.getByRole('button', { name: 'Update' }).click();
  await page.getByText('Cell is required').waitFor();
  await expect(page.getByLabel('Cell Number')).toBeFocused();
  // Nothing was sent, of which something could be wrong.
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.getByLabel('Cell Number').fill('082 123');
  await page.getByRole('button', { name: 'Update' }).click();
  await page.getByText('Cell must be at least 10 numbers long.').waitFor();
  expect(await a11yViolations(page)).toEqual([]);
  await page.getByLabel('Cell Number').fill('+27 82 555 0199');
  await page.getByRole('button', { name: 'Update' }).click();
  await page.getByText('Please enter your password to confirm').waitFor();
  isStale = false;
  await page.getByLabel(/^Password/).fill('not-my-password');
  await page.getByRole('button', { name: 'Update' }).click();
  await page.locator('form').getByText('Incorrect password.').first().waitFor();
  await page.getByLabel(/^Password/).fill(lerato.password);
  await page.getByRole('button', { name: 'Update' }).click();
  await page.getByText('Cell number updated successfully!').waitFor();
  await page.waitForURL('**/home/attorneys/attorney-list');
  await expect.poll(async () => (await sentTexts(recoup.dataDir)).at(-1)).toContain('cell number');
});

deepIt('a session about to end warns and can be extended', async () => {
  const { page, consoleErrors } = await openWindow();
  let left = '49';
  await page.route(/\/core\/api\/(?:me$|overview$|users\?)/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({
      response,
      headers: { ...response.headers(), 'session-seconds-left': left },
    });
  });
  await signInByForm(page, recoup.url, lerato);
  const dialog = page.getByRole('dialog', { name: 'Your session is about to end' });
  await dialog.waitFor();
  await expect(dialog).toHaveText(/signed out in 4\d seconds/, { useInnerText: true });
  expect(await a11yViolations(page)).toEqual([]);
  left = '1800';
  await page.getByRole('button', { name: 'Stay signed in' }).click();
  await dialog.waitFor({ state: 'hidden' });
  expect(consoleErrors).toEqual([]);
});
