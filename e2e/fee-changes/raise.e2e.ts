import { test } from 'vitest';
import { deepIt, expect } from '../support/test.ts';
import { demoAttorneys, demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { a11yViolations, a11yViolationsInLooks } from '../support/a11y.ts';
import { useApp, useVisit } from '../support/app.ts';
import { focused, tabTo } from '../support/keyboard.ts';
import {
  countRaises,
  feesPage,
  nextMarch,
  openRaise,
  pricesFrom,
  raiseButton,
  raiseDialog,
  previewRaise,
  raiseByApi,
} from '../support/raise.ts';

useApp();
const { lerato } = demoFirmAdmins;
const open = useVisit(lerato);
const thabo = demoAttorneys.thabo.name;
const year = Number(nextMarch.slice(0, 4));

test('raises all fees by 6 % from 1 March to the next R 1, and takes it back', async () => {
  const page = await open(feesPage);
  const raises = countRaises(page);
  const dialog = await openRaise(page);
  await expect.poll(() => focused(page)).toMatch(/^Percent/);
  await dialog.getByLabel('Percent').fill('6');
  await dialog.getByLabel('Valid from').fill(nextMarch);
  await dialog.getByLabel('Round to').selectOption({ label: 'R\u00A01' });
  await dialog.getByLabel('Always up').check();
  const preview = dialog.getByRole('region', { name: 'Preview' });
  await preview.getByText('+6.11 % to +6.39 %', { exact: true }).waitFor();
  await expect(preview.getByRole('status')).toContainText(
    'Preview: 5 attorneys, 2 types, +6.11 % to +6.39 %. The last three months would have been R',
  );
  const row = dialog.getByRole('row', { name: `${thabo} Call` });
  await expect(row).toHaveText(/To\s5\smin\s+R\s33.00\s→\s+becomes\s+R\s35.00\s+\+6.06\s%/, {
    useInnerText: true,
  });
  expect(await a11yViolations(page)).toEqual([]);
  await raiseButton(page).dblclick();
  await dialog.waitFor({ state: 'detached' });
  const notice = page.getByRole('status').filter({ hasText: 'Fees raised by 6' });
  await notice.waitFor();
  expect(raises()).toBe(1);
  expect(await pricesFrom(lerato, thabo, nextMarch)).toEqual([35, 70, 105, 120, 0]);
  const line = page.getByRole('row').filter({ hasText: `+6\u00A0% from 1\u00A0Mar\u00A0${year}` });
  await expect(line).toHaveText(/R\s1,\salways\sup[\s\S]*Lerato\sNkosi[\s\S]*Planned/, {
    useInnerText: true,
  });
  await notice.getByRole('button', { name: 'Undo' }).click();
  await line.getByText(/^Undone on .* by Lerato Nkosi$/).waitFor();
  expect(await pricesFrom(lerato, thabo, nextMarch)).toBeUndefined();
});

deepIt('does the same by keyboard alone; only the button saves, and only once', async () => {
  const page = await open(feesPage);
  const raises = countRaises(page);
  await page.getByRole('button', { name: 'Raise fees' }).focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => focused(page)).toMatch(/^Percent/);
  await page.keyboard.press('Enter');
  await raiseDialog(page).getByText('Please enter a percentage.').waitFor();
  await page.keyboard.type('6,0');
  await page.keyboard.press('Tab');
  await page.keyboard.type(`0301${year}`);
  await tabTo(page, 'Round to');
  await tabTo(page, 'Nearest');
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => focused(page)).toBe('Always up');
  // Enter in a field shows the preview, however often it is pressed.
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await raiseDialog(page).getByText('+6.11 % to +6.39 %', { exact: true }).waitFor();
  await page.keyboard.press('Enter');
  expect(raises()).toBe(0);
  await tabTo(page, 'Raise fees');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await raiseDialog(page).waitFor({ state: 'detached' });
  await expect.poll(() => focused(page)).toBe('Raise fees');
  expect(raises()).toBe(1);
  expect(await pricesFrom(lerato, thabo, nextMarch)).toEqual([35, 70, 105, 120, 0]);
  await tabTo(page, `Undo +6\u00A0% from 1\u00A0Mar\u00A0${year}`);
  await page.keyboard.press('Enter');
  const question = page.getByRole('dialog', { name: 'Undo this fee change?' });
  await question.getByText(/10.call fees return to their earlier prices/).waitFor();
  await tabTo(page, 'Undo');
  // It rests for a moment, against the second press of what opened the dialog.
  await question.getByRole('button', { name: 'Undo', disabled: false }).waitFor();
  await page.keyboard.press('Enter');
  await question.waitFor({ state: 'detached' });
  await expect.poll(() => focused(page)).toBe('Fee changes');
  expect(await pricesFrom(lerato, thabo, nextMarch)).toBeUndefined();
});

deepIt('shows what another admin has changed, and saves at the next press', async () => {
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
  await expect(row).toContainText('To 5 min was R 33.00, is now R 37.00');
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

deepIt('raises once when the answer is lost and the button is pressed again', async () => {
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

deepIt('raises chosen attorneys and types alone', async () => {
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

deepIt('previews again by the button when the preview failed', async () => {
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
