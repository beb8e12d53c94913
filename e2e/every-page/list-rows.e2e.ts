import { expect, it } from 'vitest';
import { demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { asAdmin, useApp } from '../support/app.ts';
import { waitForIdle } from '../support/idle.ts';
import { closeExport } from '../support/wire.ts';

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

it('breaks no day of an export on a tablet', async () => {
  await closeExport(demoFirmAdmins.lerato);
  const { page, end } = await asAdmin('/home/attorneys/exports', 1024);
  const period = page.locator('td[data-label="Period"]').first();
  await period.waitFor();
  const lines = await period.evaluate((cell) => {
    const text = cell.firstChild ?? cell;
    const range = document.createRange();
    range.setStart(text, (text.textContent ?? '').length - '1 Oct 2026'.length);
    range.setEnd(text, (text.textContent ?? '').length);
    return range.getClientRects().length;
  });
  expect(lines).toBe(1);
  await end();
});

it.each([1440, 1024, 390])(
  'shows the four actions of a matter in one line at %i px',
  async (width) => {
    const { page, end } = await asAdmin('/home/attorneys/matters', width);
    const actions = page.getByRole('row', { name: /NP0001/ }).locator('[data-is-action] > *');
    await actions.first().waitFor();
    const boxes = await actions.evaluateAll((all) => all.map((one) => one.getBoundingClientRect()));
    expect(boxes).toHaveLength(4);
    expect(new Set(boxes.map(({ y }) => Math.round(y))).size).toBe(1);
    await end();
  },
);
