import { expect, it } from 'vitest';
import { asAdmin, useApp } from '../support/app.ts';
import { waitForIdle } from '../support/idle.ts';

// What all lists do alike: a press on a row, and the sizes of a page.
useApp();

it.each([
  ['attorney-list', 'td[data-label="Phone"]', /update-attorney\?attorneyId=/],
  ['disbursement-list', 'tr:has(a[aria-label="Edit Photocopies"]) td', /update-disbursement/],
  ['matters', 'td[data-label="Client"]', /entries\?matter=/],
] as const)('opens a row of %s by a press beside its links', async (list, cell, address) => {
  const { page, end } = await asAdmin(`/home/attorneys/${list}`);
  await page.locator(cell).first().click();
  await expect.poll(() => page.url()).toMatch(address);
  await end();
});

it('does not open the built-in disbursement type, which has no page', async () => {
  const { page, end } = await asAdmin('/home/attorneys/disbursement-list');
  const call = page.getByRole('row', { name: /Call/ }).getByRole('cell', { name: 'Call' }).first();
  expect(await call.evaluate((cell) => getComputedStyle(cell).cursor)).toBe('auto');
  await call.click();
  await waitForIdle(page);
  expect(new URL(page.url()).pathname).toBe('/home/attorneys/disbursement-list');
  await end();
});

it.each([
  ['attorney-list', ['5', '10', '20']],
  ['disbursement-list', ['5', '10', '20']],
  ['matters', ['5', '10', '20', '50', '100']],
  ['entries', ['5', '10', '20', '50', '100']],
] as const)('offers on %s the sizes of a page %j', async (list, sizes) => {
  const { page, end } = await asAdmin(`/home/attorneys/${list}?size=100`);
  const size = page.getByLabel('Rows per page');
  await waitForIdle(page);
  expect(await size.locator('option').allTextContents()).toEqual(sizes);
  const isLong = sizes.length > 3;
  expect(new URL(page.url()).search).toBe(isLong ? '?size=100' : '');
  await end();
});
