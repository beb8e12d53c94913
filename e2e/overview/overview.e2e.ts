import { it } from 'vitest';
import type { Page } from 'playwright-core';
import { deepIt, expect } from '../support/test.ts';
import { demoAttorneys, demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { a11yViolationsInLooks, sidewaysScroll } from '../support/a11y.ts';
import { recoup, signedIn, useApp, useVisit } from '../support/app.ts';
import { waitForIdle } from '../support/browser.ts';
import { focused, tabTo } from '../support/keyboard.ts';
import { callApi, closeExport, recordCall, postData } from '../support/wire.ts';
import { setServerTime, changeAnswers } from '../support/network.ts';
import { formatRand, toCentsTotal } from '@recoup/contract/core/money';
import type { Overview } from '@recoup/contract/overview/endpoints';

useApp();
const { lerato } = demoFirmAdmins;
const open = useVisit(lerato);
const overview = '/home/attorneys/overview';
const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const plain = (text: string) => text.replaceAll('\u00A0', ' ');
const textOf = async (page: Page, name: string) => plain(await panel(page, name).innerText());

it('shows what is new, the exceptions and the months, and leads on', async () => {
  const page = await open('/home/attorneys/attorney-list');
  await page.getByRole('link', { name: 'Overview' }).click();
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  const { rows } = await postData<{ rows: number }>(lerato, '/exports', { dryRun: true });
  await panel(page, 'Not exported yet').getByText(/since/).waitFor();
  await expect
    .poll(() => textOf(page, 'Not exported yet'))
    .toMatch(new RegExp(`R [\\d ]+\\.\\d\\d\\s+${rows} entries since \\d+ \\w{3} \\d{4}`));
  await panel(page, 'Exceptions').getByText('Warnings').waitFor();
  await expect
    .poll(() => textOf(page, 'Exceptions'))
    .toMatch(/Most frequent\s+Weekend or holiday\s+\d+ times/);
  await panel(page, 'Last closing export').getByText('No export has been closed yet.').waitFor();
  const months = panel(page, 'This month and the twelve before');
  await months.getByRole('img', { name: /^Recoveries of 13 months/ }).waitFor();
  await expect
    .poll(() => textOf(page, 'This month and the twelve before'))
    .toMatch(/On average R .* before/);
  await months.getByRole('link', { name: 'Entries' }).click();
  await page.waitForURL('**/home/attorneys/entries');
  await page.goBack();
  await panel(page, 'Not exported yet').getByText(/since/).waitFor();
});

it('begins the first page of a firm admin with what waits, without what is empty', async () => {
  const { data } = await callApi<{ data: Overview }>(lerato, 'GET', '/overview');
  const page = await open('/home/attorneys/attorney-list');
  const main = page.getByRole('main');
  const ready = main.getByRole('link', {
    name: `${formatRand(toCentsTotal(data.open.sum))} ready to close`,
  });
  await ready.waitFor();
  await expect(main.getByText('nobody recorded')).toHaveCount(0);
  await expect(main.getByText('Set-up')).toHaveCount(0);
  expect(await a11yViolationsInLooks(page)).toEqual([]);
  await ready.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Month end' }).waitFor();
});

it('says that the line could not be loaded, and loads it again', async () => {
  const page = await open('/home/attorneys/attorney-list');
  const address = '**/core/api/overview';
  await page.route(address, async (route) => route.abort());
  await page.reload();
  await page.getByText('Where the firm stands could not be loaded.').waitFor();
  await page.unroute(address);
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('link', { name: /ready to close/ })).toBeVisible();
});

deepIt('shows the last closing, not a copy, and what became of its mail', async () => {
  const number = await closeExport(lerato);
  await callApi(lerato, 'GET', '/download');
  const page = await open(overview);
  const last = panel(page, 'Last closing export');
  await last.getByText(/closed on .* by Lerato Nkosi/).waitFor();
  await last.getByText('Not emailed yet.').waitFor();
  await panel(page, 'Not exported yet')
    .getByText('Everything recorded has been exported.')
    .waitFor();
  const mails = [{ to: 'books@example.com', state: 'failed', reason: 'No such mailbox.' }];
  await changeAnswers<{ data: object[] }>(page, '**/core/api/exports?*', (list) => ({
    ...list,
    data: list.data.map((each) => ({ ...each, mails })),
  }));
  await page.reload();
  await last.getByText('Emails: 1 failed.').waitFor();
  await last.getByText('The email to books@example.com failed: No such mailbox.').waitFor();
  expect(await a11yViolationsInLooks(page)).toEqual([]);
  await last.getByRole('link', { name: `Export ${number}` }).click();
  await page.getByRole('heading', { level: 1, name: `Export ${number}` }).waitFor();
  await recordCall(demoAttorneys.thabo, 'After the closing');
});

