import { it } from 'vitest';
import { expect } from '../support/expect.ts';
import { demoAttorneys, demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { largeTextFaults } from '../support/a11y.ts';
import { save } from '../support/firms.ts';
import { attorneyNamed, choose, differencesShown } from '../support/edit-conflict.ts';
import { focused } from '../support/keyboard.ts';
import { asAdmin, signedIn, useApp } from '../support/app.ts';
import { type Recorded, recordCall, callApi } from '../support/wire.ts';

// Two users change one record: each keeps what the other did not touch.
useApp();

const admin = demoFirmAdmins.lerato;

it('keeps cell, types and fees of the other admin when the user keeps a typed name', async () => {
  const { _id, disbursementTypes, callFees } = await attorneyNamed('Pieter Botha');
  const { page, consoleErrors, end } = await asAdmin(
    `/home/attorneys/update-attorney?attorneyId=${_id}`,
  );
  await page.getByRole('button', { name: 'Remove Consultation' }).click();
  await page.getByLabel('Name').fill('Pieter J Botha');
  const stays = disbursementTypes
    .filter(({ title }) => title !== 'Photocopies')
    .map((type) => type._id);
  const dearer = callFees
    .filter((fee) => stays.includes(fee.disbursementType))
    .map((fee) => ({ ...fee, charges: fee.charges + 1 }));
  await callApi(admin, 'PUT', `/users/${_id}`, {
    cell: '0835550199',
    disbursementTypes: stays,
    callFees: dearer,
  });
  await save(page);
  const rows = await differencesShown(page);
  expect(await largeTextFaults(page, [390])).toEqual([]);
  expect(rows.slice(0, 2)).toEqual([
    'Name Pieter Botha Pieter J Botha',
    'Cell 0835550199 Not changed',
  ]);
  expect(rows.find((row) => row.startsWith('Call '))).toMatch(/ Not changed$/);
  expect(rows.find((row) => row.startsWith('Photocopies '))).toBe(
    'Photocopies not assigned Not changed',
  );
  expect(rows.find((row) => row.startsWith('Consultation '))).toMatch(/ not assigned$/);
  await choose(page, 'Keep my changes');
  await expect.poll(() => focused(page)).toBe('Edit Attorney');
  await expect(page.getByLabel('Cell')).toHaveValue('0835550199');
  await save(page);
  await page.waitForURL('**/attorney-list**');
  const after = await attorneyNamed('Pieter J Botha');
  const consultation = disbursementTypes.find(({ title }) => title === 'Consultation')?._id;
  expect(after).toMatchObject({ name: 'Pieter J Botha', cell: '0835550199' });
  expect(after.disbursementTypes.map((type) => type._id).toSorted()).toEqual(
    stays.filter((each) => each !== consultation).toSorted(),
  );
  expect(after.callFees.map(({ charges }) => charges)).toEqual(
    dearer.filter((fee) => fee.disbursementType !== consultation).map(({ charges }) => charges),
  );
  expect(consoleErrors).toEqual([]);
  await end();
});

it('keeps the minutes of another device when the user keeps a typed narration', async () => {
  const { _id } = await recordCall(demoAttorneys.thabo, 'Three ways');
  const { page, end } = await signedIn(demoAttorneys.thabo);
  await page.getByRole('button', { name: /Three ways/ }).click();
  await page.getByLabel('Narration').fill('Three ways, corrected');
  await callApi(demoAttorneys.thabo, 'PUT', `/entries/${_id}`, { minutes: 11 });
  await save(page);
  expect(await differencesShown(page)).toEqual([
    'Minutes 11 Not changed',
    'Narration Three ways Three ways, corrected',
  ]);
  await choose(page, 'Keep my changes');
  await expect.poll(() => focused(page)).toMatch(/^Call on /);
  await expect(page.getByLabel('Minutes')).toHaveValue('11');
  await save(page);
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  const { data } = await callApi<{ data: Recorded }>(demoAttorneys.thabo, 'GET', `/entries/${_id}`);
  expect(data).toMatchObject({ minutes: 11, narration: 'Three ways, corrected' });
  await end();
});
