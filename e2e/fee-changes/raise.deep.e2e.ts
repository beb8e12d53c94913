import { test } from 'vitest';
import { expect } from '../support/expect.ts';
import { demoAttorneys, demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { a11yViolations, a11yViolationsInLooks } from '../support/a11y.ts';
import { useApp } from '../support/app.ts';
import { useVisit } from '../support/shared-visit.ts';
import {
  countRaises,
  feesPage,
  nextMarch,
  openRaise,
  previewRaise,
  pricesFrom,
  raiseButton,
  raiseByApi,
} from '../support/raise.ts';

useApp();
const { lerato } = demoFirmAdmins;
const open = useVisit(lerato);
const thabo = demoAttorneys.thabo.name;
const year = Number(nextMarch.slice(0, 4));

test('shows what another admin has changed, and saves at the next press', async () => {
  const page = await open(feesPage);
  const from = `${year}-05-01`;
  const dialog = await previewRaise(page, { percent: '-3,5', from });
  await dialog.getByText('This lowers the fees by 3.5\u00A0%.', { exact: true }).waitFor();
  await dialog.getByLabel('Reason').fill('Agreed with the clients');
  await raiseByApi(lerato, { validFrom: from, percent: 10, mode: 'up' });
  await raiseButton(page).click();
  const alert = dialog.getByRole('alert');
  await alert.getByText(/10.call fees below are marked/).waitFor();
  await expect(alert).toContainText(
    'have changed since the preview. Nothing was saved. The preview was made again. 10 call ',
    { useInnerText: true },
  );
  const row = dialog.getByRole('row', { name: `${thabo} Call` });
  await expect(row).toContainText('Up to 5 min was R 33, is now R 37');
  await expect(dialog.getByLabel('Percent')).toHaveValue('-3,5');
  await expect(dialog.getByLabel('Reason')).toHaveValue('Agreed with the clients');
  expect(await a11yViolations(page)).toEqual([]);
  await raiseButton(page).click();
  await dialog.waitFor({ state: 'detached' });
  const first = page.getByRole('table', { name: 'Fee changes' }).getByRole('row').nth(1);
  await first.getByText('Agreed with the clients').waitFor();
  await expect(first).toHaveText(/^−3.5\s%\sfrom\s1\sMay/, { useInnerText: true });
  // 37 by −3.5 % is 35.70.
  expect((await pricesFrom(lerato, thabo, from))?.[0]).toBe(36);
});

test('raises once when the answer is lost and the button is pressed again', async () => {
  const page = await open(feesPage);
  const from = `${year}-07-01`;
  const dialog = await previewRaise(page, { percent: '2', from });
  const raises = countRaises(page);
  let lost = 0;
  await page.route('**/core/api/rate-changes', async (route) => {
    const isPreview = route.request().postData()?.includes('"dryRun":true') !== false;
    if (isPreview || lost > 0) return route.fallback();
    lost += 1;
    await route.fetch();
    return route.abort();
  });
  await raiseButton(page).click();
  await dialog.getByRole('alert').filter({ hasText: 'cannot be reached' }).waitFor();
  await raiseButton(page).click();
  await dialog.waitFor({ state: 'detached' });
  expect(raises()).toBe(2);
  const lines = page.getByRole('row').filter({ hasText: `+2\u00A0% from 1\u00A0Jul` });
  await lines.first().waitFor();
  await expect(lines).toHaveCount(1);
});

test('raises chosen attorneys and types alone', async () => {
  const page = await open(feesPage);
  const from = `${year}-08-01`;
  const dialog = await previewRaise(page, { percent: '20', from });
  await dialog.getByLabel('Chosen attorneys and types').check();
  await dialog.getByRole('button', { name: 'None of the attorneys' }).click();
  await dialog.getByText('Please choose an attorney and a type with call fees.').waitFor();
  await dialog.getByRole('checkbox', { name: thabo }).check();
  await dialog.getByRole('checkbox', { name: 'Consultation' }).uncheck();
  await dialog.getByText('1\u00A0call fee chosen').waitFor();
  await expect(dialog.getByRole('row')).toHaveCount(2);
  expect(await a11yViolationsInLooks(page)).toEqual([]);
  await raiseButton(page).click();
  await dialog.waitFor({ state: 'detached' });
  expect(await pricesFrom(lerato, thabo, from)).toBeDefined();
  expect(await pricesFrom(lerato, demoAttorneys.pieter.name, from)).toBeUndefined();
});

test('previews again by the button when the preview failed', async () => {
  const page = await open(feesPage);
  const raises = countRaises(page);
  let isBroken = true;
  await page.route('**/core/api/rate-changes', async (route) =>
    isBroken && route.request().method() === 'POST'
      ? route.fulfill({ status: 500, json: { message: 'Out of order.' } })
      : route.continue(),
  );
  const dialog = await openRaise(page);
  await dialog.getByLabel('Percent').fill('6');
  await dialog.getByRole('alert').getByText('Out of order.').waitFor();
  isBroken = false;
  await raiseButton(page).click();
  await dialog.getByRole('table').waitFor();
  expect(raises()).toBe(0);
});
