import { readFile } from 'node:fs/promises';
import { beforeEach, it } from 'vitest';
import { expect } from '../support/expect.ts';
import { demoAttorneys, demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { useApp } from '../support/app.ts';
import { useVisit } from '../support/shared-visit.ts';
import { csv } from '../support/import-page.ts';
import { notices } from '../support/undo.ts';
import { callApi } from '../support/wire.ts';
import { fixture, importButton, history, choose, countsIn, cell } from '../support/import-calls.ts';

useApp();

const { lerato } = demoFirmAdmins;
const open = useVisit(lerato);
const place = '/home/attorneys/call-imports';

/** No calls, telephone systems nor extensions of a test before. */
beforeEach(async () => {
  type List = { data: { _id: string; undoneAt: string | null }[] };
  const { data } = await callApi<List>(lerato, 'GET', '/call-imports?itemsPerPage=100');
  for (const { _id, undoneAt } of data)
    if (undoneAt === null) await callApi(lerato, 'DELETE', `/call-imports/${_id}`);
  await callApi(lerato, 'PUT', '/extensions', { extensions: [] });
});

/** How a zip of Teams begins. */
const zipHead = Buffer.from('PK\u0003\u0004\u0014\u0000\u0000\u0000', 'latin1');

it('leads from the notice to the calls', async () => {
  const page = await open(place);
  await choose(page, fixture('yeastar.csv'));
  await importButton(page).click();
  await notices(page).getByRole('button', { name: 'Show calls' }).click();
  await page.getByRole('heading', { level: 1, name: 'Calls nobody recorded' }).waitFor();
  await expect(page.getByRole('cell', { name: 'No attorney 102' })).toHaveCount(2);
});

it('saves chosen attorneys with the import, and asks before they are lost', async () => {
  const page = await open(place);
  await choose(page, fixture('freepbx.csv'));
  await page.getByLabel('102 (2 calls)').selectOption({ label: 'Pieter Botha' });
  await page.getByRole('main').getByRole('link', { name: 'Telephones' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Stay' }).click();
  await importButton(page).click();
  await page.getByRole('region', { name: 'Imported' }).waitFor();
  const { data } = await callApi<{ data: unknown[] }>(lerato, 'GET', '/extensions');
  expect(data).toMatchObject([{ value: '102', attorney: { name: 'Pieter Botha' } }]);
});

it('says why an extension could not be saved, and imports nothing then', async () => {
  const me = await callApi<{ _id: string }>(demoAttorneys.thabo, 'GET', '/me');
  const ended = { value: '102', attorney: me._id, until: '2026-01-31' };
  await callApi(lerato, 'PUT', '/extensions', { extensions: [ended] });
  const page = await open(place);
  await choose(page, fixture('freepbx.csv'));
  await page.getByLabel('102 (2 calls)').selectOption({ label: 'Pieter Botha' });
  await importButton(page).click();
  await page.getByRole('alert').getByText('102 stands twice for the same days').waitFor();
  await expect(page.getByLabel('102 (2 calls)')).not.toHaveValue('');
  await page.getByText('No imports yet').or(history(page).getByText('Undone').first()).waitFor();
  await expect(page.getByRole('button', { name: /^Undo the import/ })).toHaveCount(0);
});

const nightly = ['01', '02', '03', '04', '05', '09'].map(
  (hour) => `2026-10-05 ${hour}:00:00,102,0825550101,60`,
);
const night = csv('night.csv', `Start,Extension,Dialled,Seconds\n${nightly.join('\n')}\n`);

it('asks about a zone that puts calls into the night, and takes another by keyboard', async () => {
  const page = await open(place);
  await choose(page, night);
  const confirm = page.getByRole('checkbox', { name: 'These times are right' });
  await confirm.waitFor();
  await page.getByText('First check the time zone below.').waitFor();
  await importButton(page).click();
  await page
    .getByRole('alert')
    .getByText(/Nothing was imported/)
    .waitFor();
  await confirm.check();
  await page.getByText('First check the time zone below.').waitFor({ state: 'detached' });
  const zone = page.getByRole('combobox', { name: 'Time zone' });
  await zone.focus();
  await page.keyboard.type('new york');
  await page.getByRole('option', { name: 'America/New York' }).waitFor();
  await page.keyboard.press('Enter');
  await cell(page, '5 Oct 2026, 07:00').waitFor();
  await expect(zone).toHaveValue('America/New York');
  await confirm.waitFor({ state: 'detached' });
  await zone.fill('nowhere');
  await page.getByText('No time zone has this name.').waitFor();
  await page.keyboard.press('Tab');
  await expect(zone).toHaveValue('America/New York');
  await importButton(page).click();
  await page.getByRole('region', { name: 'Imported' }).waitFor();
  const { data } = await callApi<{ data: unknown[] }>(lerato, 'GET', '/call-imports');
  expect(data[0]).toMatchObject({ source: { zone: 'America/New_York' }, added: 6 });
});

it('imports calls of the night once the zone is confirmed', async () => {
  const page = await open(place);
  await choose(
    page,
    csv('late.csv', `Start,Extension,Dialled,Seconds,Desk\n${nightly.join(',a\n')},a\n`),
  );
  await page.getByRole('checkbox', { name: 'These times are right' }).check();
  await importButton(page).click();
  await notices(page).getByText('late.csv: 6 new calls.').waitFor();
  await expect.poll(() => countsIn(page, 'Imported')).toEqual({ 'New calls': '6' });
});

it('says what is wrong with a file without calls, and takes another one', async () => {
  const page = await open(place);
  await importButton(page).click();
  await page.getByRole('alert').waitFor();
  await page.getByLabel('File of calls').setInputFiles(csv('hello.csv', 'hello\n'));
  await page.getByRole('alert').getByText('The file has only one column').waitFor();
  await page.getByLabel('File of calls').setInputFiles(csv('empty.csv', ''));
  await page.getByRole('alert').getByText('“empty.csv” is empty.').waitFor();
  const zip = { name: 'Calls.Export.zip', mimeType: 'application/zip', buffer: zipHead };
  await page.getByLabel('File of calls').setInputFiles(zip);
  await page.getByRole('alert').getByText('The file is not a text file').waitFor();
  const buffer = await readFile(fixture('cucm.csv'));
  await choose(page, { name: 'cdr_StandAloneCluster_01_202610050900_7', mimeType: '', buffer });
  await page.getByRole('heading', { name: 'Preview: Cisco CUCM' }).waitFor();
  await expect(page.getByRole('alert')).toHaveCount(0);
});
