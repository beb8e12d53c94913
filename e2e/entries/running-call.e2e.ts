import { it } from 'vitest';
import type { Page } from 'playwright-core';
import type { CurrentUser } from '@recoup/contract/users/user';
import { deepIt, expect } from '../support/test.ts';
import { demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { a11yViolations, sidewaysScroll } from '../support/a11y.ts';
import { openWindow, recoup, signedIn, useApp } from '../support/app.ts';
import { signIn } from '../support/browser.ts';
import { asAttorney, attorney, isKeptOffline, press, timer } from '../support/call-on-matter.ts';
import { escapeFrom, tabTo } from '../support/keyboard.ts';
import { changeAnswers, holdRequests, startNetwork } from '../support/network.ts';
import { importMatters, readData } from '../support/wire.ts';

useApp();
const admin = demoFirmAdmins.lerato;
const matterField = (page: Page) => page.getByRole('combobox', { name: 'Matter' });
const typeField = (page: Page) => page.getByLabel('Disbursement type');
const chosenType = (page: Page) => typeField(page).locator('option:checked');

async function chooseMatter(page: Page, number: string): Promise<void> {
  await matterField(page).fill(number);
  await page.getByRole('option', { name: number }).click();
  await expect(matterField(page)).toHaveValue(new RegExp(`^${number} · `));
}

async function expectCall(page: Page, number: string, type: string): Promise<void> {
  await expect(matterField(page)).toHaveValue(new RegExp(`^${number} · `));
  await expect(chosenType(page)).toHaveText(type);
}

type Recorded = { matter: { number: string }; disbursementType: { name: string } };
const recordedWith = (narration: string) =>
  readData<Recorded[]>(attorney, `/entries?search=${encodeURIComponent(narration)}`);

async function saveCall(page: Page, narration: string): Promise<void> {
  await page.getByLabel('Narration').fill(narration);
  await press(page, 'Save');
}

const recordedAs = (number: string, name: string) => [
  { matter: { number }, disbursementType: { name } },
];

it('takes matter and type of a running call, and keeps them until it is saved', async () => {
  const { page, consoleErrors } = await asAttorney();
  await press(page, 'Start call');
  await chooseMatter(page, 'NP0002');
  await typeField(page).selectOption({ label: 'Consultation' });
  expect([await a11yViolations(page), await sidewaysScroll(page)]).toEqual([[], 0]);
  await page.reload();
  await timer(page).waitFor();
  await expectCall(page, 'NP0002', 'Consultation');
  await press(page, 'Stop');
  const dialog = page.getByRole('dialog', { name: 'Save the call' });
  await dialog.waitFor();
  await expectCall(page, 'NP0002', 'Consultation');
  await escapeFrom(dialog);
  const card = page.getByRole('region', { name: 'Call', exact: true });
  await expect(card).toContainText(/NP0002.*Consultation/);
  await press(page, 'Discard');
  await press(page, 'Undo');
  await press(page, 'Resume');
  await expectCall(page, 'NP0002', 'Consultation');
  await press(page, 'Stop');
  await saveCall(page, 'Described while it ran');
  await expect
    .poll(() => recordedWith('Described while it ran'))
    .toMatchObject(recordedAs('NP0002', 'Consultation'));
  expect(consoleErrors).toEqual([]);
});

/** A matter that the open page does not read until the returned function is called. */
async function importUnknown(page: Page, number: string): Promise<() => void> {
  // First: the page reads matters again once those that it has are five seconds old.
  const release = await holdRequests(page, '**/core/api/matters?*');
  await importMatters(admin, `${number}.csv`, `Matter Number,Description\n${number},Lease\n`);
  return release;
}

it('keeps a number typed in full when the call is stopped before the search answers', async () => {
  const { page } = await asAttorney();
  const release = await importUnknown(page, 'LATE1');
  await press(page, 'Start call');
  await matterField(page).fill('LATE1');
  await press(page, 'Stop');
  const dialog = page.getByRole('dialog', { name: 'Save the call' });
  await expect(matterField(page)).toHaveValue('LATE1');
  // Neither a closed form nor a resumed call loses it.
  await escapeFrom(dialog);
  await press(page, 'Save the call');
  await expect(matterField(page)).toHaveValue('LATE1');
  await escapeFrom(dialog);
  await press(page, 'Resume');
  await expect(matterField(page)).toHaveValue('LATE1');
  await press(page, 'Stop');
  await dialog.waitFor();
  await press(page, 'Save');
  await expect(matterField(page)).toHaveAttribute('aria-invalid', 'true');
  release();
  await expect(matterField(page)).toHaveValue('LATE1 · Lease');
  await saveCall(page, 'Typed before the answer');
  await expect
    .poll(() => recordedWith('Typed before the answer'))
    .toMatchObject(recordedAs('LATE1', 'Call'));
});

it('keeps a typed number or the earlier matter when Escape closes the list', async () => {
  const { page } = await asAttorney();
  const release = await importUnknown(page, 'LATE2');
  await press(page, 'Start call');
  await matterField(page).fill('LATE2');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('listbox')).toHaveCount(0);
  await expect(matterField(page)).toHaveValue('LATE2');
  release();
  await expect(matterField(page)).toHaveValue('LATE2 · Lease');
  await matterField(page).fill('Something else');
  await page.keyboard.press('Escape');
  await expect(matterField(page)).toHaveValue('LATE2 · Lease');
});

