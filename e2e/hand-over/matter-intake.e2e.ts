import { beforeAll, it } from 'vitest';
import type { Page } from 'playwright-core';
import { expect } from '../support/test.ts';
import { demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { a11yViolationsInLooks } from '../support/a11y.ts';
import { signedIn, useApp } from '../support/app.ts';
import { waitForIdle } from '../support/browser.ts';
import { callApi } from '../support/wire.ts';

useApp();
const integrations = '/home/attorneys/integrations';
let page: Page;

beforeAll(async () => {
  ({ page } = await signedIn(demoFirmAdmins.lerato, integrations));
});
const panel = () => page.getByRole('region', { name: 'Matter files on schedule' });
const press = (name: string) => panel().getByRole('button', { name }).click();

it('asks for a server first, then saves the folder and its times', async () => {
  await panel().getByText('Add an SFTP server under Hand-over on schedule first.').waitFor();
  const login = { host: '127.0.0.1', user: 'recoup', password: 'a-secret-of-sftp' };
  await callApi(demoFirmAdmins.lerato, 'POST', '/sftp-servers', {
    name: 'Practice system',
    ...login,
  });
  await page.reload();
  await panel().getByLabel('Folder').fill('/out');
  await panel().getByLabel('File names').fill('../*.csv');
  await press('Save import on schedule');
  await expect(panel().getByText(/^Must be the name of a file without a path/)).toBeVisible();
  await panel().getByLabel('File names').fill('matters-*.csv');
  await panel().getByLabel('Days').selectOption('Every day');
  await panel().getByLabel('Time').fill('05:45');
  // The second press of a double press saves nothing twice.
  await panel().getByRole('button', { name: 'Save import on schedule' }).dblclick();
  await expect(panel().getByText(/^Next: .*, in the name of Lerato Nkosi\.$/)).toBeVisible();
  await page.reload();
  await expect(panel().getByLabel('File names')).toHaveValue('matters-*.csv');
  expect(await a11yViolationsInLooks(page)).toEqual([]);
});

it('says what the connection lacks', async () => {
  await press('Test connection');
  const message = panel().getByText(/inside a private network/);
  await expect(message).toHaveCount(1);
});

it('is switched off, removed, and brought back', async () => {
  await panel().getByLabel('Import on schedule', { exact: true }).uncheck();
  await press('Save import on schedule');
  await panel().getByText('It is off.').waitFor();
  await expect(panel().getByRole('button', { name: 'Import now' })).toHaveCount(0);
  await press('Remove');
  await page.getByText('Import on schedule removed.').waitFor();
  await panel().getByRole('button', { name: 'Remove' }).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Undo' }).click();
  await panel().getByText('It is off.').waitFor();
});

it('says once that the servers could not be loaded', async () => {
  let requests = 0;
  await page.route('**/core/api/sftp-servers*', async (route) => {
    requests += 1;
    await route.fulfill({ status: 409, json: { code: 'conflict', message: 'Not now.' } });
  });
  await page.reload();
  await expect(panel().getByText('The import on schedule could not be loaded.')).toBeVisible();
  await waitForIdle(page);
  expect(requests).toBeLessThan(6);
  await page.unrouteAll();
});
