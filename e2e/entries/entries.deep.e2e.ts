import { role } from '@recoup/contract/core/access';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { expect } from '../support/expect.ts';
import { demoAttorneys, demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { a11yViolations, largeTextFaults, sidewaysScroll } from '../support/a11y.ts';
import { signIn, type Visit, visit } from '../support/browser.ts';
import { focused } from '../support/keyboard.ts';
import { type Network, startNetwork } from '../support/network.ts';
import { browser, recoup, useApp } from '../support/app.ts';
import { recordCall, callApi } from '../support/wire.ts';
import { chooseMatter } from '../support/entries.ts';

useApp();

let network: Network;
const phone = 390;
const attorney = demoAttorneys.thabo;

beforeAll(async () => {
  network = await startNetwork(recoup.url);
});
afterAll(async () => {
  await network.cut();
});

async function asAttorney(width = phone): Promise<Visit> {
  const seen = await visit(browser, { width });
  await signIn(seen.page, network.url, attorney);
  await seen.page.waitForURL('**/home/entries');
  return seen;
}

describe('an attorney on a phone', () => {
  it('can use the page on any device', async () => {
    for (const width of [phone, 1440]) {
      const { page, end } = await asAttorney(width);
      await page.getByRole('heading', { name: 'Recorded' }).waitFor();
      expect(await sidewaysScroll(page)).toBe(0);
      expect(await a11yViolations(page)).toEqual([]);
      await end();
    }
  });
});

it('keeps typed text to be copied when the entry was deleted elsewhere', async () => {
  const { _id } = await recordCall(attorney, 'Gone before Save');
  const { page, end } = await visit(browser);
  await signIn(page, recoup.url, attorney);
  const line = page.getByRole('button', { name: /Gone before Save/ });
  await line.click();
  await page.getByLabel('Narration').fill('To be copied');
  await callApi(attorney, 'DELETE', `/entries/${_id}`);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: /^Call on / });
  await dialog.getByRole('alert').filter({ hasText: 'This entry was deleted elsewhere' }).waitFor();
  expect(await largeTextFaults(page, [390])).toEqual([]);
  await expect(dialog.getByRole('button', { name: /Save|Delete/ })).toHaveCount(0);
  await expect(page.getByLabel('Narration')).toHaveValue('To be copied');
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await page.getByRole('button', { name: 'Discard' }).click();
  await dialog.waitFor({ state: 'detached' });
  await line.waitFor({ state: 'detached' });
  await end();
});

it('rejects a text longer than its field with the limit, and cuts nothing off', async () => {
  const { page, end } = await visit(browser);
  await signIn(page, recoup.url, attorney);
  await page.getByRole('button', { name: 'Add entry' }).click();
  await chooseMatter(page, 'NP');
  const fields = [
    ['Narration', 'n'.repeat(1001), 'Must not be more than 1000 characters long.'],
    ['Unit price (R)', '123456789012345678', 'Must not be more than R 100 000 000.00.'],
    ['Quantity', '999999999', 'Must not be more than 100 000.'],
  ] as const;
  for (const [label, text] of fields) await page.getByLabel(label).fill(text);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  for (const [label, text, message] of fields) {
    await page.getByText(message).waitFor();
    await expect(page.getByLabel(label)).toHaveValue(text);
  }
  await expect.poll(() => focused(page)).toBe('Quantity');
  await end();
});

it('shows the page of entries to attorneys alone', async () => {
  const { page, end } = await visit(browser);
  await signIn(page, recoup.url, demoFirmAdmins.lerato);
  await page.goto(`${recoup.url}/home/entries`);
  await page.waitForURL('**/home/unauthorized');
  await expect
    .poll(() => page.evaluate(() => sessionStorage.getItem('role')))
    .toBe(String(role.attorneyAdmin));
  await end();
});
