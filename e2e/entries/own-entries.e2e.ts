import { it } from 'vitest';
import type { Page } from 'playwright-core';
import { deepIt, expect } from '../support/test.ts';
import { demoFirmAdmins, demoAttorneys } from '../../apps/server/src/seeds/demo-people.ts';
import { loseRequests, notices, signIn, waitForFrame } from '../support/browser.ts';
import { openWindow, recoup, signedIn, useApp } from '../support/app.ts';
import { closeExport, recordCall, callApi, type Recorded, readData } from '../support/wire.ts';
import { focused } from '../support/keyboard.ts';
import { changeFees } from '../support/call-fees.ts';
import { goOffline, holdNext } from '../support/network.ts';

// What an attorney is told of the own entries, and that a call is billed once.
useApp();
const attorney = demoAttorneys.thabo;
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });

deepIt('records a call once that is open to be saved in two windows', async () => {
  const { page: one } = await openWindow({ width: 390 });
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
});

it('shows which entry waits for the network, and which one the server rejected', async () => {
  const { page } = await signedIn(attorney, undefined, { width: 390 });
  await loseRequests(page, '**/core/api/entries', 'POST');
  await page.getByRole('button', { name: 'Add entry' }).click();
  await chooseMatter(page);
  await page.getByLabel('Quantity').fill('2');
  await page.getByLabel('Unit price (R)').fill('12.50');
  await save(page).click();
  await notices(page)
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
  await notices(page).getByText('Not accepted: R 25.00 on NP0001. No such matter.').waitFor();
  await expect(
    page.getByRole('region', { name: 'Not sent yet' }).getByText('No such matter.'),
  ).toHaveCount(1);
});

it('sends an entry once more when the network comes back while its request fails', async () => {
  const { page } = await signedIn(attorney, undefined, { width: 390, hasClock: true });
  await addOther(page, 'Sent once more');
  const held = await holdNext(page, 'POST', '**/core/api/entries');
  // No retry by time.
  await page.clock.pauseAt(Date.now() + 60_000);
  await save(page).click();
  const route = await held.route;
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await route.abort();
  await expect.poll(() => recorded('Sent once more')).toHaveLength(1);
});

it('sends no entry as another user who signed in while its request was failing', async () => {
  const next = demoAttorneys.pieter;
  const { page } = await signedIn(attorney);
  await addOther(page, 'Of the first user');
  const held = await holdNext(page, 'POST', '**/core/api/entries');
  await save(page).click();
  const route = await held.route;
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await page.route('**/core/api/**', (each) => each.fulfill({ status: 401, json: {} }));
  await page.getByRole('link', { name: /calls/i }).first().click();
  await page.getByRole('link', { name: 'Sign in again' }).click();
  await page.unroute('**/core/api/**');
  await page.getByLabel('Email').fill(next.email);
  await page.getByLabel('Password').fill(next.password);
  await page.getByLabel('Password').press('Enter');
  await waitForFrame(page);
  await route.abort();
  await page.getByRole('link', { name: /, home$/ }).click();
  await addOther(page, 'Of the next user');
  await save(page).click();
  await expect.poll(() => recorded('Of the next user', next)).toHaveLength(1);
  expect(await recorded('Of the first user', next)).toEqual([]);
  const stored = await page.evaluate(() => Object.values(localStorage).join());
  expect(stored).toContain('Of the first user');
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

deepIt('names the price that the server has recorded, and shows the new prices', async () => {
  const { page } = await signedIn(attorney);
  const online = await goOffline(page);
  await startAndStop(page);
  await typeCall(page, { minutes: '4', narration: 'At the new price' });
  await page.getByText('R 33.00: up to 5 min.').waitFor();
  await save(page).click();
  await page.getByText('Waiting for a connection').waitFor();
  // Earlier versions stored entries without the schedule that priced them.
  await page.evaluate(() => {
    const [key = ''] = Object.keys(localStorage).filter((each) => each.startsWith('recoup:unsent'));
    const text = localStorage.getItem(key) ?? '';
    localStorage.setItem(key, text.replace(/,"callFeeSchedule":"[^"]+"/, ''));
  });
  await changeFees(attorney, { by: 1.5 });
  await online();
  await notices(page)
    .getByText('Recorded: R 34.50 on NP0001, not R 33.00: your prices have changed.')
    .waitFor();
  expect(await recorded('At the new price')).toMatchObject([{ amount: 34.5 }]);
  await startAndStop(page);
  await page.getByLabel('Minutes').fill('4');
  await page.getByText('R 34.50: up to 5 min.').waitFor();
});

deepIt.each(['Keep my changes', 'Use theirs'] as const)(
  'leads on by %s where the entry was changed on another device',
  async (choice) => {
    const { _id } = await recordCall(attorney, `Both change ${choice.length}`);
    const { page } = await signedIn(attorney);
    await page.getByRole('button', { name: new RegExp(`Both change ${choice.length}`) }).click();
    await page.getByLabel('Minutes').fill('19');
    await callApi(attorney, 'PUT', `/entries/${_id}`, { minutes: 11 });
    await save(page).click();
    await page.getByRole('row', { name: 'Minutes 11 19' }).waitFor();
    await page.getByRole('button', { name: choice }).click();
    await page.getByRole('row', { name: 'Minutes 11 19' }).waitFor({ state: 'detached' });
    await expect
      .poll(async () => focused(page))
      .toMatch(choice === 'Use theirs' ? /^Matter/ : /^Call on /);
    await expect(page.getByLabel('Minutes')).toHaveValue(choice === 'Use theirs' ? '11' : '19');
    await save(page).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await recorded(`Both change ${choice.length}`)).toMatchObject([
      { minutes: choice === 'Use theirs' ? 11 : 19 },
    ]);
  },
);

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

async function typeCall(
  page: Page,
  { minutes, narration }: { minutes: string; narration: string },
): Promise<void> {
  await page.getByLabel('Minutes').fill(minutes);
  await chooseMatter(page);
  await page.getByLabel('Narration').fill(narration);
}

async function chooseMatter(page: Page): Promise<void> {
  await page.getByRole('combobox', { name: 'Matter' }).fill('NP0001');
  await page.getByRole('option', { name: 'NP0001' }).waitFor();
  await page.keyboard.press('Enter');
}

async function addOther(page: Page, narration: string): Promise<void> {
  await page.getByRole('button', { name: 'Add entry' }).click();
  await chooseMatter(page);
  await page.getByLabel('Unit price (R)').fill('12.50');
  await page.getByLabel('Narration').fill(narration);
}

async function startAndStop(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Start call' }).click();
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.getByRole('dialog', { name: 'Save the call' }).waitFor();
}

async function recorded(
  narration: string,
  as: { email: string; password: string } = attorney,
): Promise<(Recorded & { amount: number })[]> {
  const address = `/entries?search=${encodeURIComponent(narration)}`;
  return await readData<(Recorded & { amount: number })[]>(as, address);
}
