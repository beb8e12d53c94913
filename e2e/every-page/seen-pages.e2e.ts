import { it } from 'vitest';
import type { Page, Request } from 'playwright-core';
import {
  demoAttorneys,
  demoFirmAdmins,
  demoOffice,
} from '../../apps/server/src/seeds/demo-people.ts';
import { asAdmin, logon, recoup, signedIn, useApp } from '../support/app.ts';
import { waitForIdle } from '../support/browser.ts';
import { holdNext, holdRequests } from '../support/network.ts';
import { systemAdmin } from '../support/recoup.ts';
import { deepIt, expect } from '../support/test.ts';

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
  expect(await page.evaluate(() => sessionStorage.getItem('copy:page'))).toBeNull();
  answer();
  await readCopy(page, 1);
});

const { lerato } = demoFirmAdmins;
const { thabo } = demoAttorneys;

it('warns before a closing by new answers alone', async () => {
  const { page } = await asAdmin('/home/attorneys/month-end');
  await readCopy(page, 3);
  const answer = await holdRequests(page, '**/core/api/month-ends/**');
  await page.reload();
  await page.getByRole('button', { name: 'Close and export' }).click();
  const dialog = page.getByRole('dialog', { name: 'Close and export' });
  await dialog.getByText('Loading…').waitFor();
  answer();
  await expect(dialog.getByText(/have not completed/)).toBeVisible();
});

// A dialog of these begins with a row, a download with a setting, or a failure would not be told.
it.each([
  [lerato, '/home/attorneys/suppliers'],
  [lerato, '/home/attorneys/matters'],
  [lerato, '/home/attorneys/integrations'],
  [lerato, '/home/attorneys/telephones'],
  [thabo, '/home/entries/calls'],
])('waits for the new answer on %#', async (as, address) => {
  const { page } = await signedIn(as, address);
  await waitForIdle(page);
  const answer = await holdRequests(page, '**/core/api/**');
  await page.reload({ waitUntil: 'commit' });
  await expect(page.locator('[aria-busy="true"]').first()).toBeAttached();
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
      ['/home/attorneys/entries', 2],
      ['/home/attorneys/accounts', 2],
      ['/home/attorneys/overview', 6],
      ['/home/attorneys/month-end', 3],
      ['/home/attorneys/exports', 1],
      ['/home/attorneys/audit', 1],
    ],
  ],
  [demoOffice.precious, [['/home/entries', 1]]],
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
