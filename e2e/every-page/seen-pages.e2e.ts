import { it } from 'vitest';
import type { Page, Request } from 'playwright-core';
import {
  demoAttorneys,
  demoFirmAdmins,
  demoOffice,
} from '../../apps/server/src/seeds/demo-people.ts';
import { asAdmin, logon, openWindow, recoup, signedIn, useApp } from '../support/app.ts';
import { signIn, waitForIdle } from '../support/browser.ts';
import { holdNext, holdRequests } from '../support/network.ts';
import { systemAdmin } from '../support/recoup.ts';
import { deepIt, expect } from '../support/test.ts';
import { callApi } from '../support/wire.ts';

useApp();
const list = '/home/attorneys/attorney-list';

it('draws a page that the tab has seen at once, and then its new answer', async () => {
  const { page, consoleErrors } = await asAdmin(list);
  const copy = await readCopy(page, 1);
  const answer = await holdRequests(page, '**/core/api/users?**');
  await writeCopy(page, copy.replaceAll('Thabo Mokoena', 'Thabo Before'));
  await page.reload({ waitUntil: 'commit' });
  await expect(page.getByRole('link', { name: 'Edit Thabo Before' })).toBeVisible();
  answer();
  await expect(page.getByRole('link', { name: 'Edit Thabo Mokoena' })).toBeVisible();
  expect(consoleErrors).toEqual([]);
});

it('shows that people of a month failed, and none of the last visit', async () => {
  const { page } = await asAdmin('/home/attorneys/month-end');
  await readCopy(page, 4);
  await page.route('**/core/api/month-ends/**', (route) =>
    route.fulfill({ status: 500, json: { code: 'internal', message: 'Broken.' } }),
  );
  await page.reload();
  const people = page.getByRole('region', { name: 'Who is complete' });
  await people.getByText('Broken.').waitFor();
  await expect(people.getByRole('row')).toHaveCount(0);
  await expect(page.getByRole('listitem').filter({ hasText: 'People' })).toContainText('…');
});

it('shows that months failed instead of the sums of the last visit', async () => {
  const { page } = await signedIn(demoOffice.precious, '/home/entries/month');
  await readCopy(page, 2);
  await page.route('**/core/api/entries?**', (route) =>
    route.fulfill({ status: 500, json: { code: 'internal', message: 'Broken.' } }),
  );
  await page.reload();
  const months = page.getByRole('region', { name: 'Recorded months' });
  await expect(months.getByText('Broken.')).toHaveCount(2);
  await expect(months.getByText(/^R\s\d/)).toHaveCount(0);
});

it('shows that the new answer failed instead of rows that may be old', async () => {
  const { page } = await asAdmin(list);
  await readCopy(page, 1);
  await page.route('**/core/api/users?**', (route) =>
    route.fulfill({ status: 500, json: { code: 'internal', message: 'Broken.' } }),
  );
  await page.reload();
  await page.getByText('Broken.').waitFor();
  await expect(page.getByRole('link', { name: /^Edit / })).toHaveCount(0);
});

type Copy = { visit: string; until: number };

it.each<[string, (copy: Copy) => Partial<Copy>]>([
  ['of a session that has ended', () => ({ until: Date.now() })],
  ['of another release', ({ visit }) => ({ visit: visit.replace(/\w+$/, 'another') })],
  ['of another session', ({ visit }) => ({ visit: visit.replace(/,[^,]+,/, ',another,') })],
  ['of another page', ({ visit }) => ({ visit: visit.replace(list, `${list}?page=2`) })],
])('draws no copy %s', async (_, change) => {
  const { page } = await asAdmin(list);
  const copy: Copy = JSON.parse(await readCopy(page, 1));
  const answer = await holdRequests(page, '**/core/api/users?**');
  await writeCopy(page, JSON.stringify({ ...copy, ...change(copy) }));
  await page.reload({ waitUntil: 'commit' });
  await page.getByRole('table').waitFor();
  await expect(page.getByRole('link', { name: /^Edit / })).toHaveCount(0);
  answer();
  await expect(page.getByRole('link', { name: /^Edit / }).first()).toBeVisible();
});

