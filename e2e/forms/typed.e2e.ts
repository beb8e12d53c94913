import { it } from 'vitest';
import type { Page } from 'playwright-core';
import { demoAttorneys, demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { asAdmin, recoup, signedIn, useApp } from '../support/app.ts';
import { recordCall, type Recorded, closeExport, readData } from '../support/wire.ts';
import { deepIt, expect } from '../support/test.ts';
import { systemAdmin } from '../support/recoup.ts';
import { clickTwice, focused } from '../support/keyboard.ts';
import { loseRequests, waitForIdle } from '../support/browser.ts';

useApp();
const matter = (page: Page) => page.getByRole('dialog').getByRole('combobox', { name: 'Matter' });
// A call that runs behind the dialog has a matter too.
const options = (page: Page) =>
  page.getByRole('dialog').getByRole('listbox', { name: 'Matters' }).getByRole('option');
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });
const { thabo: attorney, pieter } = demoAttorneys;

deepIt('shows the current entry when it is opened again after its correction', async () => {
  await recordCall(attorney, 'Opened again');
  const { page } = await signedIn(attorney);
  const line = page.getByRole('button', { name: /Opened again/ });
  for (const [before, after] of ['7 4', '4 12', '12 9'].map((pair) => pair.split(' '))) {
    await line.click();
    await expect.poll(() => page.getByLabel('Minutes').inputValue()).toBe(before);
    await page.getByLabel('Minutes').fill(after ?? '');
    await save(page).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }
  expect(await found('Opened again')).toMatchObject([{ minutes: 9 }]);
});

deepIt('sends the correction of an entry that left while the correction was typed', async () => {
  const { page } = await signedIn(attorney, undefined, { width: 390 });
  await loseRequests(page, '**/core/api/entries', 'POST');
  await addDisbursement(page, 'Sent too early');
  await page.getByRole('button', { name: 'Correct' }).click();
  await page.getByLabel('Narration').fill('Sent in time');
  await page.unroute('**/core/api/entries');
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect.poll(async () => (await found('Sent too early')).length).toBe(1);
  await page.getByText('Waiting for a connection').waitFor({ state: 'detached' });
  await save(page).click();
  await expect.poll(async () => (await found('Sent in time')).length).toBe(1);
});

it('saves by one press of mouse, finger or key while the list of matters is open', async () => {
  const { page } = await signedIn(attorney, undefined, { width: 390, hasTouch: true });
  for (const by of ['mouse', 'finger', 'keyboard'] as const) {
    await saveOverList(page, by);
    await expect.poll(async () => (await found(`By ${by}`)).length).toBe(1);
  }
});

deepIt('moves the focus to the heading of every edit page, and beside a removed row', async () => {
  const { page, end } = await asAdmin();
  await follow(page, 'Edit Thabo Mokoena', 'Edit Attorney');
  await page
    .getByRole('button', { name: /^Remove / })
    .first()
    .click();
  await expect.poll(() => focused(page)).toBe('Disbursement types');
  await page.goto(`${recoup.url}/home/attorneys/disbursement-list`);
  await follow(page, 'Edit Photocopies', 'Edit Disbursement');
  await end();
  const system = await signedIn(systemAdmin, '/home/firms');
  await follow(system.page, 'Edit Daniels Attorneys', 'Edit Attorney Firm');
  await system.page.goto(`${recoup.url}/home/firms`);
  await follow(system.page, demoFirmAdmins.chantal.email, 'Update Attorney Admin');
});

deepIt('shows that a mail was sent', async () => {
  const { page } = await signedIn(demoFirmAdmins.chantal, '/home/attorneys/file-handler');
  await page.setViewportSize({ width: 1440, height: 620 });
  await page.getByRole('button', { name: 'Download Disbursements' }).click();
  await page.getByRole('textbox', { name: 'To' }).fill('books@danielslaw.co.za');
  await page.getByLabel('Subject').fill('Disbursements');
  await page.getByRole('button', { name: 'Send Mail' }).click();
  const message = page.getByText('Mail sent successfully !');
  await message.waitFor();
  await expect
    .poll(() =>
      message.evaluate(
        (element) =>
          element.getBoundingClientRect().top >= 0 &&
          element.getBoundingClientRect().bottom <= innerHeight,
      ),
    )
    .toBe(true);
});

