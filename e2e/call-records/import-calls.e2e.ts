import { beforeEach, it } from 'vitest';
import { clickTwiceAtOnce } from '../support/dialog-presses.ts';
import { expect } from '../support/expect.ts';
import { demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { a11yViolationsInLooks } from '../support/a11y.ts';
import { useApp } from '../support/app.ts';
import { useVisit } from '../support/shared-visit.ts';
import { csv, preview } from '../support/import-page.ts';
import { focused } from '../support/keyboard.ts';
import { notices } from '../support/undo.ts';
import { callApi } from '../support/wire.ts';
import { fixture, importButton, history, choose, countsIn, cell } from '../support/import-calls.ts';
import { deepIt } from '../support/deep.ts';

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
  await history(page)
    .getByRole('row', { name: /freepbx\.csv.*FreePBX/ })
    .waitFor();
  await page.getByRole('button', { name: 'Undo the import of freepbx.csv' }).click();
  const question = page.getByRole('dialog', { name: 'Undo this import?' });
  await question.getByText('freepbx.csv: 2 calls will be removed.').waitFor();
  await question.getByRole('button', { name: 'Undo import' }).click();
  await history(page).getByText('Undone').waitFor();
  await expect.poll(() => focused(page)).toBe('Import history');
  await expect.poll(() => countsIn(page, 'Preview')).toMatchObject({ 'New calls': '2' });
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
  await importButton(page).click();
  await page.getByRole('region', { name: 'Imported' }).waitFor();
  await choose(page, fixture('operator-bill.csv'));
  await preview(page).getByText('Using your firm’s last column match.').waitFor();
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
  const refused = page.waitForResponse((reply) => reply.status() === 422);
  await importButton(page).click();
  await refused;
  await expect(rows).toHaveCount(2);
  await expect(page.getByRole('region', { name: 'Imported' })).toHaveCount(0);
});
