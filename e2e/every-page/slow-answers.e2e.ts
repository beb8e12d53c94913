import { it } from 'vitest';
import { texts } from '@recoup/contract/core/texts';
import type { Page, Route } from 'playwright-core';
import { demoAttorneys, demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { recoup, signedIn, useApp } from '../support/app.ts';
import { importCalls } from '../support/calls.ts';
import { deepIt, expect } from '../support/test.ts';
import { loseNextAnswer, notices, waitForIdle } from '../support/browser.ts';
import { place, row } from '../support/own-calls.ts';
import { countRecorded, passTime, undo, line, withCall } from '../support/undo.ts';
import { holdNext } from '../support/network.ts';
import { callApi } from '../support/wire.ts';

useApp();

const { thabo } = demoAttorneys;
const { lerato } = demoFirmAdmins;
const question = (page: Page) => page.getByRole('dialog', { name: 'Close and discard?' });

it('says that a call is recorded only once the answer is there, and why it is not', async () => {
  await importCalls([thabo], [{ at: '15:00', minutes: 3, other: '0825550291', code: 'NP0001' }]);
  const { page } = await signedIn(thabo, place, { hasClock: true });
  const held = await holdNext(page, 'PUT', '**/core/api/call-records/*');
  await row(page, '082 555 0291')
    .getByRole('button', { name: /^Record on/ })
    .click();
  await row(page, '082 555 0291').waitFor({ state: 'detached' });
  const route = await held.route;
  await page.clock.runFor(2_000);
  await notices(page)
    .getByText(/^Still waiting for the service: call of .*, 082 555 0291\.$/)
    .waitFor();
  await expect(undo(page)).toHaveCount(0);
  await page.getByRole('link', { name: 'Record', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'My entries' }).waitFor();
  await route.abort();
  await notices(page)
    .getByText(/^Perhaps not saved: call of .*, 082 555 0291\. The service cannot be reached\./)
    .waitFor();
  await expect(notices(page).getByText('Still waiting')).toHaveCount(0);
});

deepIt('asks again by itself for the number of calls that nobody recorded', async () => {
  await importCalls([thabo], [{ at: '15:10', minutes: 3, other: '0825550292' }]);
  const { page } = await signedIn(thabo, '/home/profile');
  await page.clock.install();
  await page.route('**/core/api/call-records?**', async (route) => route.abort(), { times: 2 });
  await page.goto(`${recoup.url}/home/entries`);
  await page.getByText('Recorded', { exact: true }).waitFor();
  const link = page.getByRole('link', { name: /nobody recorded/ });
  await expect
    .poll(async () => {
      await page.clock.runFor(5_000);
      return link.count();
    })
    .toBe(1);
});

it('knows a correction whose answer was lost as saved, in list and dialog', async () => {
  const { page, recorded } = await withCall('Lost on its way');
  await line(page, 'Lost on its way').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Minutes').fill('12');
  await loseNextAnswer(page, `**/core/api/entries/${recorded._id}`);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('The service cannot be reached.').waitFor();
  await expect(page.getByText(/12\smin · Lost on its way/)).toHaveCount(1);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await notices(page).getByText('What you typed is saved already').waitFor();
  await expect(dialog.getByLabel('Minutes')).toHaveValue('12');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

it('leaves what is typed through the saved value, and takes it by Reload alone', async () => {
  const { page, recorded } = await withCall('Typed through');
  await line(page, 'Typed through').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Minutes').fill('1');
  await callApi(thabo, 'PUT', `/entries/${recorded._id}`, { minutes: 12 });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByRole('button', { name: 'Keep my changes' }).waitFor();
  await dialog.getByLabel('Minutes').press('End');
  await page.keyboard.press('2');
  await dialog.getByText('What you typed is what is saved now.').waitFor();
  await page.keyboard.press('0');
  await expect(dialog.getByLabel('Minutes')).toHaveValue('120');
  await dialog.getByText('Someone else changed this').waitFor();
});

deepIt('keeps an entry whose deletion is under way and gets no answer', async () => {
  const { page } = await withCall('Kept while it was sent');
  await line(page, 'Kept while it was sent').click();
  const remove = page.getByRole('dialog').getByRole('button', { name: 'Delete' });
  await remove.waitFor();
  await page.context().setOffline(true);
  await remove.click();
  await passTime(page);
  const waiting = page.getByRole('region', { name: 'Not deleted yet' });
  const keep = waiting.getByRole('button', { name: 'Keep the entry', disabled: false });
  await keep.waitFor();
  const held = await holdNext(page, 'DELETE');
  await page.context().setOffline(false);
  const route = await held.route;
  await keep.click();
  await page.clock.runFor(5_000);
  await route.abort();
  await page.clock.runFor(20_000);
  await expect(waiting).toHaveCount(0);
  await line(page, 'Kept while it was sent').waitFor();
  expect(await countRecorded(thabo, 'Kept while it was sent')).toBe(1);
});

it('closes no form and takes no text while it is being saved', async () => {
  const { page } = await withCall('Slowly saved');
  await line(page, 'Slowly saved').click();
  await page.getByRole('dialog').getByLabel('Minutes').fill('12');
  const held = await holdNext(page, 'PUT');
  const matter = page.getByRole('combobox', { name: 'Matter' });
  const chosen = await matter.inputValue();
  // With nothing to choose Enter sends the form, and the list of matters does not stay over it.
  await matter.click();
  await page.getByRole('option').nth(1).waitFor();
  await page.keyboard.press('Enter');
  const route = await held.route;
  await expect(matter).toHaveAttribute('aria-expanded', 'false');
  await page.clock.runFor(5_000);
  const waiting = notices(page).getByText(/^Still waiting for the service: /);
  await expect(waiting).toHaveText(/^Still waiting for the service: Save, Call on NP\d+\.$/);
  await page.keyboard.press('Escape');
  await expect(question(page)).toHaveCount(0);
  await page.getByRole('dialog').getByLabel('Narration').pressSequentially(', and more');
  await expect(page.getByRole('dialog').getByLabel('Narration')).toHaveValue('Slowly saved');
  await matter.pressSequentially('zzzz');
  await page.getByRole('dialog').getByLabel('Minutes').focus();
  await expect(matter).toHaveValue(chosen);
  await route.continue();
  await notices(page).getByText('Entry corrected.').waitFor();
  await expect(waiting).toHaveCount(0);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

it('takes a change as soon as it says that the last one is saved', async () => {
  const { page } = await signedIn(lerato, '/home/attorneys/firm-settings');
  await page.getByLabel('The firm is a VAT vendor').check();
  const held = await holdNext(page, 'GET', '**/core/api/firm-settings');
  await page.getByRole('button', { name: 'Save VAT settings' }).click();
  const route = await held.route;
  await notices(page).getByText('VAT settings saved.').waitFor();
  const included = page.getByLabel('Prices include VAT');
  await included.check();
  await route.continue();
  await waitForIdle(page);
  await expect(included).toBeChecked();
});

it('names each of two forms that are saved at the same time without an answer', async () => {
  const { page } = await signedIn(lerato, '/home/attorneys/firm-settings', { hasClock: true });
  const held: Route[] = [];
  await page.route('**/core/api/firm-settings', (route) =>
    route.request().method() === 'PUT' ? void held.push(route) : route.fallback(),
  );
  const waiting = notices(page).getByText(/^Still waiting for the service: /);
  await page.getByRole('button', { name: 'Save VAT settings' }).click();
  await page.getByLabel('Telephone').press('Enter');
  await expect.poll(() => held.length).toBe(2);
  await page.clock.runFor(5_000);
  await expect(waiting).toHaveText([
    'Still waiting for the service: Save VAT settings, VAT.',
    'Still waiting for the service: Save information officer, Information officer.',
  ]);
  await held[0]?.continue();
  await notices(page).getByText('VAT settings saved.').waitFor();
  await expect(waiting).toHaveText([/Save information officer/]);
  await held[1]?.continue();
  await expect(waiting).toHaveCount(0);
});

it('tells of an action of a list that gets no answer, also on another page', async () => {
  const { page } = await signedIn(thabo, '/home/entries/month', { hasClock: true });
  const held = await holdNext(page, 'PUT', '**/core/api/month-ends/*');
  await page.getByRole('button', { name: 'My month is complete' }).click();
  const route = await held.route;
  await page.getByRole('link', { name: 'Record', exact: true }).first().click();
  await page.clock.runFor(5_000);
  await notices(page)
    .getByText(/^Still waiting for the service: My month is complete, /)
    .waitFor();
  await route.continue();
  await notices(page)
    .getByText(/ is complete\.$/)
    .waitFor();
  await expect(notices(page).getByText('Still waiting')).toHaveCount(0);
});

it('stays where the user has gone when the answer for a form that was left comes', async () => {
  const { page } = await signedIn(lerato, '/home/attorneys/add-disbursement');
  await page.getByLabel('Name').fill('Left meanwhile');
  const held = await holdNext(page, 'POST', '**/core/api/disbursements');
  await page.getByRole('button', { name: 'Save' }).click();
  const route = await held.route;
  await page.getByRole('link', { name: 'Matters', exact: true }).click();
  await page.getByRole('button', { name: 'Leave', disabled: false }).click();
  await page.getByRole('heading', { level: 1, name: 'Matters' }).waitFor();
  await route.continue();
  await notices(page).getByText(texts.disbursementSaved).waitFor();
  await waitForIdle(page);
  await expect(page).toHaveURL(/\/matters$/);
});

deepIt('tells that the other version may be an own save without an answer', async () => {
  const { page, recorded } = await withCall('Saved without an answer');
  await line(page, 'Saved without an answer').click();
  const dialog = page.getByRole('dialog');
  // It focuses its first field, and would take what is typed meanwhile.
  await expect(dialog.getByRole('combobox', { name: 'Matter' })).toBeFocused();
  await dialog.getByLabel('Minutes').fill('12');
  await loseNextAnswer(page, `**/core/api/entries/${recorded._id}`);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('The service cannot be reached.').waitFor();
  await dialog.getByLabel('Minutes').fill('13');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('perhaps by your own save that had no answer')).toBeVisible();
  await dialog.getByRole('button', { name: 'Keep my changes' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await notices(page).getByText('Entry corrected.').waitFor();
});

deepIt('lists a deletion that gets no answer as one that waits', async () => {
  const { page } = await withCall('Deleted slowly');
  await line(page, 'Deleted slowly').click();
  const held = await holdNext(page, 'DELETE');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await passTime(page);
  const route = await held.route;
  await page.clock.runFor(4_000);
  const waiting = page.getByRole('region', { name: 'Not deleted yet' });
  await waiting.getByText('Waiting for a connection').waitFor();
  const saved = notices(page).getByText(/^Saved on this device: the deletion of Call on /);
  await saved.waitFor();
  await route.continue();
  await expect(waiting).toHaveCount(0);
  await expect(saved).toHaveCount(0);
  await expect(notices(page).getByText(/^Call on .* deleted\.$/)).toBeVisible();
  expect(await countRecorded(thabo, 'Deleted slowly')).toBe(0);
});

it('says that nothing matches only of the search that was answered', async () => {
  const { page } = await signedIn(lerato, '/home/attorneys/matters?search=Nobody+knows');
  await page.getByText('Nothing matches “Nobody knows”.').waitFor();
  const held = await holdNext(page, 'GET', '**/core/api/matters?**');
  const search = page.getByRole('searchbox', { name: 'Search' });
  await search.fill('NP0001');
  await search.press('Enter');
  const route = await held.route;
  await expect(page.getByText(/^Nothing matches/)).toHaveCount(0);
  await route.continue();
  await page.getByRole('cell', { name: 'NP0001', exact: true }).waitFor();
});

it('shows no number of exceptions that could not be counted', async () => {
  const { page } = await signedIn(lerato, '/home/profile');
  await page.route('**/core/api/exceptions?**', async (route) => route.fulfill({ status: 400 }));
  await page.goto(`${recoup.url}/home/attorneys/month-end`);
  await page.getByText('The exceptions could not be counted.').waitFor();
  await expect(page.getByRole('button', { name: 'All –' })).toBeVisible();
  await expect(page.getByText('Warnings –')).toBeVisible();
});