it('keeps nothing of a page during a write, and then what is read after it', async () => {
  await logon(demoFirmAdmins.lerato);
  const { page } = await asAdmin('/home/security');
  expect(await readCopy(page, 2)).toContain('"isCurrent":false');
  const isRead = (request: Request) => request.method() === 'GET';
  const lists = await holdRequests(page, '**/core/api/sessions', isRead);
  const ending = await holdNext(page, 'DELETE', '**/core/api/sessions');
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
  const write = await ending.route;
  expect(await page.evaluate(() => sessionStorage.getItem('copy:page'))).toBeNull();
  await write.continue();
  await page.getByText(/^Signed out of /).waitFor();
  expect(await page.evaluate(() => sessionStorage.getItem('copy:page'))).toBeNull();
  lists();
  expect(await readCopy(page, 1)).not.toContain('"isCurrent":false');
});

it('keeps the answers of a page whose user comes last', async () => {
  const { page } = await asAdmin(list);
  const answer = await holdRequests(page, '**/core/api/me');
  await page.addInitScript(() => sessionStorage.removeItem('copy:page'));
  await page.reload({ waitUntil: 'commit' });
  await page
    .getByRole('link', { name: /^Edit / })
    .first()
    .waitFor();
  expect(await readCopy(page, 1)).toContain('Thabo Mokoena');
  answer();
});

const { lerato } = demoFirmAdmins;
const { thabo } = demoAttorneys;

it('warns before a closing by new answers alone', async () => {
  const { page } = await openWindow();
  await page.clock.install();
  await signIn(page, recoup.url, lerato, '/home/attorneys/month-end');
  await readCopy(page, 4);
  const answer = await holdRequests(page, '**/core/api/month-ends/**');
  await page.reload();
  const calls = page.waitForResponse('**/core/api/call-records?**');
  await page.getByRole('button', { name: 'Close and export' }).click();
  const dialog = page.getByRole('dialog', { name: 'Close and export' });
  await calls;
  // A warning of the last visit would be drawn by then.
  await page.clock.runFor(1_000);
  await expect(dialog.getByText('Loading…')).toBeVisible();
  const lock = dialog.getByRole('button', { name: /^Close and lock/ });
  await expect(lock).toHaveAttribute('aria-disabled', 'true');
  answer();
  await expect(lock).not.toHaveAttribute('aria-disabled');
  await expect(dialog.getByText(/have not completed/)).toBeVisible();
});

it('changes a row of the last visit once its new answer is there', async () => {
  const { page } = await asAdmin('/home/attorneys/matters');
  await readCopy(page, 1);
  const answer = await holdRequests(page, '**/core/api/matters?**');
  await page.reload({ waitUntil: 'commit' });
  await page.getByRole('button', { name: 'Actions on NP0001' }).click();
  await expect(page.getByRole('link', { name: 'Entries on NP0001' })).toBeVisible();
  const change = page.getByRole('button', { name: 'Set cap of NP0001' });
  await expect(change).toHaveAttribute('aria-disabled', 'true');
  await change.click({ force: true });
  await expect(change).toBeVisible();
  answer();
  await change.click();
  await page.getByRole('dialog', { name: 'Cap of NP0001' }).waitFor();
});

it.each([
  ['suppliers', 1, /^Edit /],
  ['posting-layouts', 1, /^Settings of /],
  ['integrations', 6, 'Add a hand-over'],
])('opens a form of %s with new answers alone', async (place, answers, name) => {
  await addSupplier(`Shown on ${place}`);
  const { page } = await asAdmin(`/home/attorneys/${place}`);
  await readCopy(page, answers);
  const answer = await holdRequests(page, '**/core/api/**');
  await page.reload({ waitUntil: 'commit' });
  const button = page.getByRole('button', { name }).first();
  await expect(button).toHaveAttribute('aria-disabled', 'true');
  await button.click({ force: true });
  answer();
  await expect(button).not.toHaveAttribute('aria-disabled');
  await expect(page.getByRole('button', { name: /^Save(?! import)/ })).toHaveCount(0);
  await button.click();
  await page.getByRole('button', { name: /^Save(?! import)/ }).waitFor();
});

