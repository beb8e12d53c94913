import type { Page } from 'playwright-core';
import { test } from 'vitest';
import { expect } from '../support/expect.ts';
import { demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { a11yViolations, sidewaysScroll } from '../support/a11y.ts';
import { signIn, visit } from '../support/browser.ts';
import { browser, recoup, useApp } from '../support/app.ts';
import { closeExport } from '../support/wire.ts';

useApp();

test('a download can be cancelled, and a lost network is said', async () => {
  const { page, end } = await visit(browser);
  await openManager(page, demoFirmAdmins.chantal);
  await page.getByLabel('Everything in a period').check();
  // Never answered: only who cancels gets on.
  await page.route('**/core/api/download*', async () => undefined);
  await page.getByRole('button', { name: 'Download Disbursements' }).click();
  await page.getByText('Preparing…').waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByText('Cancelled. Nothing was saved.').waitFor();
  expect(await a11yViolations(page)).toEqual([]);
  await page.unroute('**/core/api/download*');
  await page.route('**/core/api/download*', (route) => route.abort());
  await page.getByRole('button', { name: 'Download Disbursements' }).click();
  await page.getByRole('alert').filter({ hasText: 'The service cannot be reached.' }).waitFor();
  await end();
});

test('the screens fit a phone, light and dark', async () => {
  await closeExport(demoFirmAdmins.chantal);
  for (const colorScheme of ['light', 'dark'] as const) {
    const { page, end } = await visit(browser, { width: 390, colorScheme });
    await openManager(page, demoFirmAdmins.chantal);
    await page.getByLabel('CSV for spreadsheets').check();
    await page.getByLabel('Semicolon, with a decimal comma').waitFor();
    expect([await a11yViolations(page), await sidewaysScroll(page)]).toEqual([[], 0]);
    await page.goto(`${recoup.url}/home/attorneys/exports`);
    await page.getByRole('link', { name: 'Export 1' }).waitFor();
    expect([await a11yViolations(page), await sidewaysScroll(page)]).toEqual([[], 0]);
    await page.getByRole('link', { name: 'Export 1' }).click();
    await page.getByText('SHA-256').waitFor();
    expect([await a11yViolations(page), await sidewaysScroll(page)]).toEqual([[], 0]);
    await end();
  }
});

async function openManager(page: Page, as: { email: string; password: string }): Promise<void> {
  await signIn(page, recoup.url, as, '/home/attorneys/file-handler');
  await page.getByRole('button', { name: 'Download Disbursements' }).waitFor();
}
