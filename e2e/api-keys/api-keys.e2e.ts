import { beforeAll, it } from 'vitest';
import type { Page } from 'playwright-core';
import { deepIt, expect } from '../support/test.ts';
import { demoFirmAdmins, demoOffice } from '../../apps/server/src/seeds/demo-people.ts';
import { a11yViolationsInLooks } from '../support/a11y.ts';
import { recoup, signedIn, useApp } from '../support/app.ts';
import { launch, signIn, type Visit } from '../support/browser.ts';
import { callApi } from '../support/wire.ts';

useApp();
const { lerato } = demoFirmAdmins;
const integrations = '/home/attorneys/integrations';
let visit: Visit;

beforeAll(async () => {
  visit = await signedIn(lerato, integrations);
});

const panel = (page: Page) => page.getByRole('region', { name: 'API keys' });

const keys = (page: Page) => panel(page).getByRole('list', { name: 'API keys' });

const form = (page: Page) => page.getByRole('dialog', { name: 'Make an API key' });

const shown = (page: Page) => page.getByRole('dialog', { name: 'Your API key' });

const statusOf = async (key: string): Promise<number> =>
  (await fetch(`${recoup.url}/core/api/matters`, { headers: { authorization: `Bearer ${key}` } }))
    .status;

it('makes a key, shows it once and keeps it from a slip, and deletes it', async () => {
  const { page } = visit;
  await panel(page).getByText('There is no API key yet.').waitFor();
  await fillForm(page, 'Nightly import', ['Read', 'Import']);
  // The second press of a double press must not close what the first has opened.
  await form(page).getByRole('button', { name: 'Make key' }).dblclick();
  await shown(page).waitFor();
  await page.keyboard.press('Enter');
  const key = await shown(page).getByLabel('API key').innerText();
  expect(key).toMatch(/^rk_[\w-]{43}$/);
  expect(await statusOf(key)).toBe(200);
  await shown(page).getByRole('button', { name: 'Copied' }).waitFor();
  await shown(page).getByRole('button', { name: 'Done' }).click();
  await shown(page).waitFor({ state: 'detached' });

  await keys(page)
    .getByText(/^Read, Import; made by Lerato Nkosi on .*; (not used yet|last used .*); last day /)
    .waitFor();
  await page.getByRole('button', { name: 'Delete Nightly import' }).click();
  const question = page.getByRole('dialog', { name: 'Delete Nightly import?' });
  await question.getByRole('button', { name: 'Delete', disabled: false }).click();
  await panel(page).getByText('There is no API key yet.').waitFor();
  await expect.poll(() => statusOf(key)).toBe(401);
});

deepIt('asks before it closes a key that was not copied', async () => {
  const { page } = visit;
  await fillForm(page, 'Assistant', ['Read']);
  await form(page).getByLabel('Ends').selectOption('Never');
  await form(page).getByRole('button', { name: 'Make key' }).click();
  await shown(page).waitFor();
  await page.keyboard.press('Escape');
  await page.getByText('The key is not shown again. Copy it first.').waitFor();
  await page.getByRole('button', { name: 'Stay' }).click();
  await shown(page).getByRole('button', { name: 'Copy' }).click();
  await shown(page).getByRole('button', { name: 'Done' }).click();
  await expect(keys(page).getByText(/^Read; .*; does not end$/)).toBeVisible();
  await expect(keys(page).getByRole('listitem')).toHaveCount(1);
});

it('shows keys to an auditor, who makes and deletes none', async () => {
  const body = { name: 'Practice system', scopes: ['import'] };
  await callApi(demoFirmAdmins.anneke, 'POST', '/api-keys', body);
  const { page } = await signedIn(demoOffice.gillian, integrations);
  await keys(page).getByText('Practice system').waitFor();
  await expect(panel(page).getByRole('button')).toHaveCount(0);
});

deepIt('says at the fields what is missing, and what another key has', async () => {
  const { page } = visit;
  await panel(page).getByRole('button', { name: 'Make a key' }).click();
  await form(page).getByRole('button', { name: 'Make key' }).click();
  await form(page).getByText('Enter a name.').waitFor();
  await form(page).getByText('Choose at least one.').waitFor();
  await form(page).getByLabel('Name').fill('ASSISTANT');
  await form(page).getByLabel('Capture', { exact: true }).check();
  await form(page).getByLabel('Ends').selectOption('On a day of your choice');
  await form(page).getByLabel('Last day').fill('2020-01-01');
  await form(page).getByRole('button', { name: 'Make key' }).click();
  await form(page).getByText('Must be in the future.').waitFor();
  await form(page).getByLabel('Ends').selectOption('In 30 days');
  await form(page).getByRole('button', { name: 'Make key' }).click();
  await form(page).getByText('The firm has an API key of that name already.').waitFor();
  expect(await a11yViolationsInLooks(page)).toEqual([]);
  await form(page).getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Discard', disabled: false }).click();
  await form(page).waitFor({ state: 'detached' });
  // The refusals of the server are the browser's own lines.
  expect(visit.consoleErrors.filter((line) => !line.includes('status of 4'))).toEqual([]);
});

// Other tests run with the permission, because the headless shell asks for it.
deepIt('copies a key in a whole browser, which asks for no permission', async () => {
  const whole = await launch({ isWhole: true });
  const page = await whole.newPage();
  await signIn(page, recoup.url, demoFirmAdmins.lerato, '/home/attorneys/integrations');
  await fillForm(page, 'Copied', ['Read']);
  await form(page).getByRole('button', { name: 'Make key' }).click();
  const key = await shown(page).getByLabel('API key').innerText();
  await shown(page).getByRole('button', { name: 'Copy' }).click();
  await expect(shown(page).getByRole('button', { name: 'Copied' })).toBeVisible();
  await shown(page).getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Make a key' }).click();
  await form(page).getByLabel('Name').press('Control+v');
  await expect(form(page).getByLabel('Name')).toHaveValue(key);
  await whole.close();
});

async function fillForm(page: Page, name: string, scopes: readonly string[]): Promise<void> {
  await panel(page).getByRole('button', { name: 'Make a key' }).click();
  await form(page).getByLabel('Name').fill(name);
  for (const scope of scopes) await form(page).getByLabel(scope, { exact: true }).check();
}
