import { longDay } from '@recoup/contract/entries/rules';
import type { Page } from 'playwright-core';
import { it } from 'vitest';
import { expect } from '../support/expect.ts';
import { demoAttorneys } from '../../apps/server/src/seeds/demo-people.ts';
import { a11yViolations, sidewaysScroll } from '../support/a11y.ts';
import { browser, recoup, signedIn, useApp } from '../support/app.ts';
import { useVisit } from '../support/shared-visit.ts';
import { signIn, visit } from '../support/browser.ts';
import { changeFees } from '../support/call-fees.ts';
import { dayIn as day } from '../support/days.ts';
import { goOffline, setServerTime } from '../support/network.ts';
import { save, price, typeCall, amountOf, priced } from '../support/dated-fees.ts';

// An entry is priced by the call fees of its own day (product-2.md, section 1).
useApp();

const { thabo, pieter, saras } = demoAttorneys;
const open = useVisit(thabo, 390);
const dayMs = 86_400_000;
const prices = (page: Page) => page.getByRole('region', { name: 'My prices' });

it('asks for an amount on a day without call fees, and keeps the typed minutes', async () => {
  await changeFees(thabo, { by: 0, from: day(-3), without: 'Consultation' });
  const page = await open('/home/entries');
  await page.getByRole('button', { name: 'Add entry' }).click();
  await page.getByLabel('Disbursement type').selectOption('Consultation');
  await page.getByLabel('Unit price (R)').fill('12');
  await page.getByLabel('Date').fill(day(-4));
  await page.getByLabel('Minutes').fill('9');
  await page.getByLabel('Date').fill(day(-3));
  await priced(page, 'R 12.00.');
  await page.getByLabel('Date').fill(day(-4));
  await expect(page.getByLabel('Minutes')).toHaveValue('9');
});

it('records an entry of a phone at the price that it showed without a network', async () => {
  const { page, end } = await signedIn(saras, '/home/entries', { width: 390 });
  const online = await goOffline(page);
  await typeCall(page, 'Offline price');
  const shown = (await price(page).innerText()).split(':')[0] ?? '';
  await save(page).click();
  await page.getByText('Waiting for a connection').waitFor();
  await changeFees(saras, { by: 7, from: '2000-01-01' });
  await page.getByRole('button', { name: 'Correct' }).click();
  await page.getByLabel('Narration').fill('Offline price, corrected');
  await save(page).click();
  await online();
  await page
    .getByRole('region', { name: 'Notifications' })
    .getByText(`Recorded: ${shown} on NP0001.`)
    .waitFor();
  const rand = Number(shown.replaceAll(/[^\d.]/g, ''));
  expect(await amountOf('Offline price, corrected')).toBe(rand);
  await end();
});

it('shows a coming price to the attorney, and takes it at midnight', async () => {
  await changeFees(pieter, { by: 2, from: day(1) });
  const { page, end } = await visit(browser, { width: 390 });
  const midnight = Date.parse(`${day(1)}T00:00:00+02:00`);
  await page.clock.install({ time: midnight - 20_000 });
  let serverAhead = midnight - 20_000 - Date.now();
  await setServerTime(page, () => Date.now() + serverAhead);
  await signIn(page, recoup.url, pieter, '/home/entries');
  const coming = prices(page).getByRole('table', { name: `Call from ${longDay(day(1))}` });
  await coming.waitFor();
  const rows = await coming.getByRole('row').allInnerTexts();
  expect([await sidewaysScroll(page), await a11yViolations(page)]).toEqual([0, []]);
  serverAhead += 60_000;
  await page.clock.fastForward(60_000);
  await coming.waitFor({ state: 'detached' });
  const now = prices(page).getByRole('table', { name: 'Call', exact: true });
  await expect(now.getByRole('row')).toHaveText(rows, { useInnerText: true });
  await prices(page)
    .getByText(`Valid from ${longDay(day(1))}.`)
    .first()
    .waitFor();
  await end();
});

it('suggests the server’s day on a phone whose clock is a day behind', async () => {
  const { page, end } = await visit(browser, { width: 390 });
  await page.clock.install({ time: Date.now() - dayMs });
  await signIn(page, recoup.url, thabo, '/home/entries');
  await page.getByRole('button', { name: 'Add entry' }).click();
  await expect(page.getByLabel('Date')).toHaveValue(day(0));
  await end();
});
