import { it } from 'vitest';
import type { Page } from 'playwright-core';
import { deepIt, expect } from '../support/test.ts';
import { demoFirmAdmins, demoAttorneys } from '../../apps/server/src/seeds/demo-people.ts';
import { a11yViolationsInLooks } from '../support/a11y.ts';
import { useApp, useVisit } from '../support/app.ts';
import { dayIn, dayToClose } from '../support/days.ts';
import { recordCopies, changeCopies } from '../support/month-end.ts';
import { callApi } from '../support/wire.ts';
import { notices } from '../support/browser.ts';

// What an attorney does before the month is closed, on a phone.
useApp();
const attorney = demoAttorneys.thabo;
const panel = (page: Page) => page.getByRole('region', { name: 'Before the month is closed' });
const lines = (page: Page) => panel(page).getByRole('listitem');
const acceptSelected = (page: Page) => panel(page).getByRole('button', { name: 'Accept selected' });
const open = useVisit(attorney, 390);
const complete = (page: Page) => panel(page).getByRole('button', { name: 'My month is complete' });
const takeBack = (page: Page) => panel(page).getByRole('button', { name: 'Undo' });

it('accepts and corrects own exceptions, and leaves blocking ones to be put right', async () => {
  const date = dayToClose();
  await recordCopies({ amount: 0, quantity: 3, date });
  await recordCopies({ amount: 0, quantity: 4, date });
  await recordCopies({ amount: 5, quantity: 1, date });
  const page = await openPage(/ warnings? up to /);
  const free = lines(page).filter({ hasText: 'Costs nothing' });
  await expect(free).toHaveCount(2);
  await expect(acceptSelected(page)).toBeDisabled();
  await panel(page).getByRole('button', { name: 'Select all warnings' }).click();
  await panel(page).getByText('2 selected').waitFor();
  await acceptSelected(page).click();
  await page.getByRole('dialog').getByLabel('Reason').fill('Agreed');
  await page.getByRole('dialog').getByRole('button', { name: 'Accept', exact: true }).dblclick();
  await notices(page).getByText('2 exceptions accepted.').waitFor();
  await expect(free).toHaveCount(0);
  await panel(page).getByText('Nothing to check').waitFor();
  expect(await a11yViolationsInLooks(page)).toEqual([]);

  await panel(page)
    .getByText(/^\d+ notes?$/)
    .click();
  await lines(page).first().getByRole('button').first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).waitFor();
  await page.keyboard.press('Escape');
});

deepIt('marks the month complete once, takes it back, and tells of a missing network', async () => {
  const page = await open('/home/entries/month');
  await complete(page).dblclick();
  await takeBack(page).waitFor();
  await panel(page).getByText('Complete', { exact: true }).waitFor();
  await page.reload();
  await takeBack(page).waitFor();
  await recordCopies({ amount: 5, quantity: 2 });
  const month = dayIn(0).slice(0, 7);
  type Months = { data: { attorneys: { state: string; attorney: { name: string } }[] } };
  const { data } = await callApi<Months>(demoFirmAdmins.lerato, 'GET', `/month-ends/${month}`);
  const early = Number(dayIn(0).slice(8)) <= 10;
  const own = data.attorneys.find(({ attorney: { name } }) => name === attorney.name);
  expect(own?.state === 'complete').toBe(!early);

  await page.route('**/core/api/month-ends/**', (route) => route.abort());
  await takeBack(page).click();
  await panel(page).getByRole('alert').waitFor();
  await expect(takeBack(page)).toBeVisible();
  await page.unroute('**/core/api/month-ends/**');
  await takeBack(page).click();
  await complete(page).waitFor();
});

deepIt('accepts what has changed meanwhile with the same reason', async () => {
  const entry = await recordCopies({ amount: 0, quantity: 20, date: dayToClose() });
  const page = await openPage(/ warnings? up to /);
  const free = lines(page).filter({ hasText: 'Costs nothing' });
  await free.getByRole('checkbox', { name: /^Select: Costs nothing/ }).check();
  await acceptSelected(page).click();
  const dialog = page.getByRole('dialog', { name: 'Accept 1 exception' });
  await dialog.getByLabel('Reason').fill('Agreed before');
  await changeCopies(entry, 21);
  await dialog.getByRole('button', { name: 'Accept', exact: true }).click();
  await dialog.getByText('Nothing was accepted.').waitFor();
  await expect(dialog.getByLabel('Reason')).toHaveValue('Agreed before');
  await dialog.getByRole('button', { name: 'Accept', exact: true }).click();
  await notices(page).getByText('1 exception accepted.').waitFor();
});

deepIt('cannot accept what blocks', async () => {
  await recordCopies({ amount: 5, quantity: 1, date: dayIn(1) });
  const page = await open('/home/entries/month');
  const isOtherMonth = dayIn(1).slice(0, 7) !== dayIn(0).slice(0, 7);
  await panel(page).getByRole('button', { name: 'Show' }).click();
  const future = lines(page).filter({ hasText: 'Day in the future' });
  await expect(future).toHaveCount(isOtherMonth ? 0 : 1);
  await expect(future.getByRole('checkbox')).toHaveCount(0);
});

async function openPage(name: RegExp): Promise<Page> {
  const page = await open('/home/entries/month');
  await panel(page).getByText(name).waitFor();
  await panel(page).getByRole('button', { name: 'Show' }).click();
  return page;
}
