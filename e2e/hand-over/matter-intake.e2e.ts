import type { Page } from 'playwright-core';
import { afterAll, beforeAll, it } from 'vitest';
import { expect } from '../support/expect.ts';
import { demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { a11yViolationsInLooks } from '../support/a11y.ts';
import { recoup, signedIn, useApp } from '../support/app.ts';
import type { Visit } from '../support/browser.ts';

useApp();
const integrations = '/home/attorneys/integrations';
let visit: Visit;

beforeAll(async () => {
  visit = await signedIn(demoFirmAdmins.lerato, integrations);
});
afterAll(() => visit.end());

const panel = (page: Page) => page.getByRole('region', { name: 'Matter files on schedule' });
const press = (page: Page, name: string) => panel(page).getByRole('button', { name }).click();

async function addServer(): Promise<void> {
  const { email, password } = demoFirmAdmins.lerato;
  const send = async (path: string, body: object, token = '') => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
    const init = { method: 'POST', headers, body: JSON.stringify(body) };
    return (await fetch(`${recoup.url}/core/api${path}`, init)).json() as Promise<{
      token: string;
    }>; // of the contract
  };
  const { token } = await send('/logon', { email, password });
  const login = { user: 'recoup', password: 'a-secret-of-sftp' };
  await send('/sftp-servers', { name: 'Practice system', host: '127.0.0.1', ...login }, token);
}

it('asks for a server first, then saves the folder and its times', async () => {
  const { page } = visit;
  await panel(page).getByText('Add an SFTP server under Hand-over on schedule first.').waitFor();
  await addServer();
  await page.reload();
  await panel(page).getByLabel('Folder').fill('/out');
  await panel(page).getByLabel('File names').fill('../*.csv');
  await press(page, 'Save import on schedule');
  await panel(page)
    .getByText(/^Must be the name of a file without a path/)
    .waitFor();
  await panel(page).getByLabel('File names').fill('matters-*.csv');
  await panel(page).getByLabel('Days').selectOption('Every day');
  await panel(page).getByLabel('Time').fill('05:45');
  // The second press of a double press saves nothing twice.
  await panel(page).getByRole('button', { name: 'Save import on schedule' }).dblclick();
  await panel(page)
    .getByText(/^Next: .*, in the name of Lerato Nkosi\.$/)
    .waitFor();
  await page.reload();
  await expect(panel(page).getByLabel('File names')).toHaveValue('matters-*.csv');
  expect(await a11yViolationsInLooks(page)).toEqual([]);
});

it('says what the connection lacks', async () => {
  const { page } = visit;
  await press(page, 'Test connection');
  const message = panel(page).getByText(/inside a private network/);
  await expect(message).toHaveCount(1);
});

it('is switched off, removed, and brought back', async () => {
  const { page } = visit;
  await panel(page).getByLabel('Import on schedule', { exact: true }).uncheck();
  await press(page, 'Save import on schedule');
  await panel(page).getByText('It is off.').waitFor();
  await expect(panel(page).getByRole('button', { name: 'Import now' })).toHaveCount(0);
  await press(page, 'Remove');
  await page.getByText('Import on schedule removed.').waitFor();
  await panel(page).getByRole('button', { name: 'Remove' }).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Undo' }).click();
  await panel(page).getByText('It is off.').waitFor();
});
