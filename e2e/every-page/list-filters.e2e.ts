import { it } from 'vitest';
import { deepIt, expect } from '../support/test.ts';
import { a11yViolationsInLooks } from '../support/a11y.ts';
import { demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { asAdmin, signedIn, useApp } from '../support/app.ts';
import { waitForIdle } from '../support/browser.ts';
import { focused } from '../support/keyboard.ts';
import { holdRequests } from '../support/network.ts';

useApp();
const { lerato } = demoFirmAdmins;

it.each([
  ['Closed', '/home/attorneys/matters', 'status=Closed'],
  ['Not in use', '/home/attorneys/disbursement-list', 'active=false'],
])(
  'removes the filter “%s” alone by its chip, or with the search, and keeps the focus',
  async (chip, at, query) => {
    const { page } = await asAdmin(`${at}?${query}&search=a&size=20`);
    const remove = page.getByRole('button', { name: `Remove filter: ${chip}` });
    await remove.waitFor();
    expect(await a11yViolationsInLooks(page)).toEqual([]);
    await remove.focus();
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.search === '?search=a&size=20');
    await expect(remove).toHaveCount(0);
    // The next Tab goes on within the list.
    await expect(page.locator('body')).not.toBeFocused();
    await page.keyboard.press('Tab');
    await expect.poll(() => focused(page)).toMatch(/^Search (?:number|by name)/);
    await page.goBack();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.waitForURL((url) => url.search === '?size=20');
    await expect(page.getByRole('searchbox')).toHaveValue('');
  },
);

it('drops a search that still waits when the user goes back', async () => {
  const { page } = await signedIn(lerato, '/home/attorneys/matters', { hasClock: true });
  const search = page.getByRole('searchbox');
  await page.getByRole('button', { name: 'Next' }).click();
  await page.waitForURL((url) => url.search === '?page=2');
  await page.clock.pauseAt(new Date(Date.now() + 60_000));
  await search.fill('o');
  await page.goBack();
  await page.waitForURL((url) => url.search === '');
  await expect(search).toHaveValue('');
  await page.clock.runFor(1_000);
  await page.clock.resume();
  await page.goForward();
  await page.waitForURL((url) => url.search === '?page=2');
});

it.each([
  ['Clear filters', 'button'],
  ['Matters', 'link'],
] as const)('drops a search that still waits when the user presses %s', async (name, as) => {
  const at = '/home/attorneys/matters?status=Open';
  const { page } = await signedIn(lerato, at, { hasClock: true });
  const search = page.getByRole('searchbox');
  await page.getByRole('button', { name: 'Clear filters' }).waitFor();
  await page.clock.pauseAt(new Date(Date.now() + 60_000));
  await search.fill('o');
  await page.getByRole(as, { name, exact: true }).click();
  await page.waitForURL((url) => url.search === '');
  await page.clock.runFor(1_000);
  await expect(search).toHaveValue('');
  expect(new URL(page.url()).search).toBe('');
});

deepIt.each([
  ['attorneys', '/home/attorneys/attorney-list', 'Edit Thabo Mokoena'],
  ['types', '/home/attorneys/disbursement-list', 'Fees'],
  ['entries', '/home/attorneys/entries', 'Month end'],
  ['fees', '/home/attorneys/fees', 'Matters'],
])('follows a link of the list of %s while a search waits for its pause', async (_, at, link) => {
  const { page } = await asAdmin(at);
  const target = page.getByRole('link', { name: link, exact: true });
  await target.waitFor();
  await waitForIdle(page);
  await page.clock.install();
  // The files of the next page take longer than the pause.
  const release = await holdRequests(page, '**/assets/*.js');
  await page
    .getByRole('searchbox')
    .or(page.getByRole('combobox', { name: /^Search/ }))
    .fill('o');
  const to = await target.getAttribute('href');
  await target.click();
  await page.clock.runFor(600);
  release();
  await page.waitForURL((url) => url.pathname + url.search === to);
  await page.clock.runFor(600);
  await expect
    .poll(() => new URL(page.url()).pathname)
    .toBe(new URL(to ?? '', page.url()).pathname);
});
