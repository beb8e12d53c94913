import { beforeAll, it } from 'vitest';
import { demoAttorneys, demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { a11yViolationsInLooks } from '../support/a11y.ts';
import { asAdmin, recoup, signedIn, useApp } from '../support/app.ts';
import type { Visit } from '../support/browser.ts';
import { deepIt, expect } from '../support/test.ts';
import { open } from '../support/page-sweep.ts';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { closeAndExport, previewClosing } from '../support/closing.ts';

useApp();

const area = '/home/attorneys';
const badRows = fileURLToPath(
  new URL('../../apps/server/src/matters/csv/fixtures/bad-rows.csv', import.meta.url),
);
const press = (name: string | RegExp) => async (page: Page) =>
  page.getByRole('button', { name }).first().click();
const dialog = (page: Page) => page.getByRole('dialog');
async function openThabo(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Edit Thabo Mokoena' }).click();
  await page.getByRole('button', { name: 'Edit Call' }).waitFor();
}
async function selectEntry(page: Page): Promise<void> {
  const box = page.getByRole('checkbox', { name: /^Select: / });
  await box.first().check();
  await page.getByRole('region', { name: 'Selected entries' }).waitFor();
}

/** States of pages after an action of the user. */
const pageStates: readonly {
  state: string;
  of: 'admin' | 'attorney';
  at: string;
  act: (page: Page) => Promise<unknown>;
}[] = [
  { state: 'a refused form', of: 'admin', at: `${area}/add-attorney`, act: press('Save') },
  {
    state: 'the call fees with their help',
    of: 'admin',
    at: `${area}/attorney-list`,
    act: async (page) => {
      await openThabo(page);
      await press('Edit Call')(page);
      await page.getByText('How are calls priced?').click();
      await dialog(page).getByText('A 5:00 call costs').waitFor();
    },
  },
  {
    state: 'the question about unsaved changes',
    of: 'admin',
    at: `${area}/update-cell`,
    act: async (page) => {
      await page.goto(`${recoup.url}${area}/add-disbursement`);
      await page.getByLabel('Name').fill('Something');
      await page.getByRole('link', { name: 'Go Back' }).click();
      await dialog(page).waitFor();
    },
  },
  {
    state: 'the palette with results',
    of: 'admin',
    at: `${area}/matters`,
    act: async (page) => {
      await page.keyboard.press('Control+k');
      await dialog(page).getByRole('combobox').fill('np000');
      await expect(dialog(page).getByRole('option', { name: /^NP0001/ })).toBeVisible();
    },
  },
  {
    state: 'the palette without any',
    of: 'admin',
    at: `${area}/matters`,
    act: async (page) => {
      await page.keyboard.press('Control+k');
      await dialog(page).getByRole('combobox').fill('no such thing');
      await dialog(page).getByText('Nothing matches').waitFor();
    },
  },
  {
    state: 'the shortcuts',
    of: 'admin',
    at: `${area}/matters`,
    act: async (page) => {
      await page.keyboard.press('?');
      await dialog(page).waitFor();
    },
  },
  { state: 'the account menu', of: 'admin', at: `${area}/matters`, act: press(/^Account of /) },
  {
    state: 'refused rows of a file',
    of: 'admin',
    at: `${area}/file-handler`,
    act: async (page) => {
      await page.getByLabel('Matter File Upload').setInputFiles(badRows);
      await page.getByRole('region', { name: 'Rows with errors' }).waitFor();
    },
  },
  {
    state: 'an entry with its reason',
    of: 'admin',
    at: `${area}/entries`,
    act: async (page) => {
      await press(/^Correct/)(page);
      await dialog(page).getByLabel('Reason').waitFor();
    },
  },
  {
    state: 'the bar of selected entries',
    of: 'admin',
    at: `${area}/entries`,
    act: selectEntry,
  },
  {
    state: 'the preview of a correction of several entries',
    of: 'admin',
    at: `${area}/entries`,
    act: async (page) => {
      await selectEntry(page);
      await press('Correct together')(page);
      await dialog(page).getByLabel('Disbursement type').selectOption('Consultation');
      await dialog(page).getByRole('table', { name: 'What changes' }).waitFor();
      await dialog(page).getByRole('button', { name: 'Correct', exact: true }).click();
      await dialog(page).getByText('Enter a reason.').waitFor();
    },
  },
  {
    state: 'the preview of a closing',
    of: 'admin',
    at: `${area}/file-handler`,
    act: previewClosing,
  },
  {
    state: 'the refused form of the mail',
    of: 'admin',
    at: `${area}/file-handler`,
    act: async (page) => {
      await closeAndExport(page);
      await press('Send Mail')(page);
      await page.getByText('Please enter an email address.').waitFor();
    },
  },
  {
    state: 'one export',
    of: 'admin',
    at: `${area}/exports`,
    act: async (page) => {
      await page.getByRole('link', { name: 'Export 1' }).click();
      await page.getByRole('heading', { level: 1, name: 'Export 1' }).waitFor();
    },
  },
  {
    state: 'the refused sheet of an entry',
    of: 'attorney',
    at: '/home/entries?new=entry',
    act: async (page) => dialog(page).getByRole('button', { name: 'Save' }).click(),
  },
  { state: 'a running call', of: 'attorney', at: '/home/entries', act: press('Start call') },
  {
    state: 'a list that could not be loaded',
    of: 'admin',
    at: `${area}/matters`,
    act: async (page) => {
      await page.route('**/core/api/users?*', async (route) => route.abort());
      await page.getByRole('link', { name: 'Attorneys', exact: true }).first().click();
      await page.getByRole('alert').filter({ hasText: 'Attorneys could not be loaded.' }).waitFor();
    },
  },
];

let visits: Record<'admin' | 'attorney', Visit>;
beforeAll(async () => {
  const [admin, attorney] = await Promise.all([
    signedIn(demoFirmAdmins.lerato),
    signedIn(demoAttorneys.thabo),
  ]);
  visits = { admin, attorney };
});

deepIt.each(pageStates)(
  'has no violation and no sideways scroll with $state',
  async ({ of, at, act }) => {
    const { page, consoleErrors } = visits[of];
    await page.setViewportSize({ width: 1440, height: 900 });
    await open(page, at);
    await act(page);
    expect(await a11yViolationsInLooks(page)).toEqual([]);
    expect(consoleErrors).toEqual([]);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  },
);

it('announces the result of a search', async () => {
  const { page } = await asAdmin();
  const said = page.getByRole('status').filter({ hasText: /^Attorneys: / });
  await expect(said).toHaveText(/1–\d of \d/);
  await page.getByLabel('Search name, email or cell').fill('thabo');
  await expect(said).toHaveText(/1–1 of 1/);
  await page.getByLabel('Search name, email or cell').fill('no-such-person');
  await expect(said).toHaveText(/none/);
  await expect(page.getByRole('navigation', { name: /^Pages of/ })).toHaveCount(0);
});
