import { afterAll, beforeAll, describe, it } from 'vitest';
import type { Matter } from '@recoup/contract/matters/endpoints';
import type { Page } from 'playwright-core';
import { deepIt, expect } from '../support/test.ts';
import { demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { a11yViolations, sidewaysScroll } from '../support/a11y.ts';
import { recoup, useApp } from '../support/app.ts';
import { type Network, startNetwork } from '../support/network.ts';
import { callApi, readData } from '../support/wire.ts';
import {
  asAttorney,
  press,
  timer,
  isKeptOffline,
  share,
  attorney,
} from '../support/call-on-matter.ts';
import { logOut } from '../support/browser.ts';

useApp();
const phone = '+27825550101';
let network: Network;
let matter: Pick<Matter, '_id' | 'number'>;

beforeAll(async () => {
  network = await startNetwork(recoup.url);
  const admin = demoFirmAdmins.lerato;
  const list = '/matters?search=NP000&status=Open';
  const [first] = await readData<Matter[]>(admin, list);
  if (!first) throw new Error('The demo has no matter.');
  matter = first;
  await callApi(admin, 'PUT', `/matters/${first._id}`, { phones: [phone] });
});

afterAll(async () => network.cut());

type Kept = { seconds: number | null; startedAt: string | null; otherParty: string | null };

const label = (at = recoup.url) => `${at}/home/entries?call=${matter._id}&number=${matter.number}`;

describe('the label of a matter', () => {
  it('leads to a running call by one more tap, offline, and its entry is sent once', async () => {
    const { page, consoleErrors } = await asAttorney(network.url);
    await isKeptOffline(page);
    await expect.poll(() => page.evaluate(() => 'copy:matters ' in sessionStorage)).toBe(true);
    await page.clock.install({ time: new Date() });
    await Promise.all([page.context().setOffline(true), network.cut()]);
    await page.goto(label(network.url));
    const dialog = page.getByRole('dialog', { name: `Call on ${matter.number}` });
    await dialog.getByRole('link', { name: 'Dial 082 555 0101' }).waitFor();
    await dialog.getByRole('button', { name: 'Start call without dialling' }).click();
    await timer(page).waitFor();
    await expect.poll(() => new URL(page.url()).search).toBe('');
    await page.clock.fastForward(125_000);
    await page.reload();
    const field = page.getByRole('combobox', { name: 'Matter' });
    await expect(field).toHaveValue(new RegExp(`^${matter.number} · `));
    await save(page, 'By its label');
    await page.getByText('Waiting for a connection').waitFor();
    await network.restore();
    await page.context().setOffline(false);
    await page.clock.fastForward(20_000);
    await page.getByText('Waiting for a connection').waitFor({ state: 'detached' });
    const [entry, ...others] = await entriesWith('By its label');
    expect(others).toEqual([]);
    expect(entry?.seconds).toBeGreaterThanOrEqual(125);
    expect(entry?.seconds).toBeLessThan(180);
    expect(consoleErrors).toEqual([]);
  });

  deepIt('starts no second call while one is running or unsaved', async () => {
    const { page } = await asAttorney();
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
  });

  deepIt('opens nothing for an address that names no matter', async () => {
    const { page } = await asAttorney();
    await page.goto(`${recoup.url}/home/entries?call=1&number=2`);
    await page.getByRole('button', { name: 'Start call' }).waitFor();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
});

describe('a call on a matter', () => {
  it('dials a number of it and starts the timer, which the entry keeps', async () => {
    const { page } = await asAttorney();
    const dialled = await withoutTelephone(page);
    await press(page, 'Call on a matter');
    await page.getByRole('combobox', { name: 'Matter' }).fill('082 555 0101');
    await page.getByRole('option').first().click();
    const dial = page.getByRole('link', { name: 'Dial 082 555 0101' });
    await expect(dial).toHaveAttribute('href', `tel:${phone}`);
    expect([await a11yViolations(page), await sidewaysScroll(page)]).toEqual([[], 0]);
    await dial.click();
    await expect.poll(dialled).toEqual([`tel:${phone}`]);
    await timer(page).waitFor();
    await page.getByText('082 555 0101').waitFor();
    await save(page, 'Dialled');
    await page.getByRole('button', { name: /Dialled/ }).waitFor();
    await expect.poll(async () => (await entriesWith('Dialled'))[0]?.otherParty).toBe(phone);
  });
});

describe('a shortcut of the installed app', () => {
  deepIt('starts a call, once', async () => {
    const { page } = await asAttorney();
    await page.goto(`${recoup.url}/home/entries?new=call`);
    await timer(page).waitFor();
    await page.waitForURL((url) => url.search === '');
    await press(page, 'Stop');
    await page.keyboard.press('Escape');
    await page.goto(`${recoup.url}/home/entries?new=call`);
    await page.getByText('Save or discard the unsaved call first.').waitFor();
    await expect(timer(page)).toHaveCount(0);
  });

  deepIt('adds a disbursement', async () => {
    const { page } = await asAttorney();
    await page.goto(`${recoup.url}/home/entries?new=disbursement`);
    const dialog = page.getByRole('dialog', { name: 'Add entry' });
    await dialog.waitFor();
    await expect(dialog.getByLabel('Unit price (R)')).toHaveCount(1);
  });
});

describe('what another app shares', () => {
  it('is the number to dial, on the matter that has it', async () => {
    const { page } = await asAttorney();
    await share(page, 'Thandi Ndlovu\n082 555 0101');
    await page.getByRole('link', { name: 'Dial 082 555 0101' }).waitFor();
    await expect
      .poll(() => page.getByRole('combobox', { name: 'Matter' }).inputValue())
      .toContain(matter.number);
    await page.keyboard.press('Escape');
    await page.getByText('What you shared was discarded.').waitFor();
    await page.keyboard.press('Control+z');
    await press(page, 'Record an entry with the shared text');
    await expect(page.getByRole('dialog').getByLabel('Narration')).toHaveValue(
      'Thandi Ndlovu\n082 555 0101',
    );
  });

  deepIt('is gone after Logout, if no page took it', async () => {
    const { page } = await asAttorney();
    await isKeptOffline(page);
    // As the service worker keeps it.
    await page.evaluate(async () => {
      const cache = await caches.open('shared');
      const headers = { 'x-shared-at': String(Date.now()) };
      await cache.put('/shared-text', new Response('Of a client', { headers }));
    });
    await logOut(page);
    await page.getByLabel('Email').waitFor();
    expect(await page.evaluate(() => caches.match('/shared-text').then(Boolean))).toBe(false);
  });

  deepIt('is the narration of a new entry, once', async () => {
    const { page } = await asAttorney();
    await share(page, 'Sheriff’s fee for service on 3 March');
    const narration = page.getByLabel('Narration');
    await expect(narration).toHaveValue('Sheriff’s fee for service on 3 March');
    await page.reload();
    await page.getByRole('button', { name: 'Start call' }).waitFor();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
});

deepIt('starts no call for an attorney without types, whose page could not stop it', async () => {
  const { page } = await asAttorney();
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
  const stored = await page.evaluate(() =>
    Object.keys(localStorage).filter((key) => key.includes('timer')),
  );
  expect(stored).toEqual([]);
});

async function entriesWith(narration: string): Promise<Kept[]> {
  const path = `/entries?search=${encodeURIComponent(narration)}`;
  return await readData<Kept[]>(attorney, path);
}

async function save(page: Page, narration: string): Promise<void> {
  await press(page, 'Stop');
  await page.getByLabel('Narration').fill(narration);
  await press(page, 'Save');
}

/** The dialled numbers. Without a telephone, the browser would open a blocking window. */
async function withoutTelephone(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() =>
    document.addEventListener('click', (event) => {
      const link = event.target instanceof Element ? event.target.closest('a[href^="tel:"]') : null;
      if (link === null) return;
      event.preventDefault();
      document.body.dataset.dialled = link.getAttribute('href') ?? '';
    }),
  );
  return async () => page.evaluate(() => [document.body.dataset.dialled ?? '']);
}
