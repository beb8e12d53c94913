import { it } from 'vitest';
import type { Page } from 'playwright-core';
import { deepIt, expect } from '../support/test.ts';
import { openWindow, recoup, signedIn, useApp, useVisit } from '../support/app.ts';
import { loseNextRequest, notices, signIn } from '../support/browser.ts';
import { callDay, countCalls, importCalls, makeSender, sendCalls } from '../support/calls.ts';
import { focused, pressEnterTwice } from '../support/keyboard.ts';
import { movesOn, recordMoves } from '../support/layout-shift.ts';
import { undo } from '../support/undo.ts';
import { callApi, recordEntry } from '../support/wire.ts';
import { row, withCalls, entriesOfDay, attorney, place } from '../support/own-calls.ts';
import { a11yViolationsInLooks } from '../support/a11y.ts';

useApp();
const open = useVisit(attorney, 390);
const dialog = (page: Page) => page.getByRole('dialog', { name: /^Call of / });

/** They stand in front of the page's foot. */
async function dismissAll(page: Page): Promise<void> {
  const dismiss = notices(page).getByRole('button', { name: 'Dismiss' });
  while ((await dismiss.count()) > 0) await dismiss.first().click();
}

it('leads from My entries to the calls, and records one by one tap, once', async () => {
  const calls = [
    { at: '09:00', minutes: 3, other: '0825550201', code: 'NP0001' },
    { at: '09:10', minutes: 3, other: '0825550202', code: 'NP0002' },
  ];
  const before = (await entriesOfDay()).length;
  const page = await withCalls(open, calls, '/home/entries');
  await page.getByRole('link', { name: /calls nobody recorded R\s[\d.]+$/ }).click();
  await page.getByRole('heading', { level: 1, name: 'Calls nobody recorded' }).waitFor();
  const record = row(page, '082 555 0201').getByRole('button', { name: /^Record on NP0001/ });
  await expect.poll(async () => (await record.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await row(page, '082 555 0201').getByText('by account code').waitFor();
  await record.dblclick();
  await row(page, '082 555 0201').waitFor({ state: 'detached' });
  await expect(notices(page).getByText(/^Call recorded on NP0001, R\s[\d.]+\.$/)).toBeVisible();
  await expect.poll(() => countCalls('+27825550201', 'recorded')).toBe(1);
  expect((await entriesOfDay()).length).toBe(before + 1);
  expect(await countCalls('+27825550202', 'recorded')).toBe(0);
  await undo(page).click();
  await row(page, '082 555 0201').waitFor();
  expect((await entriesOfDay()).length).toBe(before);
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: 'My entries' }).waitFor();
});

it('shows a call that has just ended, without a reload', async () => {
  const page = await withCalls(open, [
    { at: '09:50', minutes: 3, other: '0825550290', code: 'NP0001' },
  ]);
  await row(page, '082 555 0290').waitFor();
  const { source, secret } = await makeSender();
  await page.waitForResponse('**/core/api/call-arrivals');
  await sendCalls(source, secret, {
    startedAt: `${callDay} 10:15:00`,
    seconds: 61,
    direction: 'in',
    ownParty: '204',
    otherParty: '0825550291',
    accountCode: 'NP0002',
  });
  await expect(
    row(page, '082 555 0291').getByRole('button', { name: /^Record on NP0002/ }),
  ).toBeVisible();
});

it('has Private farther from a thumb than Details', async () => {
  const page = await withCalls(open, [
    { at: '09:40', minutes: 3, other: '0825550209', code: 'NP0001' },
  ]);
  const call = row(page, '082 555 0209');
  const edges = async (name: RegExp) => {
    const box = await call.getByRole('button', { name }).boundingBox();
    return { right: (box?.x ?? 0) + (box?.width ?? 0), bottom: (box?.y ?? 0) + (box?.height ?? 0) };
  };
  const [hide, details] = [await edges(/^Private/), await edges(/^Details/)];
  expect(hide.right).toBeLessThan(details.right);
  expect(hide.bottom).toBeLessThanOrEqual(details.bottom);
});

deepIt('moves nothing of My entries when the calls nobody recorded are counted', async () => {
  await importCalls([attorney], [{ at: '09:20', minutes: 3, other: '0825550203' }]);
  const { page } = await openWindow({ width: 390 });
  await recordMoves(page);
  await signIn(page, recoup.url, attorney, '/home/entries');
  await page.getByRole('link', { name: /nobody recorded/ }).waitFor();
  expect(await movesOn(page)).toEqual([]);
});

it('moves the focus on, where a second Enter records nothing', async () => {
  const calls = [
    { at: '10:00', minutes: 3, other: '0825550211', code: 'NP0001' },
    { at: '10:10', minutes: 3, other: '0825550212', code: 'NP0001' },
  ];
  await importCalls([attorney], calls);
  const { page } = await signedIn(attorney, place, { width: 390, hasClock: true });
  const record = row(page, '082 555 0211').getByRole('button', { name: /^Record on/ });
  await record.focus();
  await pressEnterTwice(page);
  await row(page, '082 555 0211').waitFor({ state: 'detached' });
  await expect.poll(async () => focused(page)).toMatch(/082 555 0212/);
  await expect.poll(() => countCalls('+27825550211', 'recorded')).toBe(1);
  expect(await countCalls('+27825550212', 'recorded')).toBe(0);
  await page.keyboard.press('Control+z');
  await row(page, '082 555 0211').waitFor();
});

