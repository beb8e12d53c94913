import { it } from 'vitest';
import { expect } from '../support/expect.ts';
import { sidewaysScroll } from '../support/a11y.ts';
import { useApp } from '../support/app.ts';
import { useVisit } from '../support/shared-visit.ts';
import { dayIn as day } from '../support/days.ts';
import { differencesShown } from '../support/edit-conflict.ts';
import { escapeFrom } from '../support/keyboard.ts';
import { callApi } from '../support/wire.ts';
import {
  type Reply,
  typeNamed,
  setPrice,
  openType,
  price,
  save,
  recordedWith,
  admin,
  attorney,
} from '../support/unit-prices.ts';

useApp();
const open = useVisit(admin);

it('asks before it leaves a typed price, and compares it with another user’s', async () => {
  await setPrice('Sheriff', 10, day(0));
  const page = await openType(open, 'Sheriff', 390);
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

it('prices the correction of a firm admin by the unit price too', async () => {
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