it('opens a fee that is pressed in the last answer once the new one is there', async () => {
  const { page } = await asAdmin('/home/attorneys/fees');
  await readCopy(page, 3);
  const answer = await holdRequests(page, '**/core/api/users?**');
  await page.reload({ waitUntil: 'commit' });
  await page.locator('[data-cell="1 1"]').click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  answer();
  await page.getByRole('dialog').waitFor();
});

it('runs a hand-over with new answers alone', async () => {
  const when = { on: 'day_of_month', day: 1, time: '16:00', isOn: true };
  const file = { type: 'csv', layout: null, server: null, email: 'books@nkosilaw.africa' };
  await callApi(lerato, 'POST', '/hand-overs', { name: 'Books', ...file, ...when });
  const { page } = await asAdmin('/home/attorneys/integrations');
  await readCopy(page, 6);
  const answer = await holdRequests(page, '**/core/api/hand-overs');
  await page.reload({ waitUntil: 'commit' });
  const run = page.getByRole('button', { name: 'Run Books now' });
  await expect(run).toHaveAttribute('aria-disabled', 'true');
  answer();
  await expect(run).not.toHaveAttribute('aria-disabled');
});

it('begins the schedule of matter files with new answers alone', async () => {
  const server = {
    name: 'Practice',
    host: 'sftp.example',
    port: 22,
    user: 'recoup',
    secretKind: 'password',
    folder: '',
    hostKey: null,
  };
  const { page } = await openWindow();
  await page.clock.install();
  const form = page.waitForRequest('**/assets/intake-form*');
  await signIn(page, recoup.url, lerato, '/home/attorneys/integrations');
  const copy: { replies: Record<string, unknown> } = JSON.parse(await readCopy(page, 6));
  const old = { data: [{ ...server, _id: 'old' }], count: 1 };
  const replies = { ...copy.replies, '/core/api/sftp-servers': old };
  await writeCopy(page, JSON.stringify({ ...copy, replies }));
  const servers = await holdNext(page, 'GET', '**/core/api/sftp-servers');
  const saved = page.waitForResponse('**/core/api/matter-intake');
  const runs = page.waitForResponse('**/core/api/matter-intake/runs?**');
  await page.reload({ waitUntil: 'commit' });
  await page.getByRole('button', { name: 'Edit Practice' }).waitFor();
  await Promise.all([saved, runs]);
  // A form of the old answer would be drawn by then.
  await page.evaluate(`import('${(await form).url()}').then(() => undefined)`);
  await page.clock.runFor(1_000);
  await (await servers.route).fulfill({ json: { data: [{ ...server, _id: 'new' }], count: 1 } });
  const sent = page.waitForRequest((request) => request.method() === 'PUT');
  await page.getByRole('button', { name: 'Save import on schedule' }).click();
  expect((await sent).postDataJSON()).toMatchObject({ server: 'new' });
});

it('offers no supplier of the last visit in a form', async () => {
  await addSupplier('Kept Couriers');
  const { page } = await asAdmin('/home/attorneys/suppliers');
  const copy = await readCopy(page, 1);
  const answer = await holdRequests(page, '**/core/api/suppliers');
  await writeCopy(page, copy.replaceAll('Kept Couriers', 'Before'));
  await page.reload({ waitUntil: 'commit' });
  await page.getByText('Before', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'Accounts', exact: true }).last().click();
  await page.getByRole('link', { name: 'Add account' }).click();
  await page.getByRole('heading', { name: 'Add account' }).waitFor();
  await expect(page.getByRole('option', { name: 'Before' })).toHaveCount(0);
  answer();
  await expect(page.getByRole('option', { name: 'Kept Couriers' })).toBeAttached();
  await expect(page.getByRole('option', { name: 'Before' })).toHaveCount(0);
});

