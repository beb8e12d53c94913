import { it } from 'vitest';
import type { Page } from 'playwright-core';
import { deepIt, expect } from '../support/test.ts';
import { demoFirmAdmins, demoAttorneys } from '../../apps/server/src/seeds/demo-people.ts';
import { signedIn, useApp, useVisit } from '../support/app.ts';
import type { Entry } from '@recoup/contract/entries/endpoints';
import { callDay, countCalls, importCalls, type ImportedCall } from '../support/calls.ts';
import { readData, recordEntry } from '../support/wire.ts';
import { focused, pressEnterTwice } from '../support/keyboard.ts';
import { undo } from '../support/undo.ts';
import { a11yViolationsInLooks } from '../support/a11y.ts';
import { holdRequests } from '../support/network.ts';
import { notices } from '../support/browser.ts';

useApp();
const { thabo, pieter } = demoAttorneys;
const row = (page: Page, number: string) => page.getByRole('row').filter({ hasText: number });
const dialog = (page: Page) => page.getByRole('dialog', { name: /^Call of / });
const button = (page: Page, number: string, name: string) =>
  row(page, number).getByRole('button', { name: new RegExp(`^${name}: `) });
const open = useVisit(demoFirmAdmins.lerato);

it('records calls of account codes together, names refused ones, and undoes all', async () => {
  const page = await withCalls([
    { at: '09:00', minutes: 3, other: '0825550301', code: 'NP0001' },
    { at: '09:10', minutes: 3, other: '0825550302', code: 'NP0002', own: '205' },
    { at: '09:20', minutes: 3, other: '0825550303' },
  ]);
  await row(page, '082 555 0303').waitFor();
  await expect(row(page, '082 555 0303').getByRole('checkbox')).toHaveCount(0);
  await page.getByRole('button', { name: 'Select by account code (2)' }).click();
  await page.route('**/core/api/call-records/acceptances', async (route) => {
    const response = await route.fetch();
    const [id] = (route.request().postDataJSON() as { ids: string[] }).ids; // as the page sent it
    const refused = [{ _id: id, message: 'The matter is closed.' }];
    await route.fulfill({ response, json: { data: { recorded: 1, refused } } });
  });
  await page.getByRole('button', { name: 'Record 2 calls' }).click();
  const named = page.getByRole('list', { name: 'Refused calls' }).getByRole('listitem');
  await expect(named).toHaveText([/^call of .*, 082 555 0301: The matter is closed\.$/], {
    useInnerText: true,
  });
  await notices(page).getByText('1 call recorded.').waitFor();
  await row(page, '082 555 0302').waitFor({ state: 'detached' });
  expect(await countCalls('+27825550302', 'recorded')).toBe(1);
  await undo(page).click();
  await row(page, '082 555 0302').waitFor();
  expect(await countCalls('+27825550302', 'recorded')).toBe(0);
});

it('selects and records calls of the chosen filter only, once they are shown', async () => {
  const page = await withCalls([{ at: '11:00', minutes: 3, other: '0825550304', code: 'NP0001' }]);
  const buttons = [/^Select by account code/, /^Record all with an account code/].map((name) =>
    page.getByRole('button', { name }),
  );
  for (const each of buttons) await expect(each).not.toHaveAttribute('aria-disabled');
  const release = await holdRequests(page, '**/core/api/call-records?*');
  await page.getByLabel('State').selectOption('Open, with a proposal');
  for (const each of buttons) await expect(each).toHaveAttribute('aria-disabled', 'true');
  release();
  for (const each of buttons) await expect(each).not.toHaveAttribute('aria-disabled');
});

