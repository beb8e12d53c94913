import { beforeEach, it } from 'vitest';
import { fileURLToPath } from 'node:url';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { clickTwiceAtOnce } from '../support/dialog-presses.ts';
import { demoFirmAdmins, demoAttorneys } from '../../apps/server/src/seeds/demo-people.ts';
import { a11yViolationsInLooks } from '../support/a11y.ts';
import { useApp, useVisit } from '../support/app.ts';
import { csv, preview } from '../support/import-page.ts';
import { focused } from '../support/keyboard.ts';
import { holdRequests } from '../support/network.ts';
import { callApi, readData, readMe } from '../support/wire.ts';
import { deepIt, expect } from '../support/test.ts';
import { notices } from '../support/browser.ts';

useApp();
const fixture = (name: string) =>
  fileURLToPath(
    new URL(`../../apps/server/src/call-records/files/fixtures/${name}`, import.meta.url),
  );
const importButton = (page: Page) => page.getByRole('button', { name: 'Import', exact: true });
const history = (page: Page) => page.getByRole('table', { name: 'Imports' });
const cell = (page: Page, text: string) => page.getByRole('cell', { name: text, exact: true });
const { lerato } = demoFirmAdmins;
const open = useVisit(lerato);
const place = '/home/attorneys/call-imports';

/** How a zip of Teams begins. */
const zipHead = Buffer.from('PK\u0003\u0004\u0014\u0000\u0000\u0000', 'latin1');

/** No calls, telephone systems nor extensions of a test before. */
beforeEach(async () => {
  type Import = { _id: string; undoneAt: string | null };
  const imports = await readData<Import[]>(lerato, '/call-imports?itemsPerPage=100');
  for (const { _id, undoneAt } of imports)
    if (undoneAt === null) await callApi(lerato, 'DELETE', `/call-imports/${_id}`);
  await callApi(lerato, 'PUT', '/extensions', { extensions: [] });
});

it('previews a file of FreePBX, imports it once, and undoes it', async () => {
  const page = await open(place);
  await choose(page, fixture('freepbx.csv'));
  await page.getByRole('heading', { name: 'Preview: FreePBX' }).waitFor();
  await expect.poll(() => countsIn(page, 'Preview')).toEqual({ 'New calls': '2', Unanswered: '1' });
  await preview(page).getByText('Charged is the time of “billsec”.').waitFor();
  await cell(page, 'To a hidden number').waitFor();
  await page.getByLabel('Outside line').fill('9');
  await cell(page, 'To 082 555 0101').waitFor();
  expect(await a11yViolationsInLooks(page)).toEqual([]);
  const sent: string[] = [];
  page.on('request', (request) => {
    const isImport = request.method() === 'POST' && !request.url().includes('dryRun');
    if (request.url().includes('/call-imports') && isImport) sent.push(request.url());
  });
  await clickTwiceAtOnce(importButton(page));
  await notices(page).getByText('freepbx.csv: 2 new calls.').waitFor();
  await expect
    .poll(() => countsIn(page, 'Imported'))
    .toEqual({ 'New calls': '2', Unanswered: '1' });
  await importButton(page).press('Enter');
  expect(sent).toHaveLength(1);
  await expect(history(page).getByRole('row', { name: /freepbx\.csv.*FreePBX/ })).toBeVisible();
  await page.getByRole('button', { name: 'Undo the import of freepbx.csv' }).click();
  const question = page.getByRole('dialog', { name: 'Undo this import?' });
  await question.getByText('freepbx.csv: 2 calls will be removed.').waitFor();
  await question.getByRole('button', { name: 'Undo import' }).click();
  await history(page).getByText('Undone').waitFor();
  await expect.poll(() => focused(page)).toBe('Import history');
  await expect.poll(() => countsIn(page, 'Preview')).toMatchObject({ 'New calls': '2' });
});

it('undoes no import of the list of the last visit', async () => {
  const page = await open(place);
  await choose(page, fixture('freepbx.csv'));
  await expect(importButton(page)).not.toHaveAttribute('aria-disabled');
  await importButton(page).click();
  const undo = page.getByRole('button', { name: 'Undo the import of freepbx.csv' });
  await undo.waitFor();
  await page.reload();
  await page.waitForFunction(() => sessionStorage.getItem('copy:page')?.includes('freepbx.csv'));
  const release = await holdRequests(page, '**/core/api/call-imports?*');
  await page.reload({ waitUntil: 'commit' });
  await expect(undo).toHaveAttribute('aria-disabled', 'true');
  release();
  await expect(undo).not.toHaveAttribute('aria-disabled');
});

deepIt('assigns an extension in the preview, and keeps it for the next file', async () => {
  const page = await open(place, 390);
  await choose(page, fixture('freepbx.csv'));
  const unknown = page.getByRole('region', { name: 'Extensions without an attorney' });
  await unknown.getByLabel('102 (2 calls)').selectOption({ label: 'Thabo Mokoena' });
  await unknown.getByRole('button', { name: 'Save attorneys' }).click();
  const known = page.getByRole('region', { name: 'Extensions with an attorney' });
  await known.getByText('102 Thabo Mokoena · 2 calls').waitFor();
  await choose(page, fixture('3cx.csv'));
  await page.getByRole('heading', { name: 'Preview: 3CX' }).waitFor();
  await expect(known.getByRole('listitem')).toHaveText(['102 Thabo Mokoena · 2 calls'], {
    useInnerText: true,
  });
  await expect(unknown).toHaveCount(0);
});

