import { readFile } from 'node:fs/promises';
import type { Download, Page } from 'playwright-core';
import { test } from 'vitest';
import type { ExportRecord } from '@recoup/contract/exports/endpoints';
import { deepIt, expect } from '../support/test.ts';
import { demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { a11yViolationsInLooks } from '../support/a11y.ts';
import { holdRequests } from '../support/network.ts';
import { sentMails } from '../support/outbox.ts';
import { recoup, useApp, useVisit } from '../support/app.ts';
import { confirmClosing } from '../support/closing.ts';
import { differencesShown } from '../support/edit-conflict.ts';
import { focused } from '../support/keyboard.ts';
import { callApi, readData } from '../support/wire.ts';
import { exceptions, monthEnd, recordCopies } from '../support/month-end.ts';

useApp();
const { lerato } = demoFirmAdmins;
const layouts = '/home/attorneys/posting-layouts';
const open = useVisit(lerato);

test('what a layout needs is asked before a closing locks anything', async () => {
  const page = await open('/home/attorneys/file-handler');
  await page.getByRole('radio', { name: 'Posting file' }).check();
  await page.getByLabel('Layout').selectOption({ label: 'QuickBooks journals' });
  await expect(page.getByRole('button', { name: 'Download Disbursements' })).toHaveCount(0);
  const close = page.getByRole('button', { name: 'Close and export' });
  await close.press('Enter');
  const form = page.getByRole('form', { name: 'Settings of QuickBooks journals' });
  await form.getByText('Enter the contra account.').waitFor();
  expect(await a11yViolationsInLooks(page)).toEqual([]);
  await form.getByRole('button', { name: 'Close' }).click();
  await expect.poll(() => focused(page)).toBe('Close and export');
  expect(await listExports()).toEqual([]);

  await close.press('Enter');
  await form.getByText('Enter the contra account.').waitFor();
  for (const field of await form.getByRole('textbox').all()) await field.fill('4000');
  await form.getByLabel('Contra account').press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Close and export' });
  await dialog.getByText(/^R\s\d/).waitFor();
  const file = await saved(page, () => confirmClosing(page).click());
  const record = await lastExport();
  expect(record.postings).toMatchObject([{ layout: 'quickbooks-journal', sum: record.sum }]);
  expect(file.name).toContain(`-R${Number(record.sum).toFixed(2)}.`);
});

deepIt('asks once for an export what a layout needs, and keeps its control total', async () => {
  const { _id } = await lastExport();
  const page = await open(`/home/attorneys/export?exportId=${_id}`);
  const panel = page.getByRole('region', { name: 'Posting file' });
  const layout = panel.getByLabel('Layout');
  await layout.selectOption({ label: 'Xero manual journals' });
  const download = panel.getByRole('button', { name: 'Download posting file' });
  await download.click();
  const form = panel.getByRole('form', { name: 'Settings of Xero manual journals' });
  await form.getByText('Enter the contra account.').waitFor();
  await expect.poll(() => focused(page)).toMatch(/^Account of /);
  expect(await a11yViolationsInLooks(page)).toEqual([]);
  await form.getByLabel('Contra account').fill('1000');
  await form.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Stay' }).click();
  for (const field of await form.getByRole('textbox').all()) await field.fill('4000');
  const file = await saved(page, () => form.getByLabel('Contra account').press('Enter'));
  const total = panel.getByRole('list', { name: 'Control totals' });
  await total.getByText(/^Xero manual journals: 260 lines, R\s/).waitFor();

  await page.reload();
  await layout.selectOption({ label: 'Xero manual journals' });
  const again = await saved(page, () => download.dblclick());
  expect(again).toEqual(file);
});

test('a mail attaches a posting file', async () => {
  const { _id } = await lastExport();
  const page = await open('/home/attorneys/exports');
  const layoutsCome = await holdRequests(page, '**/core/api/posting-layouts');
  const exportCame = page.waitForResponse((each) => each.url().endsWith(`/exports/${_id}`));
  await page.goto(`${recoup.url}/home/attorneys/export?exportId=${_id}`, { waitUntil: 'commit' });
  await (await exportCame).finished();
  await page.evaluate(() => new Promise((drawn) => setTimeout(() => requestAnimationFrame(drawn))));
  // The layouts would move what is below them.
  await expect(page.getByRole('button', { name: 'Email this export' })).toHaveCount(0);
  layoutsCome();
  await page.getByRole('button', { name: 'Email this export' }).click();
  const form = page.getByRole('region', { name: 'Mail Form' });
  await form.getByRole('textbox', { name: /^To/ }).fill('books@nkosi.co.za');
  await form.getByRole('radio', { name: 'Posting file' }).check();
  await form.getByLabel('Layout').selectOption({ label: 'LEDES 98BI V2' });
  await form.getByRole('button', { name: 'Send Mail' }).click();
  const settings = form.getByRole('form', { name: 'Settings of LEDES 98BI V2' });
  await settings.getByRole('button', { name: 'Close' }).click();
  await form.getByLabel('Layout').selectOption({ label: 'QuickBooks journals' });
  await expect
    .poll(() => form.getByLabel('Text').inputValue())
    .toContain('Attached is the posting file “QuickBooks journals”.');
  await form.getByRole('button', { name: 'Send Mail' }).click();
  await page.getByRole('region', { name: 'Emails' }).getByText('· QuickBooks journals ·').waitFor();
  const sent = async () => (await sentMails(recoup)).join('\n');
  await expect.poll(sent).toContain('quickbooks-journal');
});

test('an export is shown without its layouts, which are requested once more', async () => {
  const { _id } = await lastExport();
  const page = await open('/home/attorneys/exports');
  let asked = 0;
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/core/api/posting-layouts', async (route) => {
    asked += 1;
    await held;
    return route.fulfill({ status: 500, json: { code: 'internal', message: 'Broken.' } });
  });
  await page.goto(`${recoup.url}/home/attorneys/export?exportId=${_id}`);
  await page.getByText('SHA-256 of the CSV').waitFor();
  release();
  await page.getByText('The posting layouts could not be loaded.').waitFor();
  await page.getByRole('button', { name: 'Email this export' }).waitFor();
  await page.waitForLoadState('networkidle');
  expect(asked).toBe(2);
});