it('records nothing by the answer of the last visit', async () => {
  const at = '/home/attorneys/calls';
  await importCalls([thabo, pieter], [seenCall]);
  const { page } = await signedIn(demoFirmAdmins.lerato, at, { hasClock: true });
  const release = await reloadHeld(page);
  const bulk = [/^Select by account code/, /^Record all with an account code/].map((name) =>
    page.getByRole('button', { name }),
  );
  const ofRow = ['Record', 'Details'].map((name) => button(page, '082 555 0305', name));
  const buttons = [...bulk, ...ofRow];
  const box = row(page, '082 555 0305').getByRole('checkbox');
  await box.waitFor();
  // By then a second press counts again.
  await page.clock.pauseAt(Date.now() + 5_000);
  for (const each of buttons) await expect(each).toHaveAttribute('aria-disabled', 'true');
  await expect(box).toBeDisabled();
  release();
  await expect.poll(async () => (await page.clock.runFor(5), box.isEnabled())).toBe(true);
  // A press that began on the old row may end on the new one.
  for (const each of ofRow) await expect(each).toHaveAttribute('aria-disabled', 'true');
  await page.clock.runFor(1_000);
  for (const each of buttons) await expect(each).not.toHaveAttribute('aria-disabled');
});

it('shows no call of the last visit where the new ones fail, or under another filter', async () => {
  const page = await withCalls([seenCall]);
  const seen = row(page, '082 555 0305');
  await waitForCopy(page);
  await page.route(listed, (route) =>
    route.fulfill({ status: 500, json: { code: 'internal', message: 'Broken.' } }),
  );
  await page.reload();
  await page.getByText('Broken.').waitFor();
  await expect(seen).toHaveCount(0);
  await expect(page.getByText(/nobody recorded, R/)).toHaveCount(0);
  await page.unroute(listed);
  await page.getByRole('button', { name: 'Retry' }).click();
  await seen.waitFor();
  const release = await reloadHeld(page);
  await seen.waitFor();
  await page.getByLabel('State').selectOption('Open, with a proposal');
  await expect(seen).toHaveCount(0);
  release();
  await seen.waitFor();
});

it('records one by one press, moves the focus on, and undoes the decision later', async () => {
  await importCalls(
    [thabo, pieter],
    [
      { at: '10:00', minutes: 3, other: '0825550311', code: 'NP0001' },
      { at: '10:10', minutes: 3, other: '0825550312', code: 'NP0002' },
    ],
  );
  const at = '/home/attorneys/calls';
  const { page } = await signedIn(demoFirmAdmins.lerato, at, { hasClock: true });
  const record = button(page, '082 555 0311', 'Record');
  await expect(record).toBeEnabled();
  await record.focus();
  await pressEnterTwice(page);
  await row(page, '082 555 0311').waitFor({ state: 'detached' });
  await expect.poll(async () => focused(page)).toMatch(/082 555 0312/);
  await expect.poll(() => countCalls('+27825550311', 'recorded')).toBe(1);
  expect(await countCalls('+27825550312', 'recorded')).toBe(0);
  await page.getByLabel('State').selectOption('Recorded');
  await button(page, '082 555 0311', 'Undo decision').click();
  await row(page, '082 555 0311').waitFor({ state: 'detached' });
  await page.getByLabel('State').selectOption('All states');
  await button(page, '082 555 0311', 'Record').waitFor();
  expect(await countCalls('+27825550311', 'recorded')).toBe(0);
});

it('merges the calls of some days that were recorded by hand, and undoes that', async () => {
  const call = { date: callDay, minutes: 3 };
  const { _id } = await recordEntry(thabo, 'Call', { ...call, startedAt: `${callDay}T12:00:00Z` });
  const page = await withCalls([
    { at: '14:02', minutes: 4, other: '0825550351' },
    { at: '15:00', minutes: 3, other: '0825550352' },
  ]);
  await row(page, '082 555 0351').waitFor();
  await page.getByRole('button', { name: 'Merge doubles' }).click();
  const merge = page.getByRole('dialog', { name: 'Merge calls that were recorded by hand?' });
  await merge.getByText(/^1 call of all days is recorded by hand already/).waitFor();
  expect(await a11yViolationsInLooks(page)).toEqual([]);
  const action = merge.getByRole('button', { name: 'Merge 1 call' });
  // Half a second after its label changed: a second press may be meant for the first one.
  await expect(action).toBeEnabled();
  await action.press('Enter');
  await notices(page).getByText('1 call merged.').waitFor();
  await row(page, '082 555 0351').waitFor({ state: 'detached' });
  const minutes = async () => (await readData<Entry>(thabo, `/entries/${_id}`)).minutes;
  expect(await minutes()).toBe(4);
  await undo(page).click();
  await row(page, '082 555 0351').waitFor();
  expect(await minutes()).toBe(3);
  const opener = page.getByRole('button', { name: 'Merge doubles' });
  // Escape comes before the next timer, as where the page is busy.
  const wasOpen = await opener.evaluate(async (element) => {
    element.focus();
    element.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    const find = () => document.querySelector('[role="dialog"]') !== null;
    for (let turns = 0; turns < 50 && !find(); turns += 1) await Promise.resolve();
    const isOpen = find();
    element.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
    return isOpen;
  });
  expect(wasOpen).toBe(true);
  await expect(merge).toHaveCount(0);
  await expect(opener).toBeFocused();
});