deepIt('takes a bill of an operator by its columns, and remembers corrected ones', async () => {
  const page = await open(place);
  await choose(page, fixture('operator-bill.csv'));
  await expect(preview(page).getByLabel('Own number')).toHaveValue('Cell number');
  await preview(page)
    .getByRole('alert')
    .getByText(/does not show whether the day or the month comes first/)
    .waitFor();
  expect(await a11yViolationsInLooks(page)).toEqual([]);
  await page.getByLabel('Order of dates').selectOption({ label: 'Day first: 31/12/2026' });
  await cell(page, '5 Oct 2026, 09:15').waitFor();
  await page.getByLabel('Order of dates').selectOption({ label: 'Month first: 12/31/2026' });
  await cell(page, '10 May 2026, 09:15').waitFor();
  await preview(page).getByLabel('Length').selectOption('Not in this file');
  await preview(page)
    .getByRole('alert')
    .getByText(/no column for the length of a call/)
    .waitFor();
  await page.getByText('Nothing would be imported: see below.').waitFor();
  await preview(page).getByLabel('Length').selectOption('Duration');
  await cell(page, '10 May 2026, 09:15').waitFor();
  // The corrected file of the same headings is read in the same way.
  await choose(page, fixture('operator-bill.csv'));
  await cell(page, '10 May 2026, 09:15').waitFor();
  await importButton(page).click();
  await page.getByRole('region', { name: 'Imported' }).waitFor();
  await choose(page, fixture('operator-bill.csv'));
  await preview(page).getByText('Using your last column match.').waitFor();
  await expect
    .poll(() => countsIn(page, 'Preview'))
    .toMatchObject({ 'New calls': '0', 'Already known': '2' });
  await cell(page, '10 May 2026, 09:15').waitFor();
});

it('lists refused rows first, and imports nothing of such a file', async () => {
  const page = await open(place);
  const text = `Start,Extension,Dialled,Seconds\n2026-10-05 09:00:00,102,0825550101,soon\n`;
  await choose(page, csv('bad.csv', `${text}2026-10-05 10:00:00,102,0825550101,60\n`));
  await page.getByRole('alert').getByText('1 row has errors, so nothing').waitFor();
  const rows = page.getByRole('region', { name: 'Rows with errors' }).getByRole('row');
  await expect(rows.last()).toHaveText(/2\s+Seconds\s+"soon" is no length/, { useInnerText: true });
  expect(await a11yViolationsInLooks(page)).toEqual([]);
  await expect(importButton(page)).toHaveAttribute('aria-disabled', 'true');
  await importButton(page).press('Enter');
  await expect(rows).toHaveCount(2);
  await expect(page.getByRole('region', { name: 'Imported' })).toHaveCount(0);
});

deepIt('leads from the notice to the calls', async () => {
  const page = await open(place);
  await choose(page, fixture('yeastar.csv'));
  await importButton(page).click();
  await notices(page).getByRole('button', { name: 'Show calls' }).click();
  await page.getByRole('heading', { level: 1, name: 'Calls nobody recorded' }).waitFor();
  await expect(page.getByRole('cell', { name: 'No attorney 102' })).toHaveCount(2);
});

deepIt('saves chosen attorneys with the import, and asks before they are lost', async () => {
  const page = await open(place);
  await choose(page, fixture('freepbx.csv'));
  await page.getByLabel('102 (2 calls)').selectOption({ label: 'Pieter Botha' });
  await page.getByRole('link', { name: 'Telephones' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Stay' }).click();
  await importButton(page).click();
  await page.getByRole('region', { name: 'Imported' }).waitFor();
  const data = await readData<unknown[]>(lerato, '/extensions');
  expect(data).toMatchObject([{ value: '102', attorney: { name: 'Pieter Botha' } }]);
});

deepIt('says why an extension could not be saved, and imports nothing then', async () => {
  const me = await readMe(demoAttorneys.thabo);
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

deepIt('asks about a zone that puts calls into the night, takes another by keyboard', async () => {
  const page = await open(place);
  await choose(page, night);
  const confirm = page.getByRole('checkbox', { name: 'These times are right' });
  await confirm.waitFor();
  await page.getByText('First check the time zone below.').waitFor();
  await expect(importButton(page)).toHaveAttribute('aria-disabled', 'true');
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
  const data = await readData<unknown[]>(lerato, '/call-imports');
  expect(data[0]).toMatchObject({ source: { zone: 'America/New_York' }, added: 6 });
});

deepIt('imports calls of the night once the zone is confirmed', async () => {
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

deepIt('says what is wrong with a file without calls, and takes another one', async () => {
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

async function choose(page: Page, file: string | ReturnType<typeof csv>): Promise<void> {
  await page.getByLabel('File of calls').setInputFiles(file);
  await preview(page).waitFor();
}

/** As the page shows them: `{ 'New calls': '2' }`. */
async function countsIn(page: Page, region: 'Preview' | 'Imported') {
  const groups = page.getByRole('region', { name: region }).locator('dl > div');
  await groups.first().waitFor();
  const texts = await groups.allInnerTexts();
  return Object.fromEntries(texts.map((text) => text.split(/\s*\n\s*/)));
}
