import { it } from 'vitest';
import type { Page } from 'playwright-core';
import { deepIt, expect } from '../support/test.ts';
import { demoAttorneys, demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { logon, recoup, signedIn, useApp } from '../support/app.ts';
import { countRecorded, passTime, undo } from '../support/undo.ts';
import { focused } from '../support/keyboard.ts';
import { notices, waitForIdle } from '../support/browser.ts';

useApp();
const { thabo } = demoAttorneys;
const unsaved = (page: Page) => page.getByText(/^Unsaved call: /);
const discard = (page: Page) => page.getByRole('button', { name: 'Discard', exact: true });
const unsent = (page: Page) => page.getByRole('region', { name: 'Not sent yet' });

deepIt('brings a discarded call back, also after a page in between', async () => {
  const { page, consoleErrors } = await asAttorney();
  await stopCall(page);
  await discard(page).click();
  await unsaved(page).waitFor({ state: 'detached' });
  await expect(notices(page).getByText(/^Call of 1\smin discarded\.$/)).toBeVisible();
  await page.getByRole('button', { name: /^Account of / }).click();
  await page.getByRole('link', { name: 'Change Password' }).click();
  await page.getByLabel('New Password', { exact: false }).first().waitFor();
  await undo(page).click();
  await page.goBack();
  await unsaved(page).waitFor();
  await discard(page).click();
  await passTime(page);
  await expect(undo(page)).toHaveCount(0);
  await page.reload();
  await page.getByRole('button', { name: 'Start call' }).waitFor();
  expect(consoleErrors).toEqual([]);
});

it('deletes a discarded entry on the server too, which had it without an answer', async () => {
  const { page } = await asAttorney();
  await addUnanswered(page, 'Discarded and there');
  await discard(page).click();
  await page.unroute('**/core/api/entries');
  await passTime(page);
  await expect.poll(() => countRecorded(thabo, 'Discarded and there')).toBe(0);
  await page.reload();
  await page.getByRole('button', { name: 'Start call' }).waitFor();
  await expect(unsent(page)).toHaveCount(0);
});

deepIt('takes the offer away when the next call starts', async () => {
  const { page } = await asAttorney();
  await stopCall(page);
  await discard(page).click();
  await undo(page).waitFor();
  await page.getByRole('button', { name: 'Start call' }).click();
  await page.getByRole('timer').waitFor();
  // By itself it goes away after ten seconds.
  await expect(undo(page)).toHaveCount(0, { timeout: 1_000 });
});

deepIt('neither shows nor sends a discarded entry, in any tab, and brings it back', async () => {
  const { page } = await asAttorney();
  let isCut = true;
  await page
    .context()
    .route('**/core/api/entries', (route) =>
      isCut && route.request().method() === 'POST' ? route.abort() : route.continue(),
    );
  await page.getByRole('button', { name: 'Add entry' }).click();
  await page.getByRole('combobox', { name: 'Matter' }).fill('NP');
  await page.getByRole('option').first().click();
  await page.getByLabel('Unit price (R)').fill('12.50');
  await page.getByLabel('Narration').fill('Discarded while waiting');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await unsent(page).waitFor();
  const token = await page.evaluate(() => sessionStorage.getItem('token'));
  const other = await page.context().newPage();
  await other.goto(`${recoup.url}/favicon.svg`);
  await other.evaluate((value) => sessionStorage.setItem('token', String(value)), token);
  await other.goto(`${recoup.url}/home/entries`);
  await unsent(other).waitFor();
  await discard(page).click();
  await unsent(page).waitFor({ state: 'detached' });
  await unsent(other).waitFor({ state: 'detached' });
  isCut = false;
  await other.evaluate(() => window.dispatchEvent(new Event('online')));
  await waitForIdle(other);
  expect(await countRecorded(thabo, 'Discarded while waiting')).toBe(0);
  // Undone, it is sent.
  await undo(page).click();
  await expect.poll(() => countRecorded(thabo, 'Discarded while waiting')).toBe(1);
});

deepIt('deletes a discarded entry in the session of its user alone', async () => {
  const { page } = await asAttorney();
  await addUnanswered(page, 'Discarded by Thabo');
  await discard(page).click();
  await page.unroute('**/core/api/entries');
  const use = async (token: string) =>
    page.evaluate((value) => sessionStorage.setItem('token', value), token);
  await use(await logon(demoFirmAdmins.chantal));
  await passTime(page);
  await expect(undo(page)).toHaveCount(0);
  await waitForIdle(page);
  expect(await countRecorded(thabo, 'Discarded by Thabo')).toBe(1);
  await use(await logon(thabo));
  await page.clock.fastForward(60_000);
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect.poll(() => countRecorded(thabo, 'Discarded by Thabo')).toBe(0);
});

deepIt('opens a discarded draft again as typed, and asks again before it is lost', async () => {
  const { page } = await asAttorney();
  await page.getByRole('button', { name: 'Add entry' }).click();
  await page.getByLabel('Narration').fill('Thrown away too soon');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog', { name: 'Close and discard?' }).waitFor();
  await discard(page).click();
  await page.getByRole('dialog').first().waitFor({ state: 'detached' });
  await undo(page).click();
  const dialog = page.getByRole('dialog', { name: 'Add entry' });
  await expect(dialog.getByLabel('Narration')).toHaveValue('Thrown away too soon');
  await page.keyboard.press('Escape');
  await expect.poll(() => focused(page)).toBe('Stay');
  await discard(page).click();
  await undo(page).waitFor();
  // Its time rests while the focus, which came back to where it was, is on it.
  await page.getByRole('heading', { level: 1 }).click();
  await passTime(page);
  await expect(undo(page)).toHaveCount(0);
});

const asAttorney = () => signedIn(thabo, undefined, { width: 390, hasClock: true });

async function stopCall(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Start call' }).click();
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await unsaved(page).waitFor();
}

/** The server has it, and its answer is lost. */
async function addUnanswered(page: Page, narration: string): Promise<void> {
  await page.route('**/core/api/entries', async (route) => {
    if (route.request().method() === 'POST') await route.fetch();
    await route.abort();
  });
  await page.getByRole('button', { name: 'Add entry' }).click();
  await page.getByRole('combobox', { name: 'Matter' }).fill('NP');
  await page.getByRole('option').first().click();
  await page.getByLabel('Unit price (R)').fill('12.50');
  await page.getByLabel('Narration').fill(narration);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await unsent(page).waitFor();
  await expect.poll(() => countRecorded(thabo, narration)).toBe(1);
}
