import type { Locator } from 'playwright-core';
import { it } from 'vitest';
import { expect } from '../support/expect.ts';
import { demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { a11yViolations } from '../support/a11y.ts';
import { useApp } from '../support/app.ts';
import { useVisit } from '../support/shared-visit.ts';
import { attorneyNamed } from '../support/edit-conflict.ts';
import { focused } from '../support/keyboard.ts';
import { feesPage, pricesFrom } from '../support/raise.ts';
import { callApi } from '../support/wire.ts';
import { openCell } from '../support/coming-fees.ts';

useApp();

const admin = demoFirmAdmins.lerato;
const open = useVisit(admin);
const day = '2098-03-01';

it('edits a coming change in the time line, and removes it', async () => {
  const { _id, disbursementTypes, callFees } = await attorneyNamed('Saras Naidoo');
  const call = disbursementTypes.find(({ title }) => title === 'Call')?._id;
  const rows = callFees.filter(({ disbursementType }) => disbursementType === call);
  await callApi(admin, 'PUT', `/users/${_id}`, {
    callFees: rows.map((fee) => ({ ...fee, charges: fee.charges + 7 })),
    callFeesFrom: day,
  });
  const page = await open(feesPage);
  let dialog = await openCell(page, /^Saras Naidoo, Call: R.33/);
  await dialog.getByRole('button', { name: 'Edit: From 1 March 2098' }).click();
  await expect.poll(() => focused(page)).toMatch(/^Valid from/);
  await expect(dialog.getByLabel('Valid from')).toHaveValue(day);
  await expect(dialog.getByLabel('Cost, row 1')).toHaveValue('40');
  await dialog.getByText('They replace the fees planned from that day.').waitFor();
  expect(await a11yViolations(page)).toEqual([]);
  await dialog.getByLabel('Cost, row 1').fill('41');
  // They would replace what was typed.
  await expect(
    dialog.getByRole('button', { name: /^(?:Edit|Remove): /, disabled: false }),
  ).toHaveCount(0);
  await save(dialog);
  expect((await pricesFrom(admin, 'Saras Naidoo', day))?.[0]).toBe(41);
  dialog = await openCell(page, /^Saras Naidoo, Call: R.33/);
  await dialog.getByRole('button', { name: 'Remove: From 1 March 2098' }).click();
  await dialog.getByText('Removes the change of 1 March 2098').waitFor();
  await expect(dialog.getByLabel('Cost, row 1')).toHaveValue('33');
  await save(dialog);
  expect(await pricesFrom(admin, 'Saras Naidoo', day)).toBe(undefined);
  dialog = await openCell(page, /^Saras Naidoo, Call: R.33/);
  await dialog.getByText('Earlier versions').waitFor();
  await expect(dialog.getByRole('button', { name: /^(?:Edit|Remove): / })).toHaveCount(0);
});

async function save(dialog: Locator): Promise<void> {
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
}