deepIt('is one call in two tabs, whichever of them describes or stops it', async () => {
  const { page: one } = await openWindow();
  const two = await one.context().newPage();
  for (const page of [one, two]) await signIn(page, recoup.url, attorney);
  await press(one, 'Start call');
  await chooseMatter(two, 'NP0003');
  await typeField(one).selectOption({ label: 'Consultation' });
  for (const page of [one, two]) await expectCall(page, 'NP0003', 'Consultation');
  await press(two, 'Stop');
  await expectCall(two, 'NP0003', 'Consultation');
  await escapeFrom(two.getByRole('dialog'));
  await press(one, 'Discard');
  await two.getByRole('button', { name: 'Start call' }).waitFor();
});

deepIt('is described without a network, and by keyboard alone', async () => {
  const network = await startNetwork(recoup.url);
  const { page } = await asAttorney(network.url);
  await isKeptOffline(page);
  await expect.poll(() => page.evaluate(() => 'copy:matters ' in sessionStorage)).toBe(true);
  await page.clock.install({ time: new Date() });
  await Promise.all([page.context().setOffline(true), network.cut()]);
  await page.reload();
  await tabTo(page, 'Start call');
  await page.keyboard.press('Enter');
  await matterField(page).waitFor();
  await tabTo(page, 'Matter');
  await page.keyboard.type('NP0001');
  await page.getByRole('option', { name: 'NP0001' }).waitFor();
  // The second Enter neither stops the call nor opens anything.
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await tabTo(page, 'Disbursement type');
  await page.keyboard.type('Cons');
  await expectCall(page, 'NP0001', 'Consultation');
  await page.reload();
  await expectCall(page, 'NP0001', 'Consultation');
  await press(page, 'Stop');
  await saveCall(page, 'Described offline');
  await page.getByText('Waiting for a connection').waitFor();
  await network.restore();
  await page.context().setOffline(false);
  await page.clock.fastForward(20_000);
  await expect
    .poll(() => recordedWith('Described offline'))
    .toMatchObject(recordedAs('NP0001', 'Consultation'));
  await network.cut();
});

deepIt('forgets a matter over which something else is typed, and keeps that text', async () => {
  const { page } = await asAttorney();
  await press(page, 'Start call');
  await chooseMatter(page, 'NP0001');
  await matterField(page).fill('No such matter');
  await press(page, 'Stop');
  await page.getByRole('dialog').waitFor();
  await expect(matterField(page)).toHaveValue('No such matter');
});

deepIt('keeps a matter that is closed meanwhile, says so, and is recorded on it', async () => {
  const { page } = await asAttorney();
  await press(page, 'Start call');
  await chooseMatter(page, 'NP0004');
  await importMatters(
    admin,
    'closed.csv',
    'Matter Number,Description,Status\nNP0004,Lease,Closed\n',
  );
  await page.reload();
  await expect(matterField(page)).toHaveAccessibleDescription('Closed');
  await press(page, 'Stop');
  await saveCall(page, 'On a closed matter');
  await expect
    .poll(() => recordedWith('On a closed matter'))
    .toMatchObject(recordedAs('NP0004', 'Call'));
});

deepIt('says that its type is no longer assigned, and can be stopped without any', async () => {
  const { page } = await asAttorney();
  await press(page, 'Start call');
  await typeField(page).selectOption({ label: 'Consultation' });
  const keep = async (isKept: (title: string) => boolean) =>
    changeAnswers<CurrentUser>(page, '**/core/api/me', (user) => ({
      ...user,
      disbursementTypes: user.disbursementTypes.filter(({ title }) => isKept(title)),
    }));
  await keep((title) => title !== 'Consultation');
  await page.reload();
  const unassigned = '“Consultation” is no longer assigned. Choose another type.';
  await expect(typeField(page)).toHaveAccessibleDescription(unassigned);
  await press(page, 'Stop');
  const dialog = page.getByRole('dialog', { name: 'Save the call' });
  await expect(dialog.getByLabel('Disbursement type')).toHaveValue('');
  await press(page, 'Save');
  await expect(dialog).toContainText('This type is no longer in use. Choose another.');
  await page.unroute('**/core/api/me');
  await keep(() => false);
  await page.reload();
  await page.getByText('Nothing to record yet').waitFor();
  await expect(page.getByRole('button', { name: 'Save the call' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await press(page, 'Discard');
  await expect(page.getByRole('region', { name: 'Call', exact: true })).toHaveCount(0);
});

it('takes the matter of a label that is scanned while it runs', async () => {
  const [matter] = await readData<{ _id: string }[]>(admin, '/matters?search=NP0005');
  const { page } = await signedIn(attorney, undefined, { width: 390 });
  await press(page, 'Start call');
  await page.goto(`${recoup.url}/home/entries?call=${matter?._id}&number=NP0005`);
  await page.getByText('A call is running. Stop it before you start another one.').waitFor();
  await press(page, 'Use NP0005 for the running call');
  await expect(matterField(page)).toHaveValue(/^NP0005 · /);
  await expect.poll(() => new URL(page.url()).search).toBe('');
  await timer(page).waitFor();
});
