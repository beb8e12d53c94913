import { it } from 'vitest';
import { systemAdmin } from '../support/recoup.ts';
import { demoAttorneys, demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { largeTextFaults } from '../support/a11y.ts';
import { save } from '../support/firms.ts';
import { attorneyNamed, choose, differencesShown } from '../support/edit-conflict.ts';
import { focused } from '../support/keyboard.ts';
import { asAdmin, signedIn, useApp } from '../support/app.ts';
import { type Recorded, recordCall, callApi, readData, readMe } from '../support/wire.ts';
import { loseNextAnswer } from '../support/browser.ts';
import { deepIt, expect } from '../support/test.ts';

// Two users change one record: each keeps what the other did not touch.
useApp();
const admin = demoFirmAdmins.lerato;
const sheriff = {
  title: 'Sheriff’s fee',
  saved: { amount: 40 },
  amount: 25,
  warning: '',
  price: 'R\u00A025.00.',
};
const call = {
  title: 'Call',
  saved: { minutes: 7 },
  amount: 66,
  warning: 'Call is priced by its minutes: the amount that you typed is not used.',
  price: 'R\u00A066.00: over 5, up to 10\u00A0min.',
};

type Kind = { _id: string; title: string; calculated: boolean; fixed: boolean };

it('keeps cell, types and fees of the other admin when the user keeps a typed name', async () => {
  const { _id, disbursementTypes, callFees } = await attorneyNamed('Pieter Botha');
  const { page, consoleErrors } = await asAdmin(
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
});

it('keeps the minutes of another device when the user keeps a typed narration', async () => {
  const { _id } = await recordCall(demoAttorneys.thabo, 'Three ways');
  const { page } = await signedIn(demoAttorneys.thabo);
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
  const data = await readData<Recorded>(demoAttorneys.thabo, `/entries/${_id}`);
  expect(data).toMatchObject({ minutes: 11, narration: 'Three ways, corrected' });
});

deepIt('shows the newest attorney by Use theirs, and focuses the heading of the page', async () => {
  const { _id } = await attorneyNamed('Saras Naidoo');
  const { page } = await asAdmin(`/home/attorneys/update-attorney?attorneyId=${_id}`);
  await page.getByLabel('Name').fill('Saras P Naidoo');
  await callApi(admin, 'PUT', `/users/${_id}`, { name: 'Saras Pillay' });
  await save(page);
  expect(await differencesShown(page)).toEqual(['Name Saras Pillay Saras P Naidoo']);
  await choose(page, 'Use theirs');
  await expect.poll(() => focused(page)).toBe('Edit Attorney');
  await expect(page.getByLabel('Name')).toHaveValue('Saras Pillay');
});

deepIt("keeps the other admin's firm name when the user keeps a typed domain", async () => {
  const { page } = await signedIn(systemAdmin, '/home/firms');
  const other = await signedIn(systemAdmin, '/home/firms');
  for (const each of [page, other.page]) {
    await each.getByRole('link', { name: 'Edit Daniels Attorneys' }).click();
    await each.getByRole('heading', { name: 'Edit Attorney Firm' }).waitFor();
  }
  await other.page.getByLabel('Firm Name').fill('Daniels Inc');
  await other.page.getByLabel('Domain 3').fill('daniels.law.za');
  await save(other.page);
  await other.page.waitForURL('**/home/firms');
  await page.getByLabel('Domain 2').fill('daniels.africa');
  await save(page);
  expect(await differencesShown(page)).toEqual([
    'Firm Name Daniels Inc Not changed',
    'Domain 2 daniels.law.za daniels.africa',
  ]);
  await choose(page, 'Keep my changes');
  await expect.poll(() => focused(page)).toBe('Edit Attorney Firm');
  await expect(page.getByLabel('Firm Name')).toHaveValue('Daniels Inc');
  await expect(page.getByLabel('Domain 2')).toHaveValue('daniels.africa');
  await save(page);
  await page.waitForURL('**/home/firms');
  await page.getByRole('row').filter({ hasText: 'Daniels Inc' }).waitFor();
});

deepIt.each([sheriff, call])(
  'records the price that it shows when the other user made it a $title and an amount was typed',
  async (other) => {
    const { thabo } = demoAttorneys;
    const { disbursementTypes } = await readMe(thabo);
    const typeOf = (name: string) => disbursementTypes.find(({ title }) => title === name)?._id;
    const { _id } = await recordCall(thabo, `Made a ${other.title}`);
    await callApi(thabo, 'PUT', `/entries/${_id}`, {
      disbursementType: typeOf('Photocopies'),
      minutes: null,
      amount: 10,
    });
    const { page, consoleErrors } = await signedIn(thabo);
    await page.getByRole('button', { name: `Made a ${other.title}` }).click();
    await page.getByLabel('Unit price (R)').fill('25');
    await callApi(thabo, 'PUT', `/entries/${_id}`, {
      disbursementType: typeOf(other.title),
      ...other.saved,
    });
    await save(page);
    expect(await largeTextFaults(page, [390])).toEqual([]);
    expect((await differencesShown(page))[0]).toBe(`Disbursement type ${other.title} Not changed`);
    await expect(page.getByText(/that you typed (?:is|are) not used/)).toHaveText(
      other.warning === '' ? [] : [other.warning],
    );
    await choose(page, 'Keep my changes');
    await page.getByRole('dialog').getByRole('status').filter({ hasText: other.price }).waitFor();
    await save(page);
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    const data = await readData<{ amount: number; disbursementType: { name: string } }>(
      thabo,
      `/entries/${_id}`,
    );
    expect([data.amount, data.disbursementType.name]).toEqual([other.amount, other.title]);
    expect(consoleErrors).toEqual([]);
  },
);

deepIt.each(['Keep my changes', 'Use theirs'] as const)(
  'leads on by %s where a disbursement type was changed by another',
  async (choice) => {
    const types = await readData<Kind[]>(
      admin,
      '/disbursements?page=1&itemsPerPage=20&search=Postage',
    );
    const [type] = types;
    if (!type) throw new Error('no type');
    const { page, consoleErrors } = await asAdmin(
      `/home/attorneys/update-disbursement?disbursementId=${type._id}`,
    );
    await page.getByLabel('Calculated').click();
    const title = `Postage, ${choice.length}`;
    await callApi(admin, 'PUT', `/disbursements/${type._id}`, { ...type, title });
    await save(page);
    expect(await differencesShown(page)).toEqual([
      `Name ${title} Not changed`,
      'Calculated No Yes',
    ]);
    await choose(page, choice);
    await expect.poll(() => focused(page)).toBe('Edit Disbursement');
    await expect(page.getByLabel('Name')).toHaveValue(title);
    await expect(page.getByLabel('Calculated')).toBeChecked({
      checked: choice === 'Keep my changes',
    });
    await save(page);
    await page.waitForURL('**/disbursement-list');
    const after = await readData<Kind>(admin, `/disbursements/${type._id}`);
    expect(after).toMatchObject({ title, calculated: choice === 'Keep my changes' });
    // The other case begins with the type as it was.
    await callApi(admin, 'PUT', `/disbursements/${type._id}`, { ...after, calculated: false });
    expect(consoleErrors).toEqual([]);
  },
);

deepIt('reports success when the response to the first save was lost', async () => {
  const { _id } = await attorneyNamed('Johannes van der Merwe');
  const { page } = await asAdmin(`/home/attorneys/update-attorney?attorneyId=${_id}`);
  await page.getByLabel('Name').fill('Johannes J van der Merwe');
  await loseNextAnswer(page, `**/core/api/users/${_id}`);
  await save(page);
  await page.getByRole('alert').filter({ hasText: 'The service cannot be reached.' }).waitFor();
  await save(page);
  await page.getByRole('status').filter({ hasText: 'What you typed is saved already' }).waitFor();
  await expect.poll(() => page.getByLabel('Name').inputValue()).toBe('Johannes J van der Merwe');
  // Nothing is left to lose.
  await page.getByRole('link', { name: 'Attorneys' }).first().click();
  await page.waitForURL('**/attorney-list');
});
