import type { Page } from 'playwright-core';
import { it } from 'vitest';
import { expect } from '../support/expect.ts';
import { demoAttorneys, demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { a11yViolationsInLooks } from '../support/a11y.ts';
import { recoup, useApp } from '../support/app.ts';
import { useVisit } from '../support/shared-visit.ts';
import { setServerTime } from '../support/network.ts';
import { closeExport, recordCall } from '../support/wire.ts';

useApp();

const { lerato } = demoFirmAdmins;
const open = useVisit(lerato);
const overview = '/home/attorneys/overview';
const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

it('names who has recorded nothing, and leads to the entries of each', async () => {
  const page = await open('/home/attorneys/attorney-list');
  await page.route('**/core/api/month-ends/*', async (route) => {
    const response = await route.fetch();
    // The contract's reply.
    const reply = (await response.json()) as { data: { attorneys: { state: string }[] } };
    for (const each of reply.data.attorneys) each.state = 'nothing';
    await route.fulfill({ response, json: reply });
  });
  await page.getByRole('link', { name: 'Overview' }).click();
  const silent = panel(page, 'Nothing recorded this month');
  await silent.getByText('3 of 3 attorneys:').waitFor();
  await silent.getByRole('link', { name: 'Pieter Botha' }).click();
  await page.waitForURL('**/entries?attorney=*');
  const chosen = page.getByLabel('Attorney', { exact: true });
  await expect(chosen.locator('option:checked')).toHaveText('Pieter Botha');
});

it('says which panel could not be loaded, while the others stand', async () => {
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
    .getByText('Infos')
    .or(exceptions.getByText(/no open/))
    .first()
    .waitFor();
});

it('waits for no slow panel', async () => {
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

it('asks for the new month when one begins while the page is open', async () => {
  const page = await open('/home/attorneys/attorney-list');
  const asked: (string | undefined)[] = [];
  page.on('request', (request) => asked.push(/month-ends\/(.*)/.exec(request.url())?.[1]));
  const begun = Date.now();
  const lastSeconds = Date.parse('2026-11-30T21:59:55Z');
  await setServerTime(page, () => lastSeconds + Date.now() - begun);
  await page.goto(`${recoup.url}${overview}`);
  await expect.poll(() => asked).toContain('2026-11');
  const look = () => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect.poll(async () => (await look(), asked), { timeout: 15_000 }).toContain('2026-12');
});
