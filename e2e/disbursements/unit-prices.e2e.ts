import { it } from 'vitest';
import type { Page } from 'playwright-core';
import { deepIt, expect } from '../support/test.ts';
import { a11yViolations, sidewaysScroll } from '../support/a11y.ts';
import { signedIn, useApp, useVisit } from '../support/app.ts';
import { demoFirmAdmins, demoAttorneys } from '../../apps/server/src/seeds/demo-people.ts';
import { dayIn as day } from '../support/days.ts';
import { callApi, readData } from '../support/wire.ts';
import { differencesShown } from '../support/edit-conflict.ts';
import { escapeFrom } from '../support/keyboard.ts';

useApp();
const admin = demoFirmAdmins.lerato;
const attorney = demoAttorneys.thabo;

type Type = { _id: string; title: string; unitPrice: number | null; version: number };

type Reply = { data: { amount: number; quantity: number | null; _id: string }[] };
const price = (page: Page) => page.getByLabel('Unit price (R)');
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });
const recordedWith = async (narration: string) =>
  (await callApi<Reply>(attorney, 'GET', `/entries?search=${narration}`)).data;
const from = (page: Page) => page.getByLabel('Valid from');
const open = useVisit(admin);

it('sets a unit price from today and a later one, and shows both with their history', async () => {
  const page = await openType('Postage');
  await expect(from(page)).toHaveCount(0);
  await price(page).fill('1,500');
  await save(page).click();
  await page.getByText('A comma before three digits is unclear').waitFor();
  await price(page).fill('4,50');
  await expect(from(page)).toHaveValue(day(0));
  expect(await a11yViolations(page)).toEqual([]);
  await save(page).dblclick();
  await page.getByText('Disbursement updated successfully.').waitFor();
  await expect(page.getByRole('row', { name: /Postage/ }).getByText('R 4.50')).toBeVisible();
  await page.getByRole('link', { name: 'Edit Postage and petties' }).click();
  await page.getByText('Today: R 4.50.').waitFor();
  await price(page).fill('5');
  await from(page).fill(day(40));
  await save(page).click();
  await page.waitForURL('**/disbursement-list');
  await page.getByRole('link', { name: 'Edit Postage and petties' }).click();
  await page.getByText('Today: R 4.50. Coming: R 5.00 from').waitFor();
  await expect(price(page)).toHaveValue('4.50');
  const prices = page.getByRole('region', { name: 'Prices through time' });
  await expect(prices.getByRole('listitem')).toHaveCount(2);
  await prices.getByRole('button', { name: /^Edit: From / }).click();
  await expect(price(page)).toHaveValue('5.00');
  await expect(from(page)).toHaveValue(day(40));
  await prices.getByRole('button', { name: /^Remove: From / }).click();
  await expect(price(page)).toHaveValue('4.50');
  await expect(from(page)).toHaveValue(day(40));
  await page.getByText('Save replaces the price of').waitFor();
  await page.getByLabel('Fixed').uncheck();
  await page.getByText('Without Fixed the unit price ends today').waitFor();
  await expect(price(page)).toHaveCount(0);
});

