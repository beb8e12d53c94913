import { it } from 'vitest';
import type { Page } from 'playwright-core';
import { demoAttorneys, demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { a11yViolationsInLooks } from '../support/a11y.ts';
import { useApp, useVisit } from '../support/app.ts';
import { feesPage, nextMarch, pricesFrom, raiseByApi } from '../support/raise.ts';
import { csv } from '../support/import-page.ts';
import { deepIt, expect } from '../support/test.ts';

useApp();
const header =
  'attorney,type,validFrom,to1,price1,to2,price2,to3,price3,to4,price4,' +
  'thereafterEvery,thereafterPrice';
const lineOf = ({ email }: { email: string }, prices: string) =>
  `${email},Call,${nextMarch},${prices}`;
const { lerato } = demoFirmAdmins;
const open = useVisit(lerato);

it('shows what another admin has changed since the preview', async () => {
  const { thabo, pieter } = demoAttorneys;
  const page = await open(feesPage);
  const { dialog, apply } = await chooseFile(page, [
    lineOf(pieter, '5,40,,,,,,,,'),
    lineOf(thabo, '5,35,10,70,15,105,20,120,5,0'),
  ]);
  const table = dialog.getByRole('table', { name: 'Changes' });
  await expect(table.getByRole('row', { name: thabo.name })).toHaveText(
    /To\s5\smin\s+R\s33.00\s→\s+becomes\s+R\s35.00\s+\+6.06\s%/,
    { useInnerText: true },
  );
  await raiseByApi(lerato, { validFrom: nextMarch, percent: 10, mode: 'up' });
  await apply.click();
  const alert = dialog.getByRole('alert');
  await alert.getByText(/2.call fees below are marked\. .* press Apply again\./).waitFor();
  await expect(alert).toContainText(
    'have changed since the preview. Nothing was saved. The preview was made again. 2 call ',
    { useInnerText: true },
  );
  expect(await pricesFrom(lerato, thabo.name, nextMarch)).toEqual([37, 73, 109, 125, 0]);
  await expect(table.getByRole('row', { name: thabo.name })).toContainText(
    'To 5 min was R 33.00, is now R 37.00;',
  );
  expect(await a11yViolationsInLooks(page)).toEqual([]);
  await apply.click();
  await page.getByText('2 changes of fees saved.').waitFor();
  expect(await pricesFrom(lerato, thabo.name, nextMarch)).toEqual([35, 70, 105, 120, 0]);
});

deepIt('tells what to do beforehand, in a refused row and for an emptied one', async () => {
  const { thabo } = demoAttorneys;
  const page = await open(feesPage);
  const { dialog } = await chooseFile(page, [`${thabo.email},Call,2000-01-01,5,40,,,,,,,,`]);
  await dialog.getByText('the day from which the new fees hold: today or later').waitFor();
  const errors = dialog.getByRole('region', { name: 'Rows with errors' });
  await errors.getByText('Enter the day from which the new fees hold, today or later.').waitFor();
  await dialog.getByRole('alert').getByText('1 row has errors. Correct them').waitFor();
  const picker = dialog.getByLabel('Fees file');
  await picker.setInputFiles(csv('fees.csv', ''));
  await dialog.getByRole('alert').getByText('The file is empty.').waitFor();
  await picker.setInputFiles(csv('fees.csv', `${header}\r\n${lineOf(thabo, ',,,,,,,,,')}`));
  await dialog
    .getByText(/^1 change in 1 row\. 1 row without prices: the call fees end\.$/)
    .waitFor();
  const row = dialog.getByRole('row', { name: thabo.name });
  await expect(row.getByText('The call fees end', { exact: true })).toBeVisible();
});

deepIt('shows the fees before and after on a phone without cutting them off', async () => {
  const { saras } = demoAttorneys;
  const page = await open(feesPage, 390);
  const { dialog } = await chooseFile(page, [lineOf(saras, '5,40,10,80,,,,,5,12.50')]);
  const cell = dialog.getByRole('definition').filter({ hasText: 'R\u00A012.50' });
  const text = await cell.boundingBox();
  const window = await dialog.boundingBox();
  expect((text?.x ?? 0) + (text?.width ?? 0)).toBeLessThanOrEqual(
    (window?.x ?? 0) + (window?.width ?? 0),
  );
});

async function chooseFile(page: Page, lines: readonly string[]) {
  await page.getByRole('button', { name: 'Upload CSV' }).click();
  const dialog = page.getByRole('dialog', { name: 'Upload fees' });
  const text = [header, ...lines].join('\r\n');
  await dialog.getByLabel('Fees file').setInputFiles(csv('fees.csv', text));
  return { dialog, apply: dialog.getByRole('button', { name: 'Apply' }) };
}