deepIt('moves the focus to the page when an export is reopened', async () => {
  const heading = `Export ${await closeExport(demoFirmAdmins.chantal)}`;
  const { page } = await signedIn(demoFirmAdmins.chantal, '/home/attorneys/exports');
  await page.getByRole('link', { name: heading }).click();
  await page.getByLabel('Reason').fill('Wrong fees for March');
  await page.getByRole('button', { name: /^Reopen export/ }).click();
  await page.getByText(/Reopened by Chantal/).waitFor();
  await expect.poll(() => focused(page)).toBe(heading);
});

deepIt('keeps the focus in the first wrong field if a second press misses the button', async () => {
  const { page } = await asAdmin('/home/attorneys/add-attorney');
  await clickTwice(page, save(page), 'Name *');
  // Both presses of a double click on a label count.
  await page.getByText('Send an invitation').dblclick();
  await expect(page.getByLabel('Send an invitation')).not.toBeChecked();
});

deepIt('keeps the focus on Stop or on the opener after a double tap', async () => {
  const { page } = await signedIn(attorney, undefined, { width: 390, hasTouch: true });
  await clickTwice(page, page.getByRole('button', { name: 'Start call' }), 'Stop');
  await loseRequests(page, '**/core/api/entries', 'POST');
  await typeDisbursement(page, 'Tapped twice');
  await clickTwice(page, save(page), 'Add entry');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

deepIt('opens nothing by a second Enter after the first has saved and closed', async () => {
  const { page } = await signedIn(attorney);
  await loseRequests(page, '**/core/api/entries', 'POST');
  await typeDisbursement(page, 'Entered twice');
  // Time stands still between the keys, however slow the machine is.
  await page.clock.install();
  await page.clock.pauseAt(new Date(Date.now() + 60_000));
  await save(page).press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.clock.runFor(100);
  await expect.poll(() => focused(page)).toBe('Add entry');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.clock.runFor(1_000);
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Add entry' }).waitFor();
});

deepIt('shows no error of an earlier save beside current errors', async () => {
  const { _id } = await recordCall(pieter, 'Refused first');
  const { page } = await signedIn(pieter);
  await page.getByRole('button', { name: /Refused first/ }).click();
  await page.getByLabel('Minutes').fill('9');
  await page.route(
    `**/entries/${_id}`,
    (route) => route.fulfill({ status: 429, json: { message: 'Please wait.' } }),
    { times: 1 },
  );
  await save(page).click();
  await page.getByRole('alert').filter({ hasText: 'Please wait.' }).waitFor();
  await page.getByLabel('Minutes').fill('');
  await save(page).click();
  await expect.poll(() => focused(page)).toBe('Minutes *');
  await expect(page.getByRole('alert')).toHaveCount(0);
});

async function saveOverList(page: Page, by: 'mouse' | 'finger' | 'keyboard'): Promise<void> {
  await typeDisbursement(page, `By ${by}`);
  await matter(page).click();
  await options(page).first().waitFor();
  if (by === 'mouse') await save(page).click();
  if (by === 'finger') await save(page).tap();
  if (by === 'keyboard') await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

async function addDisbursement(page: Page, narration: string): Promise<void> {
  await typeDisbursement(page, narration);
  await save(page).click();
  await page.getByText('Waiting for a connection').waitFor();
}

async function found(search: string): Promise<Recorded[]> {
  const query = new URLSearchParams({ page: '1', itemsPerPage: '5', search });
  return await readData<Recorded[]>(demoFirmAdmins.lerato, `/entries?${query}`);
}

async function follow(page: Page, link: string, heading: string): Promise<void> {
  await page.getByRole('link', { name: link }).click();
  await page.getByRole('heading', { level: 1, name: heading }).waitFor();
  await waitForIdle(page);
  await expect.poll(() => focused(page)).toBe(heading);
}

async function typeDisbursement(page: Page, narration: string): Promise<void> {
  await page.getByRole('button', { name: 'Add entry' }).click();
  await chooseFirst(page);
  await page.getByLabel('Unit price (R)').fill('12.50');
  await page.getByLabel('Narration').fill(narration);
}

async function chooseFirst(page: Page): Promise<void> {
  await matter(page).click();
  await options(page).first().click();
}