deepIt('records and corrects an entry by the unit price of its day, also offline', async () => {
  await setPrice('Photocopies', 2.5, '2026-01-01');
  await setPrice('Photocopies', 3, day(-1));
  const { page } = await signedIn(attorney, '/home/entries', { width: 390 });
  await page.getByRole('table', { name: 'Photocopies' }).getByText('R 3.00').waitFor();
  await page.waitForFunction(() => 'copy:matters ' in sessionStorage);
  // The form is a file of its own, which the service worker keeps.
  await expect.poll(() => page.evaluate(() => caches.has('offline'))).toBe(true);
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Add entry' }).click();
  await page.getByLabel('Disbursement type').selectOption('Photocopies');
  await expect(price(page)).toHaveCount(0);
  await page.getByText('R 3.00: 1 × R 3.00.').waitFor();
  await page.getByLabel('Quantity').fill('4');
  await page.getByText('R 12.00: 4 × R 3.00.').waitFor();
  await page.getByLabel('Date').fill(day(-2));
  await page.getByText('R 10.00: 4 × R 2.50.').waitFor();
  await page.getByRole('combobox', { name: 'Matter' }).fill('NP0001');
  await page.getByRole('option').first().waitFor();
  await page.keyboard.press('Enter');
  await page.getByLabel('Narration').fill('ExhibitBox');
  await save(page).click();
  await page.getByText('Waiting for a connection').waitFor();
  // The price that was shown is kept.
  await setPrice('Photocopies', 9, '2026-01-01');
  await page.context().setOffline(false);
  await expect.poll(async () => recordedWith('ExhibitBox')).toHaveLength(1);
  expect(await recordedWith('ExhibitBox')).toMatchObject([{ amount: 10, quantity: 4 }]);
  await page.getByRole('button', { name: /ExhibitBox/ }).click();
  await page.getByLabel('Quantity').fill('6');
  await page.getByText('R 15.00: 6 × R 2.50.').waitFor();
  await page.getByText('Why R 10.00?').click();
  await page.getByText('unit price since 1 January 2026').waitFor();
  expect(await a11yViolations(page)).toEqual([]);
  await page.getByLabel('Date').fill(day(0));
  await page.getByText('R 18.00: 6 × R 3.00.').waitFor();
  await save(page).click();
  await page.getByText('Entry corrected.').waitFor();
  expect(await recordedWith('ExhibitBox')).toMatchObject([{ amount: 18, quantity: 6 }]);
});

deepIt('asks before it leaves a typed price, and compares it with another user’s', async () => {
  await setPrice('Sheriff', 10, day(0));
  const page = await openType('Sheriff', 390);
  await price(page).fill('12');
  await page.getByRole('link', { name: 'Go Back' }).click();
  await page.getByText('You have unsaved changes, do you want leave this page?').waitFor();
  await escapeFrom(page.getByRole('dialog'));
  await setPrice('Sheriff', 11, day(0));
  await save(page).click();
  await expect.poll(() => differencesShown(page)).toEqual(['Unit price R 11.00 R 12.00']);
  expect(await sidewaysScroll(page)).toBe(0);
  await page.getByRole('button', { name: 'Keep my changes' }).click();
  await save(page).click();
  await page.waitForURL('**/disbursement-list');
  expect((await typeNamed('Sheriff')).unitPrice).toBe(12);
});

deepIt('prices the correction of a firm admin by the unit price too', async () => {
  await setPrice('Sheriff', 8, day(0));
  const { data: matters } = await callApi<Reply>(admin, 'GET', '/matters?page=1&itemsPerPage=5');
  const entry = { disbursementType: (await typeNamed('Sheriff'))._id, matter: matters[0]?._id };
  const body = { ...entry, date: day(0), quantity: 2, narration: 'Served' };
  await callApi(attorney, 'POST', '/entries', body);
  const page = await open('/home/attorneys/entries?search=Served');
  await page.getByRole('button', { name: /^Correct/ }).click();
  await page.getByLabel('Quantity').fill('3');
  await page.getByText('R 24.00: 3 × R 8.00.').waitFor();
  await expect(price(page)).toHaveCount(0);
  await page.getByLabel('Reason').fill('One more');
  await save(page).click();
  await page.getByText('Entry corrected.').waitFor();
  expect(await recordedWith('Served')).toMatchObject([{ amount: 24, quantity: 3 }]);
});

async function typeNamed(title: string): Promise<Type> {
  const data = await readData<Type[]>(admin, `/disbursements?search=${title}`);
  const [type] = data;
  if (!type) throw new Error(`no type ${title}`);
  return type;
}

async function setPrice(title: string, unitPrice: number | null, unitPriceFrom: string) {
  const type = await typeNamed(title);
  const body = { title: type.title, unitPrice, unitPriceFrom };
  await callApi(admin, 'PUT', `/disbursements/${type._id}`, body);
}

async function openType(title: string, width?: number): Promise<Page> {
  const { _id } = await typeNamed(title);
  return open(`/home/attorneys/update-disbursement?disbursementId=${_id}`, width);
}
