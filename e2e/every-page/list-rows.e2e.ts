import { beforeAll, it } from 'vitest';
import type { Page } from 'playwright-core';
import { demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { asAdmin, useApp } from '../support/app.ts';
import { dayIn } from '../support/days.ts';
import { expect } from '../support/test.ts';
import { waitForIdle } from '../support/browser.ts';
import { open } from '../support/page-sweep.ts';
import { callApi } from '../support/wire.ts';

// Rules of all lists: a press on a row, the sizes of a page, and what fits in a row.
useApp();
let page: Page;
beforeAll(async () => {
  ({ page } = await asAdmin());
});

it.each([
  ['attorney-list', 'td[data-label="Phone"]', /update-attorney\?attorneyId=/],
  ['disbursement-list', 'tr:has(a[aria-label="Edit Photocopies"]) td', /update-disbursement/],
  ['matters', 'td[data-label="Client"]', /entries\?matter=/],
] as const)('opens a row of %s by a press beside its links', async (list, cell, address) => {
  await open(page, `/home/attorneys/${list}`);
  await page.locator(cell).first().click();
  await expect(page).toHaveURL(address);
});

it('does not open the built-in disbursement type, which has no page', async () => {
  await open(page, '/home/attorneys/disbursement-list');
  const call = page.getByRole('row', { name: /Call/ }).getByRole('cell', { name: 'Call' }).first();
  await expect(call).toHaveCSS('cursor', 'auto');
  await call.click();
  await waitForIdle(page);
  await expect(page).toHaveURL(/\/home\/attorneys\/disbursement-list$/);
});

it.each([
  ['attorney-list', ['5', '10', '20']],
  ['disbursement-list', ['5', '10', '20']],
  ['matters', ['5', '10', '20', '50', '100']],
  ['entries', ['5', '10', '20', '50', '100']],
] as const)('offers on %s the sizes of a page %j', async (list, sizes) => {
  await open(page, `/home/attorneys/${list}?size=100`);
  const size = page.getByLabel('Rows per page');
  await expect(size.locator('option')).toHaveText([...sizes]);
  const isLong = sizes.length > 3;
  await expect(page).toHaveURL((url) => url.search === (isLong ? '?size=100' : ''));
});

it('breaks no day of an export on a tablet', async () => {
  const days = { from: dayIn(-60), to: dayIn(-1) };
  await callApi(demoFirmAdmins.lerato, 'POST', '/exports', days);
  await page.setViewportSize({ width: 1024, height: 900 });
  await open(page, '/home/attorneys/exports');
  const period = page.locator('td[data-label="Period"]').first();
  await expect.poll(() => period.evaluate(linesOfLastDay)).toBe(1);
});

it('shows the four actions of a matter in one line', async () => {
  await open(page, '/home/attorneys/matters');
  const actions = page.getByRole('row', { name: /NP0001/ }).locator('[data-is-action] > *');
  await expect(actions).toHaveCount(4);
  const lines = () =>
    actions.evaluateAll(
      (all) => new Set(all.map((one) => Math.round(one.getBoundingClientRect().y))).size,
    );
  for (const width of [1440, 1024, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await waitForIdle(page);
    await expect.poll(lines, `at ${width} pixels`).toBe(1);
  }
});

it('hints that a list goes on, until its end', async () => {
  await page.setViewportSize({ width: 1024, height: 900 });
  await open(page, '/home/attorneys/attorney-list');
  const list = page.getByRole('region', { name: 'Attorneys, scrolling' });
  // The pixels of its lower right corner, where no text is.
  const shades = async () => {
    const { width = 0, ...box } = (await list.boundingBox()) ?? { x: 0, y: 0, height: 0 };
    const clip = { x: box.x + width - 8, y: box.y + box.height - 12, width: 4, height: 10 };
    const picture = await page.screenshot({ clip });
    return picture.toString('base64');
  };
  const goesOn = await shades();
  await list.focus();
  await page.keyboard.press('End');
  await expect.poll(() => list.evaluate(isAtEnd)).toBe(true);
  await expect.poll(shades).not.toBe(goesOn);
  await page.keyboard.press('Home');
  await expect.poll(shades).toBe(goesOn);
});

const isAtEnd = (list: Element) => list.scrollTop + list.clientHeight >= list.scrollHeight - 1;

function linesOfLastDay(cell: Element): number {
  const text = cell.firstChild ?? cell;
  const message = text.textContent ?? '';
  const range = document.createRange();
  range.setStart(text, message.indexOf('–') + 2);
  range.setEnd(text, message.length);
  return range.getClientRects().length;
}
