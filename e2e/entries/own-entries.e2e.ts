import { it } from 'vitest';
import { deepIt } from '../support/deep.ts';
import { expect } from '../support/expect.ts';
import { demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { signIn, visit } from '../support/browser.ts';
import { browser, recoup, signedIn, useApp } from '../support/app.ts';
import { closeExport, recordCall } from '../support/wire.ts';
import {
  save,
  notice,
  typeCall,
  chooseMatter,
  startAndStop,
  recorded,
  attorney,
} from '../support/own-entries.ts';

// What an attorney is told of the own entries, and that a call is billed once.
useApp();

deepIt('records a call once that is open to be saved in two windows', async () => {
  const { page: one, end } = await visit(browser, { width: 390 });
  const two = await one.context().newPage();
  for (const page of [one, two]) await signIn(page, recoup.url, attorney);
  await startAndStop(two);
  await one.getByRole('button', { name: 'Save the call' }).click();
  for (const page of [one, two])
    await typeCall(page, { minutes: '4', narration: 'In two windows' });
  await save(two).click();
  await two.getByRole('button', { name: /In two windows/ }).waitFor();
  await one
    .getByRole('alert')
    .filter({ hasText: 'This call was saved or discarded in another window' })
    .waitFor();
  await expect(save(one)).toHaveCount(0);
  await expect(one.getByLabel('Narration')).toHaveValue('In two windows');
  expect(await recorded('In two windows')).toHaveLength(1);
  await end();
});

it('shows which entry waits for the network, and which one the server rejected', async () => {
  const { page, end } = await visit(browser, { width: 390 });
  await signIn(page, recoup.url, attorney);
  await page.route('**/core/api/entries', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  );
  await page.getByRole('button', { name: 'Add entry' }).click();
  await chooseMatter(page);
  await page.getByLabel('Quantity').fill('2');
  await page.getByLabel('Unit price (R)').fill('12.50');
  await save(page).click();
  await notice(page)
    .getByText('Saved on this device: R 25.00 on NP0001. It is sent when you are back online.')
    .waitFor();
  await page.getByRole('region', { name: 'Not sent yet' }).getByText('2 × R 12.50').waitFor();
  await page.unroute('**/core/api/entries');
  await page.route('**/core/api/entries', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 404, json: { message: 'No such matter.' } })
      : route.continue(),
  );
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await notice(page).getByText('Not accepted: R 25.00 on NP0001. No such matter.').waitFor();
  await expect(
    page.getByRole('region', { name: 'Not sent yet' }).getByText('No such matter.'),
  ).toHaveCount(1);
  await end();
});

deepIt('names to each role who can reopen the export of an entry', async () => {
  await recordCall(attorney, 'Exported');
  const number = await closeExport(demoFirmAdmins.lerato);
  expect(await lockOf(attorney, '/home/entries', /Exported/)).toBe(
    `Locked by export ${number}. Reverse it to correct it, ` +
      'or ask a firm admin to reopen the export.',
  );
  const entries = '/home/attorneys/entries?search=Exported';
  expect(await lockOf(demoFirmAdmins.lerato, entries, /^View: Call/)).toBe(
    `Locked by Export\u00A0${number}. Reverse it to correct it, or reopen the export.`,
  );
});

async function lockOf(
  as: { email: string; password: string },
  at: string,
  opener: RegExp,
): Promise<string> {
  const { page, end } = await signedIn(as, at);
  await page.getByRole('button', { name: opener }).click();
  const text = await page.getByRole('dialog').getByText('Locked by').innerText();
  await end();
  return text;
}
