import { test } from 'vitest';
import { expect } from '../support/expect.ts';
import { asSystemAdmin, row } from '../support/firms.ts';
import { tabTo, typeInto } from '../support/keyboard.ts';
import { browser, recoup, useApp } from '../support/app.ts';

useApp();

test('a firm is added, gets its admin and is renamed without a mouse', async () => {
  const { page, consoleErrors, end } = await asSystemAdmin(browser, recoup, {
    path: '/home/firms',
  });
  await tabTo(page, 'Add Firm');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Add Attorney Firm' }).waitFor();
  await tabTo(page, 'Save');
  await page.keyboard.press('Enter');
  // The first field that is wrong gets the focus.
  await page.getByLabel('Firm Name').and(page.locator(':focus')).waitFor();
  await page.keyboard.type('Without A Mouse');
  await tabTo(page, 'Domain 1 *');
  await typeInto(page, ['mouseless.co.za', '', '']);
  await tabTo(page, 'Save');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Add Attorney Admin' }).waitFor();
  await tabTo(page, 'Go Back');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/home/firms');
  await row(page, 'Without A Mouse').waitFor();
  await tabTo(page, 'Add Attorney Admin of Without A Mouse');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Add Attorney Admin' }).waitFor();
  await tabTo(page, 'Email *');
  await typeInto(page, ['ayanda@mouseless.co.za', '0825550190']);
  await page.keyboard.press('ArrowDown');
  await expect(page.getByLabel('Inactive')).toBeChecked();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/home/firms');
  await tabTo(page, 'Edit Without A Mouse');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Edit Attorney Firm' }).waitFor();
  await tabTo(page, 'Firm Name *');
  await page.keyboard.press('Control+A');
  await page.keyboard.type('Without Any Mouse');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/home/firms');
  await row(page, 'Without Any Mouse').getByText('ayanda@mouseless.co.za').waitFor();
  expect(consoleErrors).toEqual([]);
  await end();
});