deepIt('a layout is copied, changed by keyboard with its test line, and deleted', async () => {
  const page = await open(layouts);
  await page.getByRole('link', { name: 'Copy Sage Pastel journal' }).click();
  const line = page.getByRole('region', { name: 'Test line' });
  await line.getByText('BOT0017').waitFor();
  await page.getByLabel('Name').fill('Our journal');
  const column = (number: number) =>
    page.getByRole('listitem', { name: `Column ${number}`, exact: true });
  await column(2).getByRole('button', { name: 'Move Column 2 up' }).press('Enter');
  await expect.poll(() => focused(page)).toBe('Move Column 1 up');
  await page.getByRole('button', { name: 'Add column' }).press('Enter');
  await expect.poll(() => focused(page)).toMatch(/^Title/);
  await page.keyboard.type('Office');
  const added = column(19);
  await added.getByLabel('Content').selectOption({ label: 'Constant text' });
  await added.getByLabel('Text', { exact: true }).fill('Johannesburg');
  await line.getByText(/Johannesburg/).waitFor();
  await added.getByLabel('Width').fill('5');
  await line.getByText(/Office: /).waitFor();
  await added.getByLabel('Width').fill('wide');
  await column(1).getByRole('button', { expanded: false }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await added.getByText('Must be a whole number.').waitFor();
  await added.getByLabel('Width').fill('20');
  // It stays open when the error that opened it goes, and so does the one opened before.
  await expect(added.getByLabel('Width')).toHaveValue('20');
  await expect(column(1).getByRole('button', { expanded: true })).toHaveCount(1);
  expect(await a11yViolationsInLooks(page)).toEqual([]);
  await page.getByRole('button', { name: 'Save' }).dblclick();
  await page.getByText('Posting layout added.').waitFor();

  await page.getByRole('link', { name: 'Edit Our journal' }).click();
  await column(19).getByText('Office').waitFor();
  await changedElsewhere();
  await page.getByLabel('Delimiter').selectOption({ label: 'Semicolon' });
  await page.getByRole('button', { name: 'Save' }).click();
  await expect
    .poll(() => differencesShown(page))
    .toEqual([
      'Name Their journal Not changed',
      'Delimiter Comma Semicolon',
      'Characters UTF-8 Not changed',
      'First line with titles Yes Not changed',
    ]);
  await page.getByRole('button', { name: 'Keep my changes' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Posting layout updated.').waitFor();

  await page.getByRole('button', { name: 'Delete Their journal' }).click();
  await page.getByRole('button', { name: 'Delete layout' }).click();
  await page.getByText('Their journal deleted.').waitFor();
  await expect(page.getByRole('link', { name: /^Edit / })).toHaveCount(0);
});

type Layout = { _id: string; name: string; version: number; columns: object[] };

deepIt('entries that do not fit a layout block a closing, if the firm wants it', async () => {
  await recordCopies({ amount: 3, quantity: 1 });
  const page = await open(layouts);
  const form = page.getByRole('form', { name: 'Settings of LegalSuite journal' });
  const check = form.getByRole('checkbox', { name: 'Check entries before a closing' });
  const save = async () => {
    await page.getByRole('button', { name: 'Settings of LegalSuite journal' }).click();
    await check.press('Space');
    await check.press('Enter');
    await page.getByText('Settings of LegalSuite journal saved.').last().waitFor();
    await form.waitFor({ state: 'detached' });
  };
  await save();
  await page.goto(`${recoup.url}${monthEnd}?by=code&code=LAYOUT`);
  const row = exceptions(page).getByRole('row').filter({ hasText: 'Does not fit its layout' });
  await row
    .getByText(/^LegalSuite journal: Enter the account of “Photocopies”\.$/)
    .first()
    .waitFor();
  await page.goto(`${recoup.url}${layouts}`);
  await save();
  await page.goBack();
  await expect(row).toHaveCount(0);
});

deepIt('the page of a copy says that its entries go out again', async () => {
  await callApi(lerato, 'GET', '/download');
  const { _id } = await lastExport();
  const page = await open(`/home/attorneys/export?exportId=${_id}`);
  const panel = page.getByRole('region', { name: 'Posting file' });
  await expect(
    panel.getByText('A copy locks nothing: a closing exports its entries too.'),
  ).toBeVisible();
});

async function saved(
  page: Page,
  act: () => Promise<void>,
): Promise<{ name: string; text: string }> {
  const downloads: Download[] = [];
  page.on('download', (download) => downloads.push(download));
  const [download] = await Promise.all([page.waitForEvent('download'), act()]);
  const text = await readFile(await download.path(), 'latin1');
  expect(downloads).toHaveLength(1);
  return { name: download.suggestedFilename(), text };
}

/** An administrator elsewhere. */
async function changedElsewhere(): Promise<void> {
  const data = await readData<Layout[]>(lerato, '/posting-layouts');
  const layout = data.find(({ name }) => name === 'Our journal');
  const body = { name: 'Their journal', columns: layout?.columns, version: layout?.version };
  await callApi(lerato, 'PUT', `/posting-layouts/${layout?._id}`, body);
}

async function listExports(): Promise<ExportRecord[]> {
  return await readData<ExportRecord[]>(lerato, '/exports');
}

async function lastExport(): Promise<ExportRecord> {
  const [record] = await listExports();
  if (!record) throw new Error('There is no export.');
  return record;
}
