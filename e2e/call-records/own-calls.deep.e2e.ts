import { it } from 'vitest';
import { expect } from '../support/expect.ts';
import { a11yViolationsInLooks } from '../support/a11y.ts';
import { recoup, useApp } from '../support/app.ts';
import { useVisit } from '../support/shared-visit.ts';
import { countCalls } from '../support/calls.ts';
import { callApi } from '../support/wire.ts';
import { row, withCalls, entriesOfDay, attorney, place } from '../support/own-calls.ts';

useApp();
const open = useVisit(attorney, 390);

it('offers a call again whose entry was deleted since', async () => {
  const before = new Set((await entriesOfDay()).map(({ _id }) => _id));
  const page = await withCalls(open, [
    { at: '09:20', minutes: 3, other: '0825550203', code: 'NP0001' },
  ]);
  await row(page, '082 555 0203')
    .getByRole('button', { name: /^Record on NP0001/ })
    .click();
  await expect.poll(() => countCalls('+27825550203', 'recorded')).toBe(1);
  await row(page, '082 555 0203').waitFor({ state: 'detached' });
  const entry = (await entriesOfDay()).find(({ _id }) => !before.has(_id));
  await callApi(attorney, 'DELETE', `/entries/${entry?._id}`);
  // A list is read again when it is older than some seconds.
  const isOffered = async (): Promise<boolean> => {
    await page.getByRole('link', { name: 'My entries' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'My entries' }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'Calls nobody recorded' }).waitFor();
    return row(page, '082 555 0203').isVisible();
  };
  await expect.poll(isOffered, { timeout: 20_000, intervals: [1_000] }).toBe(true);
});

it('says without a network that calls need it', async () => {
  const call = { at: '15:00', minutes: 2, other: '0825550261' };
  const page = await withCalls(open, [call], '/home/profile');
  await page.route('**/core/api/call-records?*', (route) => route.abort());
  await page.route('**/core/api/private-numbers', (route) => route.abort());
  await page.goto(recoup.url + place);
  await page.getByText('Calls need the network.').waitFor();
  await page.unroute('**/core/api/call-records?*');
  await page.getByRole('alert').getByRole('button', { name: 'Retry' }).first().click();
  await expect(row(page, '082 555 0261')).toHaveCount(1);
});

it('is accessible in both schemes at each width', async () => {
  const page = await withCalls(open, [
    { at: '14:00', minutes: 2, other: '0825550251', code: 'NP0001' },
    { at: '14:10', minutes: 2, other: '' },
  ]);
  await row(page, '082 555 0251').waitFor();
  expect(await a11yViolationsInLooks(page)).toEqual([]);
});
