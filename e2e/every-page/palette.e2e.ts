import { beforeAll, describe, it } from 'vitest';
import type { Page } from 'playwright-core';
import { demoAttorneys, demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { deepIt, expect } from '../support/test.ts';
import { signIn, type Visit, waitForIdle } from '../support/browser.ts';
import { focused } from '../support/keyboard.ts';
import { systemAdmin } from '../support/recoup.ts';
import { openWindow, recoup, signedIn, useApp } from '../support/app.ts';

useApp();

let admin: Visit;

beforeAll(async () => {
  admin = await openWindow();
  await signIn(admin.page, recoup.url, demoFirmAdmins.lerato);
  await admin.page.waitForURL('**/attorney-list');
});
const palette = (page: Page) => page.getByRole('dialog', { name: 'Search or go to' });
const field = (page: Page) => palette(page).getByRole('combobox', { name: 'Search or go to' });
const option = (page: Page, name: string | RegExp) => palette(page).getByRole('option', { name });

async function search(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+k');
  // The dialog takes the focus a moment after it has come; letters before that would go nowhere.
  await expect.poll(() => focused(page)).toBe('Search or go to');
  await page.keyboard.type(text);
}

describe('the palette', () => {
  it.each([
    ['thabo', /^Thabo Mokoena/, /update-attorney\?attorneyId=/, 'Edit Attorney'],
    ['NP0022', /^NP0022 Bond registration/, /matters\?search=NP0022/, 'Matters'],
    ['photoc', 'Photocopies', /update-disbursement\?/, 'Edit Disbursement'],
    ['add att', 'Add Attorney', /add-attorney$/, 'Add Attorney'],
    ['ledger', 'Exports', /exports$/, 'Exports'],
  ])('leads by keyboard from “%s” to it', async (text, name, address, heading) => {
    const { page } = admin;
    await search(page, text);
    await palette(page)
      .getByRole('status')
      .filter({ hasText: /^\d+ results?$/ })
      .waitFor({ state: 'attached' });
    const chosen = palette(page).getByRole('option', { name, selected: true });
    await expect
      .poll(async () => field(page).getAttribute('aria-activedescendant'))
      .toBe(await chosen.getAttribute('id'));
    await page.keyboard.press('Enter');
    await page.waitForURL(address);
    await page.getByRole('heading', { level: 1, name: heading }).waitFor();
    await expect(palette(page)).toHaveCount(0);
  });

  deepIt('scrolls in its list alone, on a phone and in a low window', async () => {
    const { page } = admin;
    const excess: Record<string, number> = {};
    await page.keyboard.press('Control+k');
    await field(page).waitFor();
    for (const size of [
      { width: 390, height: 844 },
      { width: 1440, height: 360 },
    ]) {
      await page.setViewportSize(size);
      excess[`${size.width}`] = await palette(page).evaluate(
        (dialog) => dialog.scrollHeight - dialog.clientHeight,
      );
    }
    await page.keyboard.press('Escape');
    await page.setViewportSize({ width: 1440, height: 900 });
    expect(excess).toEqual({ 390: 0, 1440: 0 });
  });

  it('finds an export by its number', async () => {
    const { page } = admin;
    await page.goto(`${recoup.url}/home/attorneys/file-handler`);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download Disbursements' }).click();
    await download;
    await search(page, 'export 1');
    await option(page, /^Export 1/).click();
    await page.getByRole('heading', { level: 1, name: 'Export 1' }).waitFor();
    await expect(page).toHaveURL(/\/export\?exportId=/);
  });

  it('moves with the arrows, wraps, and restores the focus on Escape', async () => {
    const { page } = admin;
    await page.goto(`${recoup.url}/home/attorneys/attorney-list`);
    await page.getByLabel('Search name, email or cell').focus();
    await page.keyboard.press('Control+k');
    await field(page).waitFor();
    const active = async () =>
      palette(page).locator('[role="option"][aria-selected="true"]').textContent();
    await expect.poll(active).toBe('Add Attorney');
    await page.keyboard.press('ArrowDown');
    await expect.poll(active).toBe('Add disbursement type');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await expect.poll(active).toBe('API');
    await page.keyboard.press('Escape');
    await palette(page).waitFor({ state: 'detached' });
    await expect.poll(() => focused(page)).toBe('Search name, email or cell');
  });

  it('reports that nothing matches, and retries a failed search', async () => {
    const { page } = admin;
    await search(page, 'no such thing');
    await palette(page).getByText('Nothing matches “no such thing”.').waitFor();
    await page.keyboard.press('Escape');

    await page.route('**/core/api/users?*', async (route) => route.abort());
    await search(page, 'pieter');
    const alert = palette(page).getByRole('alert');
    await alert.filter({ hasText: 'Some results could not be loaded.' }).waitFor();
    await page.unroute('**/core/api/users?*');
    await alert.getByRole('button', { name: 'Retry' }).click();
    await option(page, /^Pieter Botha/).waitFor();
    await expect(alert).toHaveCount(0);
    await palette(page).getByRole('button', { name: 'Close' }).click();
  });

  deepIt('cancels a search that is overtaken', async () => {
    const { page } = admin;
    const cancelled: string[] = [];
    page.on('requestfailed', (request) =>
      cancelled.push(new URL(request.url()).searchParams.get('search') ?? ''),
    );
    await page.route('**/core/api/users?*search=sar&*', async () => undefined);
    const requested = page.waitForRequest((request) => request.url().includes('search=sar&'));
    await search(page, 'sar');
    await requested;
    await page.keyboard.type('as');
    await option(page, /^Saras Naidoo/).waitFor();
    await expect.poll(() => cancelled).toContain('sar');
    await page.unroute('**/core/api/users?*search=sar&*');
    await page.keyboard.press('Escape');
  });

  deepIt('confirms before it leaves unsaved changes, and keeps the focus there', async () => {
    const { page } = admin;
    await page.goto(`${recoup.url}/home/attorneys/add-attorney`);
    await page.getByLabel('Name').fill('Somebody New');
    await search(page, 'matters');
    await page.keyboard.press('Enter');
    await page
      .getByRole('dialog', { name: 'Unsaved changes' })
      .getByRole('button', { name: 'Stay' })
      .click();
    await expect.poll(() => focused(page)).toBe('Name *');
    await expect(page).toHaveURL(/add-attorney/);
    await page.getByLabel('Name').fill('');
  });

  deepIt('opens by its button on a phone, leads an attorney to an entry on a matter', async () => {
    const { page, consoleErrors } = await signedIn(demoAttorneys.thabo, undefined, {
      width: 390,
    });
    await page.getByRole('button', { name: 'Search or go to' }).click();
    await field(page).fill('NP0043');
    await option(page, /^NP0043/).click();
    const sheet = page.getByRole('dialog', { name: 'Add entry' });
    await expect(sheet.getByRole('combobox', { name: 'Matter' })).toHaveValue(/^NP0043 · /);
    await sheet.getByRole('button', { name: 'Close' }).click();
    await page.waitForURL((url) => url.search === '');
    expect(consoleErrors).toEqual([]);
  });

  deepIt('leads the system admin to a firm', async () => {
    const { page } = await signedIn(systemAdmin);
    await search(page, 'daniels');
    await option(page, /^Daniels Attorneys/).click();
    await page.getByRole('heading', { level: 1, name: 'Edit Attorney Firm' }).waitFor();
    await expect(page).toHaveURL(/\/update-firm\?firmId=/);
  });
});

describe('the shortcuts', () => {
  it('open pages, the search and new forms, but not while the user types', async () => {
    const { page } = admin;
    await page.goto(`${recoup.url}/home/attorneys/attorney-list`);
    await waitForIdle(page);
    await page.keyboard.press('g');
    await page.keyboard.press('m');
    await page.getByRole('heading', { level: 1, name: 'Matters' }).waitFor();
    await waitForIdle(page);
    await page.keyboard.press('/');
    await expect.poll(() => focused(page)).toBe('Search number, client or description');
    await page.keyboard.type('gan?');
    await expect(page.getByLabel('Search number, client or description')).toHaveValue('gan?');
    await page.goto(`${recoup.url}/home/attorneys/disbursement-list`);
    await waitForIdle(page);
    await page.keyboard.press('n');
    await page.getByRole('heading', { level: 1, name: 'Add disbursement' }).waitFor();
  });

  deepIt('are shown by ? and in the menu, and can be turned off for good', async () => {
    const { page } = admin;
    await page.goto(`${recoup.url}/home/attorneys/matters`);
    await waitForIdle(page);
    await page.keyboard.press('?');
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await help.getByText('Go to Matters').waitFor();
    await help.getByLabel('Single-key shortcuts').uncheck();
    await help.getByText('off', { exact: true }).first().waitFor();
    await page.keyboard.press('Escape');
    await help.waitFor({ state: 'detached' });

    await page.reload();
    await waitForIdle(page);
    for (const key of ['?', 'n', 'g', 'a']) await page.keyboard.press(key);
    await page.keyboard.press('Control+k');
    await field(page).waitFor();
    await page.keyboard.press('Control+k');
    await palette(page).waitFor({ state: 'detached' });
    await expect(page).toHaveURL(/\/matters/);

    await page.getByRole('button', { name: /^Account of / }).click();
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
    await help.getByLabel('Single-key shortcuts').check();
    await page.keyboard.press('Escape');
    await expect.poll(() => focused(page)).toMatch(/^Account of /);
    expect(admin.consoleErrors).toEqual([]);
  });
});
