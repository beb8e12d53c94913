import { it } from 'vitest';
import { deepIt, expect } from '../support/test.ts';
import { systemAdmin } from '../support/recoup.ts';
import { demoAttorneys, demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { loseNextAnswer, waitForIdle } from '../support/browser.ts';
import { call, save } from '../support/firms.ts';
import { asAdmin, signedIn, useApp } from '../support/app.ts';
import { callApi, readData, type Recorded } from '../support/wire.ts';

useApp();

it('shows the stored password when the first answer for an attorney was lost', async () => {
  const { page, consoleErrors } = await asAdmin('/home/attorneys/add-attorney');
  await page.getByLabel('Name').fill('Sipho Lost');
  await page.getByLabel('Email').fill('s.lost@nkosi.co.za');
  await page.getByLabel('Cell').fill('0825550177');
  await loseNextAnswer(page, '**/core/api/register');
  await save(page);
  await page.getByRole('alert').filter({ hasText: 'The service cannot be reached.' }).waitFor();
  await save(page);
  const dialog = page.getByRole('dialog', { name: 'Initial password' });
  const password =
    (await dialog.getByLabel('Initial password', { exact: true }).last().textContent()) ?? '';
  const logon = await call(page, 'POST', '/logon', { email: 's.lost@nkosi.co.za', password });
  expect(logon.status).toBe(200);
  expect(consoleErrors).toEqual([]);
});

it('adds a firm once when the answer to the first save was lost, with later changes', async () => {
  const { page, consoleErrors } = await signedIn(systemAdmin, '/home/add-firm');
  await page.getByLabel('Firm Name').fill('Zulu Attorneys');
  await page.getByLabel('Domain 1').fill('zulu.co.za');
  await loseNextAnswer(page, '**/core/api/firms');
  await save(page);
  await page.getByRole('alert').filter({ hasText: 'The service cannot be reached.' }).waitFor();
  // Nothing that is left of the first try could keep a second firm out.
  await page.getByLabel('Firm Name').fill('Zulu and Dube');
  await page.getByLabel('Domain 1').fill('zuludube.co.za');
  await page.getByLabel('Domain 2').fill('zulu.africa');
  await save(page);
  await page.waitForURL('**/home/add-attorney-admin?firmId=*');
  await page.getByText('Firm Added Successfully!').waitFor();
  const found = await readData<object[]>(systemAdmin, '/firms?search=zulu');
  const _id = new URL(page.url()).searchParams.get('firmId');
  const saved = { _id, name: 'Zulu and Dube', domains: ['zuludube.co.za', 'zulu.africa'] };
  expect(found).toMatchObject([saved]);
  expect(consoleErrors).toEqual([]);
});

deepIt('offers to record again an entry deleted before the phone knew of its arrival', async () => {
  const { page, consoleErrors } = await signedIn(demoAttorneys.thabo, undefined, {
    width: 390,
  });
  await page.getByRole('button', { name: 'Add entry' }).click();
  const matter = page.getByRole('combobox', { name: 'Matter' });
  await matter.fill('NP0043');
  await page.getByRole('option', { name: /^NP0043/ }).click();
  await page.getByLabel('Unit price (R)').fill('12.50');
  await page.getByLabel('Narration').fill('Lost on its way');
  // Recorded and deleted on the server; this page does not know.
  await page.route('**/core/api/entries', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    await route.fetch();
    return route.abort();
  });
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Waiting for a connection').waitFor();
  const { lerato } = demoFirmAdmins;
  const [lost] = await readData<Recorded[]>(lerato, '/entries?search=Lost+on+its+way');
  const query = `version=${lost?.version}&reason=Recorded+twice`;
  await callApi(lerato, 'DELETE', `/entries/${lost?._id}?${query}`);
  await page.unroute('**/core/api/entries');
  await page.reload();
  await page.getByText('Deleted by your firm').waitFor();
  await expect(page.getByRole('button', { name: 'Correct' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Record again' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByRole('status').filter({ hasText: 'Recorded: R' }).waitFor();
  await waitForIdle(page);
  await expect(page.getByText('Deleted by your firm')).toHaveCount(0);
  expect(consoleErrors).toEqual([]);
});
