import { describe, it } from 'vitest';
import type { Page } from 'playwright-core';
import { deepIt, expect } from '../support/test.ts';
import { demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { a11yViolations, a11yViolationsInLooks } from '../support/a11y.ts';
import { useApp, useVisit } from '../support/app.ts';
import { callApi, readData } from '../support/wire.ts';
import { loseNextAnswer, loseNextRequest, waitForIdle } from '../support/browser.ts';
import { holdRequests } from '../support/network.ts';

useApp();
const boxes = (page: Page) => page.getByRole('checkbox', { name: /^Select: / });
const bar = (page: Page) => page.getByRole('region', { name: 'Selected entries' });
const dialog = (page: Page) => page.getByRole('dialog', { name: /^Correct \d+ entr/ });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const rowWithNumbers = async (page: Page) =>
  page.getByRole('table', { name: 'Entries' }).locator('tbody tr').allTextContents();
const open = useVisit(demoFirmAdmins.lerato);
const at = '/home/attorneys/entries';

describe('entries that are corrected together', () => {
  it('get another matter after a preview, and their own one back by Undo', async () => {
    const page = await open(at);
    await boxes(page).first().waitFor();
    const before = await rowWithNumbers(page);
    await boxes(page).first().focus();
    await page.keyboard.press('Space');
    await boxes(page).nth(1).check();
    await expect(bar(page)).toContainText('2 selected');
    await press(page, 'Correct together');
    await chooseMatter(page, 'NP0009');
    await expect(dialog(page).getByText(/^2 entries change\. The total stays R/)).toBeVisible();
    await dialog(page).getByLabel('Reason').fill('Wrong file');
    await dialog(page).getByRole('button', { name: 'Correct', exact: true }).click();
    await page.getByText('2 entries corrected.').waitFor();
    await expect(dialog(page)).toHaveCount(0);
    await expect(bar(page)).toHaveCount(0);
    // The bar is gone: the keyboard goes on within the list.
    await expect
      .poll(() => page.evaluate(() => document.activeElement === document.body))
      .toBe(false);
    await expect.poll(async () => (await rowWithNumbers(page)).join()).toContain('NP0009');
    await press(page, 'Undo');
    await page.getByText('2 entries are as before the correction.').waitFor();
    await expect.poll(() => rowWithNumbers(page)).toEqual(before);
  });

  deepIt('leave the list in sight on a phone, below a bar of one line', async () => {
    const page = await open(at, 390);
    await boxes(page).first().check();
    await expect(bar(page)).toContainText('1 selected');
    const height = async () => (await bar(page).boundingBox())?.height ?? 0;
    await expect.poll(height).toBeLessThan(56);
    await press(page, 'Select all that match');
    await expect(bar(page)).toHaveText(/^\d{2,} selected/, { useInnerText: true });
    await expect.poll(height).toBeLessThan(56);
    await press(page, 'Clear selection');
    await expect(bar(page)).toHaveCount(0);
  });

  deepIt('name what prevents the correction first, and leave it out', async () => {
    const page = await open(`${at}?size=20`);
    await boxes(page).first().waitFor();
    for (const box of await boxes(page).all()) await box.check();
    await press(page, 'Correct together');
    await dialog(page).getByLabel('Disbursement type').selectOption('Consultation');
    const refused = dialog(page).getByRole('alert');
    await refused.getByText(/cannot be corrected, so that nothing can be saved\.$/).waitFor();
    const save = dialog(page).getByRole('button', { name: 'Correct', exact: true });
    await expect(save).toBeDisabled();
    expect(await a11yViolations(page)).toEqual([]);
    await refused.getByRole('button', { name: /^Leave out / }).click();
    await expect(refused).toHaveCount(0);
  });

  deepIt('stay selected over pages, but not when the list is narrowed', async () => {
    const page = await open(`${at}?size=5`);
    await boxes(page).first().check();
    await page.getByRole('button', { name: 'Page 2' }).click();
    await page.waitForURL(/page=2/);
    await waitForIdle(page);
    await boxes(page).first().check();
    await expect(bar(page)).toContainText('2 selected');
    expect(await a11yViolationsInLooks(page)).toEqual([]);
    await press(page, 'Select all that match');
    await expect(bar(page)).toHaveText(/^\d{2,} selected/, { useInnerText: true });
    await page.getByLabel('Attorney', { exact: true }).selectOption({ index: 1 });
    await expect(bar(page)).toHaveCount(0);
  });

  it('are not selected by an answer that comes after the list was narrowed', async () => {
    const page = await open(`${at}?size=5`);
    await boxes(page).first().check();
    const release = await holdRequests(page, '**/core/api/entries?*', (request) =>
      new URL(request.url()).searchParams.has('itemsPerPage', '100'),
    );
    await press(page, 'Select all that match');
    const selectAll = page.getByRole('button', { name: 'Select all that match' });
    await expect(selectAll).toHaveAttribute('aria-busy', 'true');
    await page.getByLabel('Attorney', { exact: true }).selectOption({ index: 1 });
    await expect(bar(page)).toHaveCount(0);
    const answered = page.waitForResponse((response) => response.url().includes('=100'));
    release();
    await answered;
    await waitForIdle(page);
    await expect(bar(page)).toHaveCount(0);
    await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(0);
  });

  deepIt('name those that another user deleted, and are corrected without them', async () => {
    const page = await open(at);
    for (const index of [0, 1]) await boxes(page).nth(index).check();
    const name = (await boxes(page).first().getAttribute('aria-label'))?.replace('Select: ', '');
    await deleteLatest();
    await press(page, 'Correct together');
    await dialog(page).getByLabel('Reason').fill('Wrong file');
    await chooseMatter(page, 'NP0013');
    const refused = dialog(page).getByRole('alert');
    const text = '1 selected entry was deleted, so that nothing can be saved';
    await refused.getByText(`${text}: ${name}.`).waitFor();
    expect(await a11yViolations(page)).toEqual([]);
    await refused.getByRole('button', { name: 'Leave out 1 entry' }).click();
    await expect(dialog(page).getByText(/^1 entry changes\./)).toBeVisible();
    await dialog(page).getByRole('button', { name: 'Correct', exact: true }).click();
    await page.getByText('1 entry corrected.').waitFor();
  });

  deepIt('are no longer selected when another user deleted all of them', async () => {
    const page = await open(at);
    await boxes(page).first().check();
    await press(page, 'Correct together');
    await chooseMatter(page, 'NP0014');
    await dialog(page).getByLabel('Reason').fill('Wrong file');
    await expect(dialog(page).getByText(/^1 entry changes\./)).toBeVisible();
    await deleteLatest();
    await dialog(page).getByRole('button', { name: 'Correct', exact: true }).click();
    const refused = dialog(page).getByRole('alert').filter({ hasText: 'was deleted' });
    await refused.getByRole('button', { name: 'Clear selection' }).click();
    await expect(bar(page)).toHaveCount(0);
    // The next selection does not open the dialog.
    await boxes(page).first().check();
    await expect(bar(page)).toHaveCount(1);
    await expect(dialog(page)).toHaveCount(0);
  });

  deepIt('are corrected once, and can get their matter back, though answers are lost', async () => {
    const page = await open(at);
    await boxes(page).first().check();
    await press(page, 'Correct together');
    await chooseMatter(page, 'NP0012');
    await expect(dialog(page).getByText(/^1 entry changes\./)).toBeVisible();
    await dialog(page).getByLabel('Reason').fill('Wrong file');
    const save = dialog(page).getByRole('button', { name: 'Correct', exact: true });
    await loseNextAnswer(page, '**/core/api/entry-corrections');
    await save.click();
    const unreachable = page.getByText(/^The service cannot be reached\./);
    await unreachable.waitFor();
    await save.click();
    await page.getByText('1 entry corrected.').waitFor();
    await loseNextRequest(page, '**/core/api/entry-corrections/*');
    await press(page, 'Undo');
    await unreachable.waitFor();
    await press(page, 'Undo');
    await page.getByText('1 entry is as before the correction.').waitFor();
    await expect.poll(async () => (await rowWithNumbers(page)).join()).not.toContain('NP0012');
  });

  deepIt('ask before a typed reason is lost, and need a choice and a reason', async () => {
    const page = await open(at);
    await boxes(page).first().check();
    await press(page, 'Correct together');
    await dialog(page).getByRole('button', { name: 'Correct', exact: true }).click();
    await dialog(page).getByText('Please choose a matter or a disbursement type.').waitFor();
    await dialog(page).getByText('Enter a reason.').waitFor();
    // The focus goes to the first fault; until then it would take what is typed along.
    await expect(dialog(page).getByRole('combobox', { name: 'Matter' })).toBeFocused();
    await dialog(page).getByLabel('Reason').fill('Wrong file');
    await page.keyboard.press('Escape');
    const question = page.getByRole('dialog', { name: 'Close and discard?' });
    await expect(question).toHaveCount(1);
  });
});

/** The first entry of the list, by another user. */
async function deleteLatest(): Promise<void> {
  const as = demoFirmAdmins.lerato;
  const list = '/entries?sortOrderDate=-1&page=1&itemsPerPage=5';
  const data = await readData<{ _id: string; version: number }[]>(as, list);
  const [{ _id, version } = { _id: '', version: 0 }] = data;
  await callApi(as, 'DELETE', `/entries/${_id}?version=${version}&reason=Twice`);
}

async function chooseMatter(page: Page, text: string): Promise<void> {
  const field = dialog(page).getByRole('combobox', { name: 'Matter' });
  await field.fill(text);
  await dialog(page).getByRole('option').first().click();
}