it('is reached by its keys, walked by Tab, and no page of an attorney', async () => {
  const page = await open('/home/attorneys/attorney-list', 390);
  await page.keyboard.press('g');
  await page.keyboard.press('o');
  await page.waitForURL(`**${overview}`);
  await waitForIdle(page);
  expect(await sidewaysScroll(page)).toBe(0);
  await tabTo(page, 'Month end');
  await expect.poll(() => focused(page)).toBe('Month end');
  const attorney = await signedIn(demoAttorneys.thabo, overview);
  await attorney.page.waitForURL('**/home/unauthorized');
});

deepIt('names who has recorded nothing, and leads to the entries of each', async () => {
  const page = await open('/home/attorneys/attorney-list');
  type MonthEnd = { data: { attorneys: { state: string }[] } };
  await changeAnswers<MonthEnd>(page, '**/core/api/month-ends/*', (reply) => {
    for (const each of reply.data.attorneys) each.state = 'nothing';
    return reply;
  });
  await page.getByRole('link', { name: 'Overview' }).click();
  const silent = panel(page, 'Nothing recorded this month');
  await silent.getByText('3 of 3 attorneys:').waitFor();
  await silent.getByRole('link', { name: 'Pieter Botha' }).click();
  await page.waitForURL('**/entries?attorney=*');
  const chosen = page.getByLabel('Attorney', { exact: true });
  await expect(chosen.locator('option:checked')).toHaveText('Pieter Botha');
});

deepIt('says which panel could not be loaded, while the others stand', async () => {
  const page = await open('/home/attorneys/attorney-list');
  const said: string[] = [];
  page.on('console', (message) => said.push(message.text()));
  let tries = 0;
  let release = () => {};
  let isHeld = Promise.resolve();
  await page.route('**/core/api/exceptions?*', async (route) => {
    tries += 1;
    await isHeld;
    await route.fulfill({ status: 500, json: { message: 'Something broke.' } });
  });
  await page.getByRole('link', { name: 'Overview' }).click();
  const exceptions = panel(page, 'Exceptions');
  await exceptions.getByText('Exceptions could not be loaded.').waitFor();
  await panel(page, 'Not exported yet').getByText(/since/).waitFor();
  await panel(page, 'Nothing recorded this month')
    .getByText(/attorney/)
    .waitFor();
  await expect(page.getByRole('alert')).toHaveCount(1);
  expect(said.filter((text) => text.includes('Unable to get exceptions'))).toHaveLength(1);
  expect(await a11yViolationsInLooks(page)).toEqual([]);
  const before = tries;
  // The answer comes after the second press.
  isHeld = new Promise((resolve) => (release = resolve));
  await exceptions.getByRole('button', { name: 'Retry' }).dblclick();
  const answered = page.waitForResponse('**/core/api/exceptions?*');
  release();
  await answered;
  expect(tries).toBe(before + 1);
  await page.unroute('**/core/api/exceptions?*');
  await exceptions.getByRole('button', { name: 'Retry' }).click();
  await exceptions
    .getByText('Notes')
    .or(exceptions.getByText(/no open/))
    .first()
    .waitFor();
});

deepIt('waits for no slow panel', async () => {
  await closeExport(lerato);
  await recordCall(demoAttorneys.thabo, 'After the closing');
  const page = await open('/home/attorneys/attorney-list');
  await page.route('**/core/api/exports', () => undefined);
  await page.getByRole('link', { name: 'Overview' }).click();
  await panel(page, 'Last closing export')
    .getByRole('link', { name: /^Export \d/ })
    .waitFor();
  await panel(page, 'This month and the twelve before')
    .getByRole('img', { name: /^Recoveries/ })
    .waitFor();
  await expect(panel(page, 'Not exported yet').getByText('Loading…')).toBeVisible();
});

deepIt('asks for the new month when one begins while the page is open', async () => {
  const page = await open('/home/attorneys/attorney-list');
  const requested: (string | undefined)[] = [];
  page.on('request', (request) => requested.push(/month-ends\/(.*)/.exec(request.url())?.[1]));
  const begun = Date.now();
  const lastSeconds = Date.parse('2026-11-30T21:59:55Z');
  await setServerTime(page, () => lastSeconds + Date.now() - begun);
  await page.goto(`${recoup.url}${overview}`);
  await expect.poll(() => requested).toContain('2026-11');
  const look = () => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect.poll(async () => (await look(), requested)).toContain('2026-12');
});
