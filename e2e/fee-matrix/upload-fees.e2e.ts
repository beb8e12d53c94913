import { it } from 'vitest';
import { expect } from '../support/expect.ts';
import { demoAttorneys, demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { a11yViolationsInLooks } from '../support/a11y.ts';
import { useApp } from '../support/app.ts';
import { useVisit } from '../support/shared-visit.ts';
import { feesPage, nextMarch, pricesFrom, raiseByApi } from '../support/raise.ts';
import { lineOf, chooseFile } from '../support/upload-fees.ts';

useApp();

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
    /Up\sto\s5\smin\s+R\s33.00\s→\s+becomes\s+R\s35.00\s+\+6.06\s%/,
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
    'Up to 5 min was R 33, is now R 37;',
  );
  expect(await a11yViolationsInLooks(page)).toEqual([]);
  await apply.click();
  await page.getByText('2 changes of fees saved.').waitFor();
  expect(await pricesFrom(lerato, thabo.name, nextMarch)).toEqual([35, 70, 105, 120, 0]);
});
