import { it } from 'vitest';
import type { Page } from 'playwright-core';
import { deepIt, expect } from '../support/test.ts';
import { demoAttorneys, demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { a11yViolations } from '../support/a11y.ts';
import { recoup, useApp } from '../support/app.ts';
import {
  countRecorded,
  deleteOwn,
  expectUnsent,
  passTime,
  undo,
  line,
  withCall,
} from '../support/undo.ts';
import { logOut, loseRequests, notices, signIn } from '../support/browser.ts';
import { callApi, closeExport, recordCall } from '../support/wire.ts';

useApp();
const { thabo } = demoAttorneys;
const { lerato } = demoFirmAdmins;

it('hides an entry at once, shows it again by Undo, and deletes it after ten seconds', async () => {
  const { page, writes, consoleErrors } = await withCall('Undone once');
  const sum = page.getByRole('region', { name: 'Recorded entries' }).locator('h2 + span');
  const before = await sum.innerText();
  await deleteOwn(page, 'Undone once');
  // The time rests while the test looks.
  await undo(page).hover();
  await expect(notices(page).getByText(/^Call on .*, R\s66\.00 deleted\.$/)).toBeVisible();
  await expect(sum).not.toHaveText(before);
  await undo(page).click();
  await line(page, 'Undone once').waitFor();
  await expect(sum).toHaveText(before);
  await passTime(page);
  await expectUnsent(writes, page);
  await deleteOwn(page, 'Undone once');
  await passTime(page);
  await expect.poll(() => countRecorded(thabo, 'Undone once')).toBe(0);
  await expect(undo(page)).toHaveCount(0);
  expect(writes).toEqual(['DELETE']);
  expect(consoleErrors).toEqual([]);
});

deepIt('waits while the pointer or the focus is on the notice', async () => {
  const { page, writes } = await withCall('Thought about', 1440);
  await deleteOwn(page, 'Thought about');
  await undo(page).hover();
  expect(await a11yViolations(page)).toEqual([]);
  await page.clock.runFor(15_000);
  await undo(page).focus();
  await page.mouse.move(10, 10);
  await page.clock.runFor(15_000);
  await expectUnsent(writes, page);
  await page.keyboard.press('Enter');
  await line(page, 'Thought about').waitFor();
  await expectUnsent(writes, page);
});

deepIt('deletes at once when the page is loaded again', async () => {
  const { page } = await withCall('Left by a reload');
  await deleteOwn(page, 'Left by a reload');
  await page.reload();
  await expect.poll(() => countRecorded(thabo, 'Left by a reload')).toBe(0);
});

deepIt('keeps two deletions apart: each has its notice, and Ctrl Z undoes the last', async () => {
  await recordCall(thabo, 'First of two');
  const { page } = await withCall('Second of two');
  await deleteOwn(page, 'First of two');
  await deleteOwn(page, 'Second of two');
  await expect(undo(page)).toHaveCount(2);
  await page.keyboard.press('Control+z');
  await line(page, 'Second of two').waitFor();
  await expect(line(page, 'First of two')).toHaveCount(0, { timeout: 1_000 });
  await passTime(page);
  await expect.poll(() => countRecorded(thabo, 'First of two')).toBe(0);
  expect(await countRecorded(thabo, 'Second of two')).toBe(1);
});

deepIt('leaves Ctrl Z to a field in which text is typed', async () => {
  const { page } = await withCall('Not by the field');
  await deleteOwn(page, 'Not by the field');
  await page.getByRole('button', { name: 'Add entry' }).click();
  await page.getByLabel('Narration').fill('Typed');
  await page.keyboard.press('Control+z');
  await expect(undo(page)).toHaveCount(1);
  await expect(line(page, 'Not by the field')).toHaveCount(0, { timeout: 1_000 });
});

const leaves: [string, (page: Page) => Promise<unknown>][] = [
  ['the tab goes to another site', (page) => page.goto('about:blank')],
  [
    'the user signs out',
    async (page) => {
      await logOut(page);
      await page.getByLabel('Email').waitFor();
    },
  ],
  [
    'the notice is dismissed',
    (page) => notices(page).getByRole('button', { name: 'Dismiss' }).click(),
  ],
];

deepIt.each(leaves)('deletes at once when %s', async (name, leave) => {
  const { page } = await withCall(`Left, ${name}`);
  await deleteOwn(page, `Left, ${name}`);
  await leave(page);
  await expect.poll(() => countRecorded(thabo, `Left, ${name}`)).toBe(0);
});

deepIt('never shows the entry after a reload, deletes it although a request was lost', async () => {
  const { page } = await withCall('Loaded again');
  await deleteOwn(page, 'Loaded again');
  // The request that leaves with the page is lost.
  await page.evaluate(() => {
    const real = window.fetch.bind(window);
    window.fetch = async (address, init) =>
      init?.method === 'DELETE' ? new Promise(() => {}) : real(address, init);
  });
  const list = page.waitForResponse((reply) => /\/entries\?from=/.test(reply.url()));
  await page.reload();
  await list;
  await page.getByText(/^Since /).waitFor();
  await expect(line(page, 'Loaded again')).toHaveCount(0);
  await expect.poll(() => countRecorded(thabo, 'Loaded again')).toBe(0);
});

deepIt('deletes at once when a phone puts the page aside, not when a desktop does', async () => {
  const { page, writes } = await withCall('Put aside');
  const hide = () =>
    page.evaluate(() => {
      Object.defineProperty(document, 'hidden', { get: () => true, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    });
  await deleteOwn(page, 'Put aside');
  await hide();
  await expectUnsent(writes, page);
  await page.evaluate(() => {
    const real = window.matchMedia.bind(window);
    window.matchMedia = (query) => real(query === '(hover: hover)' ? 'not all' : query);
  });
  await hide();
  await expect.poll(() => countRecorded(thabo, 'Put aside')).toBe(0);
});

const meanwhile: [string, (id: string) => Promise<unknown>, RegExp][] = [
  [
    'another user has changed the entry',
    (id) => callApi(lerato, 'PUT', `/entries/${id}`, { minutes: 12, reason: 'It took longer' }),
    /^Not deleted: Call on .*\. It was changed meanwhile\. Look at it/,
  ],
  [
    'an export has locked the entry',
    () => closeExport(lerato),
    /^Not deleted: Call on .*\. Locked by export \d+ until/,
  ],
];

deepIt.each(meanwhile)(
  'brings the entry back, and says so, when %s',
  async (name, happen, text) => {
    const { page, recorded, consoleErrors } = await withCall(`Kept, ${name}`);
    await deleteOwn(page, `Kept, ${name}`);
    await happen(recorded._id);
    await passTime(page);
    await notices(page).getByText(text).waitFor();
    await line(page, `Kept, ${name}`).waitFor();
    // The notice stays until the user has read it.
    await page.clock.runFor(30_000);
    await expect(notices(page).getByText(text)).toHaveCount(1);
    expect(consoleErrors).toEqual([]);
  },
);

deepIt('counts an entry that was deleted elsewhere meanwhile as deleted', async () => {
  const { page, recorded } = await withCall('Gone twice');
  await deleteOwn(page, 'Gone twice');
  await callApi(thabo, 'DELETE', `/entries/${recorded._id}`);
  await passTime(page);
  await expect(undo(page)).toHaveCount(0);
  await expect(notices(page)).toHaveText('', { timeout: 1_000 });
});

deepIt('keeps a deletion over a sign-out without a network, and says so first', async () => {
  const { page } = await withCall('No network');
  await loseRequests(page, '**/core/api/entries/*', 'DELETE');
  await deleteOwn(page, 'No network');
  await logOut(page);
  await notices(page)
    .getByText(/^Saved on this device: the deletion of Call on /)
    .waitFor();
  await logOut(page);
  await page.getByLabel('Email').waitFor();
  expect(await countRecorded(thabo, 'No network')).toBe(1);
  await page.unrouteAll();
  await signIn(page, recoup.url, thabo);
  await expect.poll(() => countRecorded(thabo, 'No network')).toBe(0);
});

deepIt('deletes nothing in the session of another user', async () => {
  const { page, writes } = await withCall('Session ended');
  await deleteOwn(page, 'Session ended');
  await page.evaluate(() => sessionStorage.setItem('token', 'of another user'));
  await passTime(page);
  await expect(notices(page).getByText(/^Saved on this device: the deletion of /)).toBeVisible();
  expect(writes).toEqual([]);
  expect(await countRecorded(thabo, 'Session ended')).toBe(1);
});
