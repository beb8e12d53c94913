import { it } from 'vitest';
import { longDay } from '@recoup/contract/entries/rules';
import type { Page } from 'playwright-core';
import { demoAttorneys, demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { a11yViolations, sidewaysScroll } from '../support/a11y.ts';
import { openWindow, recoup, signedIn, useApp, useVisit } from '../support/app.ts';
import { changeFees } from '../support/call-fees.ts';
import { dayIn as day } from '../support/days.ts';
import { readData } from '../support/wire.ts';
import { notices, signIn } from '../support/browser.ts';
import { goOffline, setServerTime } from '../support/network.ts';
import { deepIt, expect } from '../support/test.ts';

// An entry is priced by the call fees of its own day (product-2.md, section 1).
useApp();
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });
const price = (page: Page) => page.getByRole('dialog').getByRole('status').first();
const { thabo, pieter, saras } = demoAttorneys;
const open = useVisit(thabo, 390);
const dayMs = 86_400_000;
const prices = (page: Page) => page.getByRole('region', { name: 'My prices' });

it('prices a late entry, and its corrections, by the day that is typed', async () => {
  await changeFees(thabo, { by: 1.5, from: day(-10) });
  const page = await open('/home/entries');
  await typeCall(page, 'Recorded late');
  await priced(page, 'R 34.50: up to 5 min.');
  await page.getByLabel('Date').fill(day(-11));
  const earlier = `R 33.00: up to 5 min. Fees until ${longDay(day(-11))}.`;
  await priced(page, earlier);
  expect([await sidewaysScroll(page), await a11yViolations(page)]).toEqual([0, []]);
  await save(page).click();
  const line = page.getByRole('button', { name: /Recorded late/ });
  await line.click();
  expect(await amountOf('Recorded late')).toBe(33);
  await priced(page, earlier);
  await page.getByText('Why R 33.00?').click();
  await page.getByText(`Valid until ${longDay(day(-11))}. This entry keeps its price.`).waitFor();
  await page.getByLabel('Date').fill(day(0));
  await priced(page, 'R 34.50: up to 5 min.');
  await save(page).click();
  await page.getByText('Entry corrected.').waitFor();
  expect(await amountOf('Recorded late')).toBe(34.5);

  const admin = await signedIn(
    demoFirmAdmins.lerato,
    '/home/attorneys/entries?search=Recorded late',
  );
  await admin.page.getByRole('button', { name: /^Correct: Call/ }).click();
  await admin.page.getByLabel('Date').last().fill(day(-11));
  await priced(admin.page, earlier);
  await admin.page.getByLabel('Reason').fill('It was the day before');
  await save(admin.page).click();
  await admin.page.getByText('Entry corrected.').waitFor();
  expect(await amountOf('Recorded late')).toBe(33);
});

deepIt('asks for an amount on a day without call fees, and keeps the typed minutes', async () => {
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

deepIt('records an entry of a phone at the price that it showed without a network', async () => {
  const { page } = await signedIn(saras, '/home/entries', { width: 390 });
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
  await notices(page).getByText(`Recorded: ${shown} on NP0001.`).waitFor();
  const rand = Number(shown.replaceAll(/[^\d.]/g, ''));
  expect(await amountOf('Offline price, corrected')).toBe(rand);
});

deepIt('shows a coming price to the attorney, and takes it at midnight', async () => {
  await changeFees(pieter, { by: 2, from: day(1) });
  const { page } = await openWindow({ width: 390 });
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
});

deepIt('suggests the server’s day on a phone whose clock is a day behind', async () => {
  const { page } = await openWindow({ width: 390 });
  await page.clock.install({ time: Date.now() - dayMs });
  await signIn(page, recoup.url, thabo, '/home/entries');
  await page.getByRole('button', { name: 'Add entry' }).click();
  await expect(page.getByLabel('Date')).toHaveValue(day(0));
});

async function typeCall(page: Page, narration: string): Promise<void> {
  await page.getByRole('button', { name: 'Add entry' }).click();
  await page.getByLabel('Disbursement type').selectOption('Call');
  await page.getByLabel('Minutes').fill('4');
  await page.getByRole('combobox', { name: 'Matter' }).fill('NP0001');
  await page.getByRole('option', { name: 'NP0001' }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByLabel('Narration').fill(narration);
}

async function amountOf(narration: string): Promise<number | undefined> {
  const address = `/entries?search=${encodeURIComponent(narration)}`;
  const data = await readData<{ amount: number }[]>(demoFirmAdmins.lerato, address);
  return data[0]?.amount;
}

async function priced(page: Page, text: string): Promise<void> {
  await expect
    .poll(async () => (await price(page).innerText()).replaceAll('\u00A0', ' '))
    .toBe(text);
}