// A dialog of these begins with a row, or a failure would not be told.
it.each([
  [lerato, '/home/attorneys/telephones'],
  [thabo, '/home/entries/calls'],
])('waits for the new answer on %#', async (as, address) => {
  const { page } = await openWindow();
  await page.clock.install();
  await signIn(page, recoup.url, as, address);
  await waitForIdle(page);
  const answer = await holdRequests(page, '**/core/api/**');
  await page.reload({ waitUntil: 'commit' });
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.clock.runFor(1_000);
  await expect(page.getByRole('main').locator('[aria-busy="true"]').first()).toBeAttached();
  answer();
  await waitForIdle(page);
});

/** Pages that are only looked at, with how many answers draw them again. */
deepIt.each([
  [
    systemAdmin,
    [
      ['/home/firms', 1],
      ['/home/audit', 1],
    ],
  ],
  [
    lerato,
    [
      ['/home/attorneys/auditors', 1],
      ['/home/attorneys/disbursement-list', 1],
      ['/home/attorneys/calls', 1],
      ['/home/attorneys/call-imports', 1],
      ['/home/attorneys/fees', 3],
      ['/home/attorneys/matters', 1],
      ['/home/attorneys/suppliers', 1],
      ['/home/attorneys/posting-layouts', 1],
      ['/home/attorneys/taxation-packs', 1],
      ['/home/attorneys/entries', 2],
      ['/home/attorneys/accounts', 2],
      ['/home/attorneys/overview', 6],
      ['/home/attorneys/month-end', 4],
      ['/home/attorneys/exports', 1],
      ['/home/attorneys/audit', 1],
    ],
  ],
  [
    demoOffice.gillian,
    [
      ['/home/attorneys/fees', 3],
      ['/home/attorneys/matters', 1],
    ],
  ],
  [
    demoOffice.precious,
    [
      ['/home/entries', 1],
      ['/home/entries/month', 2],
    ],
  ],
  [thabo, [['/home/entries', 1]]],
] as const)('draws pages of %# that the tab has seen at once', async (as, pages) => {
  const { page } = await signedIn(as, pages[0][0]);
  for (const [address, answers] of pages) {
    await page.goto(recoup.url + address);
    await readCopy(page, answers);
    const answer = await holdRequests(page, '**/core/api/**');
    await page.reload({ waitUntil: 'commit' });
    await page.getByRole('heading', { level: 1 }).waitFor();
    await expect.poll(() => page.evaluate(findWaiting), address).toEqual([]);
    answer();
    await page.unrouteAll({ behavior: 'wait' });
  }
});

const addSupplier = (name: string) => callApi(lerato, 'POST', '/suppliers', { name });

/** Parts of the page in the window that wait for an answer. */
function findWaiting(): string[] {
  return [...document.querySelectorAll('[aria-busy="true"]')]
    .filter((part) => !part.matches('p:empty') && part.getBoundingClientRect().top < innerHeight)
    .map((part) => part.outerHTML.slice(0, 100));
}

/** The copy of the shown page, once it has so many answers. */
async function readCopy(page: Page, answers: number): Promise<string> {
  const read = () => page.evaluate(() => sessionStorage.getItem('copy:page'));
  const count = async () => {
    const { visit, replies } = JSON.parse((await read()) ?? '{"visit":""}');
    const { pathname, search } = new URL(page.url());
    return visit.startsWith(`${pathname}${search},`) ? Object.keys(replies).length : 0;
  };
  await expect.poll(count, page.url()).toBe(answers);
  return (await read()) ?? '';
}

/** For when the page is opened next: until then an answer may still save the copy again. */
async function writeCopy(page: Page, text: string): Promise<void> {
  await page.addInitScript((copy) => sessionStorage.setItem('copy:page', copy), text);
}