it('merges a call with the entry of the same call, and separates them again', async () => {
  const entry = { date: callDay, minutes: 40, narration: 'Typed by thumb' };
  await recordEntry(attorney, 'Call', entry);
  const page = await withCalls(open, [{ at: '11:00', minutes: 41, other: '0825550221' }]);
  const call = row(page, '082 555 0221');
  // Its entry is read once it comes into sight.
  await call.scrollIntoViewIfNeeded();
  await call.getByText(/^Probably recorded by hand: .*40\smin, R\s[\d.]+$/).waitFor();
  await call.getByRole('button', { name: /^Merge/ }).click();
  await call.waitFor({ state: 'detached' });
  const minutes = async () =>
    (await entriesOfDay()).find(({ narration }) => narration === 'Typed by thumb')?.minutes;
  await expect.poll(minutes).toBe(41);
  await undo(page).click();
  await call.waitFor();
  expect(await minutes()).toBe(40);
});

it('hides all calls of a private number until it is shown again', async () => {
  const page = await withCalls(open, [
    { at: '12:00', minutes: 2, other: '0825550231' },
    { at: '12:10', minutes: 2, other: '0825550231' },
  ]);
  const makePrivate = async () => {
    await row(page, '082 555 0231')
      .first()
      .getByRole('button', { name: /^Private/ })
      .click();
    await expect(row(page, '082 555 0231')).toHaveCount(0);
  };
  const numbers = page.getByRole('list', { name: 'Private numbers' });
  await makePrivate();
  await numbers.getByText('082 555 0231').waitFor();
  await undo(page).click();
  await expect(row(page, '082 555 0231')).toHaveCount(2);
  await makePrivate();
  await expect(notices(page).getByText(/^Calls with 082 555 0231 are private/)).toBeVisible();
  await dismissAll(page);
  await numbers.getByRole('button', { name: 'Show calls again: 082 555 0231' }).click();
  await numbers.waitFor({ state: 'detached' });
  await dismissAll(page);
  await expect(row(page, '082 555 0231')).toHaveCount(2);
});

it('records on a chosen matter with a narration, which a refusal does not lose', async () => {
  const page = await withCalls(open, [{ at: '13:00', minutes: 2, other: '0825550241' }]);
  const call = row(page, '082 555 0241');
  await call.getByRole('button', { name: /^Choose matter/ }).click();
  await dialog(page).getByRole('button', { name: 'Record' }).click();
  await dialog(page).getByText('Choose a matter.').waitFor();
  await dialog(page).getByRole('combobox', { name: 'Matter' }).fill('NP0003');
  await dialog(page)
    .getByRole('option', { name: /^NP0003/ })
    .click();
  await dialog(page).getByLabel('Narration').fill('About the trial');
  await loseNextRequest(page, '**/core/api/call-records/*');
  await dialog(page).getByRole('button', { name: 'Record' }).click();
  await call.getByRole('alert').getByText('The service cannot be reached.').waitFor();
  // By itself it goes away after ten seconds.
  await expect(undo(page)).toHaveCount(0, { timeout: 1_000 });
  await call.getByRole('button', { name: /^Choose matter/ }).click();
  await expect(dialog(page).getByLabel('Narration')).toHaveValue('About the trial');
  await dialog(page).getByRole('button', { name: 'Record' }).click();
  await call.waitFor({ state: 'detached' });
  await expect
    .poll(async () => (await entriesOfDay()).map(({ narration }) => narration))
    .toContain('About the trial');
});

deepIt('offers a call again whose entry was deleted since', async () => {
  const before = new Set((await entriesOfDay()).map(({ _id }) => _id));
  const page = await withCalls(open, [
    { at: '09:26', minutes: 3, other: '0825550219', code: 'NP0001' },
  ]);
  await row(page, '082 555 0219')
    .getByRole('button', { name: /^Record on NP0001/ })
    .click();
  await expect.poll(() => countCalls('+27825550219', 'recorded')).toBe(1);
  await row(page, '082 555 0219').waitFor({ state: 'detached' });
  const entry = (await entriesOfDay()).find(({ _id }) => !before.has(_id));
  await callApi(attorney, 'DELETE', `/entries/${entry?._id}`);
  // A list is read again when it is older than some seconds.
  const isOffered = async (): Promise<boolean> => {
    await page.getByRole('link', { name: 'Record', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'My entries' }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'Calls nobody recorded' }).waitFor();
    return row(page, '082 555 0219').isVisible();
  };
  await expect.poll(isOffered, { timeout: 20_000, intervals: [1_000] }).toBe(true);
});

deepIt('says without a network that calls need it', async () => {
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

deepIt('is accessible in both schemes at each width', async () => {
  const page = await withCalls(open, [
    { at: '14:00', minutes: 2, other: '0825550251', code: 'NP0001' },
    { at: '14:10', minutes: 2, other: '' },
  ]);
  await row(page, '082 555 0251').waitFor();
  expect(await a11yViolationsInLooks(page)).toEqual([]);
});
