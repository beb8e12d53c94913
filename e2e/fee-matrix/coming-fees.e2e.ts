import { it } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { a11yViolations } from '../support/a11y.ts';
import { useApp, useVisit } from '../support/app.ts';
import { attorneyNamed } from '../support/edit-conflict.ts';
import { focused } from '../support/keyboard.ts';
import { feesPage, pricesFrom, raiseByApi } from '../support/raise.ts';
import { callApi } from '../support/wire.ts';
import { deepIt, expect } from '../support/test.ts';

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
  let dialog = await openCell(page, /^Saras Naidoo, Call: to 5.min R.33/);
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
  dialog = await openCell(page, /^Saras Naidoo, Call: to 5.min R.33/);
  await dialog.getByRole('button', { name: 'Remove: From 1 March 2098' }).click();
  await dialog.getByText('Removes the change of 1 March 2098').waitFor();
  await expect(dialog.getByLabel('Cost, row 1')).toHaveValue('33');
  await save(dialog);
  expect(await pricesFrom(admin, 'Saras Naidoo', day)).toBe(undefined);
  dialog = await openCell(page, /^Saras Naidoo, Call: to 5.min R.33/);
  await dialog.getByText('Earlier versions').waitFor();
  await expect(dialog.getByRole('button', { name: /^(?:Edit|Remove): / })).toHaveCount(0);
});

deepIt('tells a raise that was undone from fees that were replaced', async () => {
  const { _id } = await raiseByApi(admin, { validFrom: '2098-06-01' });
  await callApi(admin, 'DELETE', `/rate-changes/${_id}`);
  const page = await open(feesPage);
  const dialog = await openCell(page, /^Thabo Mokoena, Call: /);
  await dialog.getByText('Earlier versions').click();
  const earlier = dialog.getByRole('group').getByRole('listitem');
  await expect(earlier).toHaveText(
    [/^From\s1\sJune\s2098[\s\S]*,\sundone\son\s\d+\s[A-Z][a-z]+\s\d{4}$/],
    { useInnerText: true },
  );
});

deepIt('asks before it saves fees with which a longer call is cheaper', async () => {
  const page = await open(feesPage);
  const dialog = await openCell(page, /^Pieter Botha, Call: /);
  await dialog.getByLabel('Valid from').fill(day);
  await dialog.getByLabel('Cost, row 1').fill('900');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  const question = page.getByRole('dialog', { name: 'Save fees that fall with length?' });
  await question.getByText(/^Row 2 \(.*\) is cheaper than row 1 \(R.900.00\)/).waitFor();
  expect(await a11yViolations(page)).toEqual([]);
  await question.getByRole('button', { name: 'Change fees' }).click();
  expect(await pricesFrom(admin, 'Pieter Botha', day)).toBe(undefined);
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await question.getByRole('button', { name: 'Save these fees' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect((await pricesFrom(admin, 'Pieter Botha', day))?.[0]).toBe(900);
});

async function save(dialog: Locator): Promise<void> {
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
}

async function openCell(page: Page, name: RegExp): Promise<Locator> {
  await page.getByRole('gridcell').getByRole('button', { name }).click();
  const dialog = page.getByRole('dialog', { name: /^Call: / });
  await dialog.getByText('Saved on').first().waitFor();
  return dialog;
}
