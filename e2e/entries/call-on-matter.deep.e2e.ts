import type { Matter } from '@recoup/contract/matters/endpoints';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { expect } from '../support/expect.ts';
import { demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { recoup, useApp } from '../support/app.ts';
import { type Network, startNetwork } from '../support/network.ts';
import { callApi } from '../support/wire.ts';
import { asAttorney, press, timer, share } from '../support/call-on-matter.ts';

useApp();
const phone = '+27825550101';
let network: Network;
let matter: Pick<Matter, '_id' | 'number'>;

beforeAll(async () => {
  network = await startNetwork(recoup.url);
  const admin = demoFirmAdmins.lerato;
  const list = '/matters?search=NP000&status=Open';
  const [first] = (await callApi<{ data: Matter[] }>(admin, 'GET', list)).data;
  if (!first) throw new Error('The demo has no matter.');
  matter = first;
  await callApi(admin, 'PUT', `/matters/${first._id}`, { phones: [phone] });
});
afterAll(async () => network.cut());

const label = (at = recoup.url) => `${at}/home/entries?call=${matter._id}&number=${matter.number}`;

describe('the label of a matter', () => {
  it('starts no second call while one is running or unsaved', async () => {
    const { page, end } = await asAttorney();
    await press(page, 'Start call');
    await page.goto(label());
    await page.getByText('A call is running. Stop it before you start another one.').waitFor();
    await expect(page.getByRole('button', { name: 'Start call' })).toHaveCount(0);
    await page.keyboard.press('Escape');
    await timer(page).waitFor();
    await press(page, 'Stop');
    await page.keyboard.press('Escape');
    await page.goto(label());
    await page.getByText('Save or discard it before you start another one.').waitFor();
    await end();
  });

  it('opens nothing for an address that names no matter', async () => {
    const { page, end } = await asAttorney();
    await page.goto(`${recoup.url}/home/entries?call=1&number=2`);
    await page.getByRole('button', { name: 'Start call' }).waitFor();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await end();
  });
});

it('starts no call for an attorney without types, whose page could not stop it', async () => {
  const { page, end } = await asAttorney();
  await page.route('**/core/api/me', async (route) => {
    const response = await route.fetch();
    const me: unknown = await response.json();
    const json = { ...Object(me), disbursementTypes: [], callFees: [], callFeeSchedules: [] };
    await route.fulfill({ response, json });
  });
  for (const address of [label(), `${recoup.url}/home/entries?new=call`]) {
    await page.goto(address);
    await page.getByText('Nothing to record yet').waitFor();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(timer(page)).toHaveCount(0);
  }
  const kept = await page.evaluate(() =>
    Object.keys(localStorage).filter((key) => key.includes('timer')),
  );
  expect(kept).toEqual([]);
  await end();
});

describe('a shortcut of the installed app', () => {
  it('adds a disbursement', async () => {
    const { page, end } = await asAttorney();
    await page.goto(`${recoup.url}/home/entries?new=disbursement`);
    const dialog = page.getByRole('dialog', { name: 'Add entry' });
    await dialog.waitFor();
    await expect(dialog.getByLabel('Unit price (R)')).toHaveCount(1);
    await end();
  });
});

describe('what another app shares', () => {
  it('is the narration of a new entry, once', async () => {
    const { page, end } = await asAttorney();
    await share(page, 'Sheriff’s fee for service on 3 March');
    const narration = page.getByLabel('Narration');
    await expect(narration).toHaveValue('Sheriff’s fee for service on 3 March');
    await page.reload();
    await page.getByRole('button', { name: 'Start call' }).waitFor();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await end();
  });
});
