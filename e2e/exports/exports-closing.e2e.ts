import type { Page, Request } from 'playwright-core';
import { test } from 'vitest';
import { expect } from '../support/test.ts';
import { demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { a11yViolations } from '../support/a11y.ts';
import { savedFile } from '../support/browser.ts';
import { confirmClosing, openManager } from '../support/closing.ts';
import { recoup, useApp } from '../support/app.ts';
import { holdRequests } from '../support/network.ts';

useApp();

/** Not a preview of a closing, which names no rows and no sum. */
const isClosing = (request: Request) => request.postData()?.includes('expected') === true;

test('a download locks nothing; a closing is previewed, then locks once', async () => {
  const { page, consoleErrors } = await openManager(demoFirmAdmins.lerato);
  const closings = countClosings(page);
  const copy = await savedFile(page, page.getByRole('button', { name: 'Download Disbursements' }));
  expect(copy.text.split('\r\n').length).toBe(262);
  await page.getByRole('button', { name: 'Cancel' }).click();

  // A double click opens the preview, and closes nothing; Escape, Cancel and Back leave it.
  await page.getByRole('button', { name: 'Close and export' }).dblclick();
  await expect(preview(page)).toHaveText(/Entries\s+260\s/, { useInnerText: true });
  expect(await a11yViolations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Close and export' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  expect(closings()).toBe(0);

  // Of a last day alone.
  await page.getByRole('button', { name: 'Close and export' }).click();
  await page.getByLabel('Last day').fill('2001-01-01');
  await page.getByRole('alert').filter({ hasText: 'No disbursements to download.' }).waitFor();
  await page.getByLabel('Last day').fill('');
  await expect(preview(page)).toHaveText(/Entries\s+260\s/, { useInnerText: true });

  // Slow, and pressed twice; Escape does not leave what is under way.
  const release = await holdRequests(page, '**/core/api/exports', isClosing);
  await confirmClosing(page).dblclick();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeVisible();
  const file = await savedFile(page, { click: async () => release() });
  expect(file).toEqual({ ...copy, name: 'recoup-export-2.csv' });
  await page.getByRole('heading', { name: 'Mail Form' }).waitFor();
  expect(closings()).toBe(1);
  expect(consoleErrors).toEqual([]);
});

test('a lost answer loses no closed export; later changes are not closed unseen', async () => {
  const { page } = await openManager(demoFirmAdmins.chantal);
  await page.getByRole('button', { name: 'Close and export' }).click();
  await expect(preview(page)).toHaveText(/Entries\s+\d/, { useInnerText: true });
  // What the page sends is not what is there any more.
  await page.route('**/core/api/exports', async (route) => {
    await (isClosing(route.request())
      ? route.continue({ postData: JSON.stringify({ expected: { rows: 1, sum: 1 } }) })
      : route.continue());
  });
  await confirmClosing(page).click();
  await page
    .getByRole('dialog')
    .getByText('The disbursements have changed since the preview. Nothing was closed.')
    .waitFor();
  await page.unroute('**/core/api/exports');

  await page.route('**/core/api/exports', async (route) => {
    if (!isClosing(route.request())) return route.continue();
    await route.fetch();
    return route.abort();
  });
  const file = await savedFile(page, confirmClosing(page));
  expect(file.name).toBe('recoup-export-1.csv');
  await page.getByRole('heading', { name: 'Mail Form' }).waitFor();
  await page.unroute('**/core/api/exports');

  await page.reload();
  await page.goto(`${recoup.url}/home/attorneys/exports`);
  const rows = page.getByRole('row').filter({ hasText: 'Export 1' });
  await rows.getByText('Closed').waitFor();
  await expect(page.getByRole('link', { name: /^Export \d/ })).toHaveCount(1);
});

const preview = (page: Page) => page.getByRole('dialog').getByLabel('What would be closed');

/** Counts the closings that are sent. */
function countClosings(page: Page): () => number {
  let sent = 0;
  page.on('request', (request) => {
    if (isClosing(request)) sent += 1;
  });
  return () => sent;
}
