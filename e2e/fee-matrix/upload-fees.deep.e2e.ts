import { it } from 'vitest';
import { expect } from '../support/expect.ts';
import { demoAttorneys, demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { useApp } from '../support/app.ts';
import { useVisit } from '../support/shared-visit.ts';
import { csv } from '../support/import-page.ts';
import { feesPage } from '../support/raise.ts';
import { header, lineOf, chooseFile } from '../support/upload-fees.ts';

useApp();

const { lerato } = demoFirmAdmins;
const open = useVisit(lerato);

it('tells what to do beforehand, in a refused row and for an emptied one', async () => {
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

it('shows the fees before and after on a phone without cutting them off', async () => {
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
