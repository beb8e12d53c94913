import { it } from 'vitest';
import type { Page } from 'playwright-core';
import { demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { a11yViolations } from '../support/a11y.ts';
import { useApp, useVisit } from '../support/app.ts';
import { editAttorney } from '../support/attorney-form.ts';
import { attorneyNamed } from '../support/edit-conflict.ts';
import { callApi, readData } from '../support/wire.ts';
import { deepIt, expect } from '../support/test.ts';

useApp();
const open = useVisit(demoFirmAdmins.lerato);

type Schedule = { disbursementType: string; validFrom: string; callFees: { charges: number }[] };

/** The days and first costs of an attorney's fees for a type. */
async function schedulesOf(name: string, title: string): Promise<[day: string, cost?: number][]> {
  const { _id, disbursementTypes } = await attorneyNamed(name);
  const type = disbursementTypes.find((each) => each.title === title)?._id;
  const data = await readData<{ callFeeSchedules: Schedule[] }>(
    demoFirmAdmins.lerato,
    `/users/${_id}`,
  );
  return data.callFeeSchedules
    .filter(({ disbursementType }) => disbursementType === type)
    .map(({ validFrom, callFees }): [string, number?] => [validFrom, callFees[0]?.charges]);
}

async function saveForm(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save' }).click();
  await page.waitForURL('**/attorney-list**');
}

it('plans a change of one type in the form, and leaves the coming fees of others', async () => {
  const { _id, disbursementTypes, callFees } = await attorneyNamed('Saras Naidoo');
  const consultation = disbursementTypes.find(({ title }) => title === 'Consultation')?._id;
  const rows = callFees.filter(({ disbursementType }) => disbursementType === consultation);
  await callApi(demoFirmAdmins.lerato, 'PUT', `/users/${_id}`, {
    callFees: rows.map((fee) => ({ ...fee, charges: fee.charges + 100 })),
    callFeesFrom: '2098-01-01',
  });
  const page = await open('/home/attorneys/attorney-list');
  await editAttorney(page, 'Saras Naidoo');
  const coming = page.getByText(/From 1.Jan.2098: to 15.min R.362\.50/);
  await coming.waitFor();
  await page.getByRole('button', { name: 'Edit Call', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Calls from today have these fees.').waitFor();
  await dialog.getByLabel('Valid from').fill('');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('Please enter a day.').waitFor();
  await dialog.getByLabel('Valid from').fill('2001-02-03');
  await dialog.getByText('Recorded entries keep their price.').waitFor();
  await dialog.getByLabel('Valid from').fill('2098-06-01');
  await dialog.getByText('Planned: calls from 1 June 2098 have these fees.').waitFor();
  await dialog.getByLabel('Cost, row 1').fill('36');
  expect(await a11yViolations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Changed fees are valid from 1 Jun 2098.').waitFor();
  await saveForm(page);
  expect(await schedulesOf('Saras Naidoo', 'Call')).toEqual([
    ['2000-01-01', 33],
    ['2098-06-01', 36],
  ]);
  // Not again the rows of today, from June.
  expect(await schedulesOf('Saras Naidoo', 'Consultation')).toEqual([
    ['2000-01-01', 262.5],
    ['2098-01-01', 362.5],
  ]);
});

deepIt('shows the fees through time, coming ones first, superseded ones when opened', async () => {
  const page = await open('/home/attorneys/attorney-list');
  for (const cost of ['80', '81']) {
    await editAttorney(page, 'Pieter Botha');
    await page.getByRole('button', { name: 'Edit Call', exact: true }).click();
    await page.getByLabel('Valid from').fill('2098-03-01');
    await page.getByLabel('Cost, row 1').fill(cost);
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await saveForm(page);
  }
  await editAttorney(page, 'Pieter Botha');
  await page.getByRole('button', { name: 'Edit Call', exact: true }).click();
  const timeLine = page.getByRole('region', { name: 'Fees through time' });
  await timeLine.getByText('Earlier versions').click();
  await expect(timeLine.getByRole('listitem')).toHaveText(
    [
      /^From\s1\sMarch\s2098\s*coming\s+to\s5\smin\sR\s81.00/,
      /^Until\s28\sFebruary\s2098\s*now\s+to\s5\smin\sR\s71.00/,
      /^From\s1\sMarch\s2098\s+to\s5\smin\sR\s80.00[\s\S]*,\sreplaced\son\s/,
    ],
    { useInnerText: true },
  );
});
