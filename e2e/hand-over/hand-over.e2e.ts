import { beforeAll, it } from 'vitest';
import type { Page } from 'playwright-core';
import { demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { a11yViolationsInLooks } from '../support/a11y.ts';
import { signedIn, useApp } from '../support/app.ts';
import { deepIt, expect } from '../support/test.ts';

useApp();
const panel = () => page.getByRole('region', { name: 'Hand-over on schedule' });
const dialog = (name: string) => page.getByRole('dialog', { name, exact: true });
const press = async (name: string, within: string) =>
  dialog(within).getByRole('button', { name, exact: true, disabled: false }).click();
let page: Page;

beforeAll(async () => {
  ({ page } = await signedIn(demoFirmAdmins.lerato, '/home/attorneys/integrations'));
});

const hostKey = `SHA256:${'k'.repeat(43)}`;

it('adds an SFTP server, and says at once what keeps it from working', async () => {
  await panel().getByText('There is no SFTP server yet.').waitFor();
  await panel().getByRole('button', { name: 'Add an SFTP server' }).click();
  const form = dialog('Add an SFTP server');
  await press('Save', 'Add an SFTP server');
  await form.getByText('Enter the name of the server.').waitFor();
  await form.getByLabel('Name').fill('Ledger');
  await form.getByLabel('Server').fill('169.254.169.254');
  await form.getByLabel('User').fill('recoup');
  await press('Save', 'Add an SFTP server');
  await form.getByText('Enter a password or a private key.').waitFor();
  await form.getByLabel('Password').fill('a-secret-of-sftp');
  expect(await a11yViolationsInLooks(page)).toEqual([]);
  await form.getByRole('button', { name: 'Save', exact: true }).dblclick();
  const tested = dialog('Test of Ledger');
  await tested.getByText('inside a private network').waitFor();
  await press('Done', 'Test of Ledger');
  await panel().getByText('Not confirmed').waitFor();
  await expect(panel().getByRole('listitem')).toHaveCount(1);
});

it('shows the host key of a server, and confirms it', async () => {
  const sent: unknown[] = [];
  await page.route('**/core/api/sftp-servers/*/tests', async (route) => {
    const body: unknown = route.request().postDataJSON();
    sent.push(body);
    const isFirst = sent.length === 1;
    await route.fulfill({
      json: {
        data: {
          isWorking: !isFirst,
          problem: isFirst ? 'host_key_unconfirmed' : null,
          message: isFirst ? 'It is not confirmed.' : 'The connection works.',
          hostKey,
          canRead: !isFirst,
          canWrite: !isFirst,
          files: isFirst ? [] : ['a.csv'],
          fileCount: isFirst ? null : 1,
        },
      },
    });
  });
  await panel().getByRole('button', { name: 'Test Ledger' }).click();
  const tested = dialog('Test of Ledger');
  await tested.getByText(hostKey).waitFor();
  expect(await a11yViolationsInLooks(page)).toEqual([]);
  await press('Confirm this key', 'Test of Ledger');
  await tested.getByText('The connection works.').waitFor();
  await tested.getByText('In the folder: a.csv.').waitFor();
  expect(sent).toEqual([{}, { hostKey }]);
  await press('Done', 'Test of Ledger');
});

it('adds a hand-over by email, once', async () => {
  await panel().getByRole('button', { name: 'Add a hand-over' }).click();
  const form = dialog('Add a hand-over');
  await fillMonthEnd();
  const day = form.getByLabel('Day of the month');
  await day.fill('');
  await press('Save', 'Add a hand-over');
  await form.getByText('This day does not exist for the choice.').waitFor();
  await day.fill('25');
  await form.getByRole('button', { name: 'Save', exact: true }).dblclick();
  const items = panel().getByRole('list', { name: 'Hand-overs' });
  await items.getByText('CSV to ledger@zulu.example. On day 25 of the month at 16:00.').waitFor();
  await expect(items.getByRole('listitem')).toHaveCount(1);
  expect(await a11yViolationsInLooks(page)).toEqual([]);
});

it('asks before it deletes a hand-over', async () => {
  await panel().getByRole('button', { name: 'Delete Month end' }).click();
  await press('Delete', 'Delete Month end?');
  await expect(panel().getByText('Nothing is handed over on schedule yet.')).toBeVisible();
});

deepIt('runs a hand-over, shows what became of it, and keeps that without it', async () => {
  await panel().getByRole('button', { name: 'Add a hand-over' }).click();
  await fillMonthEnd();
  await press('Save', 'Add a hand-over');
  await panel().getByRole('button', { name: 'Run Month end now' }).click();
  await press('Run now', 'Run Month end now?');
  const runs = panel().getByRole('list', { name: 'Last runs' });
  // The server looks for due hand-overs at each full minute.
  await runs.getByText('Month end').waitFor({ timeout: 100_000 });
  await expect(runs).toHaveText(/Sent|On the way|Skipped/);
  expect(await a11yViolationsInLooks(page)).toEqual([]);
  await panel().getByRole('button', { name: 'Delete Month end' }).click();
  await press('Delete', 'Delete Month end?');
  await panel().getByText('Nothing is handed over on schedule yet.').waitFor();
  await expect(runs).toContainText('Month end');
});

/** Fills the form of a hand-over by email on the 25th of the month. */
async function fillMonthEnd(): Promise<void> {
  const form = dialog('Add a hand-over');
  await form.getByLabel('Name').fill('Month end');
  await form.getByLabel('To').selectOption('email');
  await form.getByLabel('Email').fill('ledger@zulu.example');
  await form.getByLabel('When').selectOption('day_of_month');
  await form.getByLabel('Day of the month').fill('25');
}
