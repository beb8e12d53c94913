import type { Page } from 'playwright-core';
import { it } from 'vitest';
import { deepIt } from '../support/deep.ts';
import { expect } from '../support/expect.ts';
import { demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { a11yViolationsInLooks } from '../support/a11y.ts';
import { useApp } from '../support/app.ts';
import { useVisit } from '../support/shared-visit.ts';
import { dayIn } from '../support/days.ts';
import { notices, recordCopies } from '../support/month-end.ts';
import { callApi } from '../support/wire.ts';
import { panel, lines, acceptSelected, openPage, attorney } from '../support/own-month.ts';

// What an attorney does before the month is closed, on a phone.
useApp();
const open = useVisit(attorney, 390);
const complete = (page: Page) => panel(page).getByRole('button', { name: 'My month is complete' });
const takeBack = (page: Page) => panel(page).getByRole('button', { name: 'Take back' });

it('accepts and corrects own exceptions, and leaves blocking ones to be put right', async () => {
  await recordCopies({ amount: 0, quantity: 3 });
  await recordCopies({ amount: 0, quantity: 4 });
  await recordCopies({ amount: 5, quantity: 1, date: dayIn(0) });
  const page = await openPage(open, / warnings? up to /);
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
  await panel(page).getByText('Nothing must be looked at').waitFor();
  expect(await a11yViolationsInLooks(page)).toEqual([]);

  await panel(page)
    .getByText(/ infos?, which needs? no look$/)
    .click();
  await lines(page).first().getByRole('button').first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).waitFor();
  await page.keyboard.press('Escape');
});

deepIt(
  'marks the month complete once, takes it back, and says that a network is missing',
  async () => {
    const page = await open('/home/entries');
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
  },
);
