import { it } from 'vitest';
import { asAdmin, useApp } from '../support/app.ts';
import { closeAndExport } from '../support/closing.ts';
import { expect } from '../support/expect.ts';
import { focusIn, faultsWhileWaiting } from '../support/focus-walk.ts';
import { pageLists } from '../support/page-list.ts';
import { open } from '../support/page-sweep.ts';
import { deepIt } from '../support/deep.ts';

useApp();

it.each(pageLists)(
  'has the focus of $who at the heading or first field of every page, also while data is awaited',
  async (tour) => expect(await faultsWhileWaiting(tour)).toEqual([]),
  120_000,
);

deepIt('keeps the focus near a removed column, fee row and form', async () => {
  const { page, end } = await asAdmin('/home/attorneys/add-posting-layout');
  await page.getByRole('button', { name: 'Remove Column 1' }).press('Enter');
  await expect.poll(() => focusIn(page)).not.toBe('BODY');

  await open(page, '/home/attorneys/attorney-list');
  await page.getByRole('link', { name: /^Edit Thabo/ }).click();
  await page.getByRole('button', { name: 'Edit Call' }).click();
  await page.getByRole('button', { name: 'Remove row 2' }).press('Enter');
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.closest('[role="dialog"]') !== null))
    .toBe(true);

  await open(page, '/home/attorneys/file-handler');
  await closeAndExport(page);
  await open(page, '/home/attorneys/exports');
  await page
    .getByRole('link', { name: /^Export \d/ })
    .first()
    .click();
  await page.getByLabel('Reason').fill('A matter was wrong');
  await page.getByRole('button', { name: /^Reopen export/ }).press('Enter');
  await page.getByRole('region', { name: 'Reopen' }).waitFor({ state: 'detached' });
  await expect.poll(() => focusIn(page)).toMatch(/^H[12]$/);
  await end();
});