deepIt('asks for the attorney of a call of no attorney', async () => {
  const page = await withCalls([{ at: '11:00', minutes: 3, other: '0825550321', own: '299' }]);
  await page.getByRole('combobox', { name: 'Attorney' }).selectOption('No attorney (1)');
  // Until then its row is among others, and moves.
  await page.getByText('1–1 of 1').first().waitFor();
  await row(page, '082 555 0321').getByText('299').waitFor();
  await button(page, '082 555 0321', 'Choose').click();
  await dialog(page).getByRole('combobox', { name: 'Matter' }).fill('NP0001');
  await dialog(page)
    .getByRole('option', { name: /^NP0001/ })
    .click();
  await dialog(page).getByRole('button', { name: 'Record' }).click();
  await dialog(page).getByText('Choose the attorney.').waitFor();
  await dialog(page).getByLabel('Attorney').selectOption('Thabo Mokoena');
  await dialog(page).getByRole('button', { name: 'Record' }).click();
  await row(page, '082 555 0321').waitFor({ state: 'detached' });
  await expect.poll(() => countCalls('+27825550321', 'recorded')).toBe(1);
});

deepIt('leads from the overview to the calls', async () => {
  const call = { at: '13:00', minutes: 3, other: '0825550341' };
  const page = await withCalls([call], '/home/attorneys/overview');
  await page.getByRole('link', { name: /calls? nobody recorded$/ }).click();
  await row(page, '082 555 0341').waitFor();
  await expect.poll(() => new URL(page.url()).pathname).toBe('/home/attorneys/calls');
});

deepIt('makes a call private, whose number the firm then no longer sees', async () => {
  const page = await withCalls([{ at: '12:00', minutes: 3, other: '0825550331' }]);
  await button(page, '082 555 0331', 'Choose').click();
  await dialog(page).getByRole('button', { name: 'Private' }).click();
  await row(page, '082 555 0331').waitFor({ state: 'detached' });
  await page.getByLabel('State').selectOption('Private');
  await row(page, 'To a hidden number').waitFor();
  await expect(row(page, '082 555 0331')).toHaveCount(0);
});

deepIt('is accessible in both schemes at each width', async () => {
  const call = { at: '14:00', minutes: 3, other: '0825550361', code: 'NP0001' };
  const page = await withCalls([call]);
  await row(page, '082 555 0361').waitFor();
  expect(await a11yViolationsInLooks(page)).toEqual([]);
});

const listed = '**/core/api/call-records?*';
const seenCall = { at: '11:10', minutes: 3, other: '0825550305', code: 'NP0001' };

/** Opens the page again. Its new answer comes when the returned function is called. */
async function reloadHeld(page: Page): Promise<() => void> {
  await waitForCopy(page);
  const release = await holdRequests(page, listed);
  await page.reload({ waitUntil: 'commit' });
  return release;
}

/** The tab has kept the call for its next visit. */
async function waitForCopy(page: Page): Promise<void> {
  await page.waitForFunction(() => sessionStorage.getItem('copy:page')?.includes('825550305'));
}

/** The firm's calls; those of 204 are Thabo's, those of 205 Pieter's. */
async function withCalls(
  calls: readonly ImportedCall[],
  at = '/home/attorneys/calls',
): Promise<Page> {
  await importCalls([thabo, pieter], calls);
  return open(at);
}
