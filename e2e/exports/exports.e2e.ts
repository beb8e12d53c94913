import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { test } from 'vitest';
import { deepIt, expect } from '../support/test.ts';
import { demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { a11yViolations } from '../support/a11y.ts';
import { notices, savedFile, signIn } from '../support/browser.ts';
import { confirmClosing, previewClosing } from '../support/closing.ts';
import { focused, tabTo, typeInto } from '../support/keyboard.ts';
import { openWindow, recoup, useApp } from '../support/app.ts';

useApp();

test('new entries are exported once, mailed, and listed in the ledger with the mail', async () => {
  const { page, consoleErrors } = await openWindow();
  await openManager(page, demoFirmAdmins.lerato);
  await previewClosing(page);
  const file = await savedFile(page, confirmClosing(page));
  expect([file.name, file.text.split('\r\n').length]).toEqual(['recoup-export-1.csv', 262]);
  await page.getByText('Disbursement download Successful!').waitFor();
  expect(await a11yViolations(page)).toEqual([]);

  await page.getByRole('button', { name: 'Send Mail' }).click();
  await page.getByRole('alert').filter({ hasText: 'Empty Field Found in Mail!' }).waitFor();
  await page
    .getByRole('textbox', { name: 'To' })
    .fill('bookkeeper@nkosi.co.za, second@nkosi.co.za');
  await page.getByLabel('Subject').fill('s'.repeat(201));
  await page.getByRole('button', { name: 'Send Mail' }).click();
  await page.getByText('Must not be more than 200 characters long.').waitFor();
  await page.getByLabel('Subject').fill('Disbursements of this month');
  await page.getByRole('button', { name: 'Send Mail' }).click();
  await page
    .getByRole('alert')
    .filter({ hasText: 'Please enter one valid email address.' })
    .waitFor();
  await page.getByRole('textbox', { name: 'To' }).fill('bookkeeper@nkosi.co.za');
  await page.getByRole('radio', { name: 'XLSX' }).check();
  // The browser's back button leads to the first form, and forward again to what was typed.
  await page.goBack();
  await page.getByRole('button', { name: 'Download Disbursements' }).waitFor();
  await page.goForward();
  await expect(page.getByLabel('Subject')).toHaveValue('Disbursements of this month');
  // A double click sends one mail: the ledger below counts one.
  await page.getByRole('button', { name: 'Send Mail' }).dblclick();
  await page.getByText('Mail sent successfully !').waitFor();
  await page.getByLabel('Matter File Upload').waitFor();
  expect(await a11yViolations(page)).toEqual([]);

  await page.getByRole('button', { name: 'Close and export' }).click();
  const dialog = page.getByRole('dialog', { name: 'Close and export' });
  await dialog.getByRole('alert').filter({ hasText: 'No disbursements to download.' }).waitFor();
  await expect(dialog.getByRole('button', { name: /^Close and lock/ })).toBeDisabled();
  await page.keyboard.press('Escape');

  await page.getByRole('link', { name: 'All exports' }).click();
  const row = page.getByRole('row').filter({ hasText: 'Export 1' });
  await row.getByText('1 handed to the mail server').waitFor();
  await expect(row).toContainText('260');
  expect(await a11yViolations(page)).toEqual([]);

  await row.getByRole('link', { name: 'Export 1' }).click();
  await page.getByText('bookkeeper@nkosi.co.za').waitFor();
  const again = await savedFile(page, page.getByRole('button', { name: 'CSV', exact: true }));
  expect(again).toEqual(file);
  await page.getByRole('button', { name: 'Send again to bookkeeper@nkosi.co.za' }).dblclick();
  await notices(page).getByText('Mail sent successfully !').waitFor();
  await expect
    .poll(
      () =>
        page
          .getByRole('region', { name: 'Emails' })
          .getByText('Handed to the mail server', { exact: true })
          .count(),
      {
        timeout: 10_000,
      },
    )
    .toBe(2);
  await expect(page.getByRole('region', { name: 'Emails' }).getByRole('listitem')).toHaveCount(2);

  const requested: string[] = [];
  page.on('request', (request) => void requested.push(request.url()));
  for (const [reason, message] of [
    ['', 'Enter a reason.'],
    ['r'.repeat(501), 'Must not be more than 500 characters long.'],
  ] as const) {
    await page.getByLabel('Reason').fill(reason);
    await page.getByRole('button', { name: 'Reopen export 1' }).click();
    await page.getByText(message).waitFor();
    await expect.poll(() => focused(page)).toMatch(/^Reason/);
  }
  expect(requested.filter((url) => url.endsWith('/reopening'))).toEqual([]);
  await page.getByLabel('Reason').fill('Wrong fees for March');
  await page.getByRole('button', { name: 'Reopen export 1' }).click();
  await page.getByText(/Reopened by Lerato .*: Wrong fees for March/).waitFor();
  expect(await a11yViolations(page)).toEqual([]);
  expect(consoleErrors).toEqual([]);
});

deepIt('a period is copied as often as one likes, as a file of each kind', async () => {
  const { page, consoleErrors } = await openWindow();
  await openManager(page, demoFirmAdmins.chantal);
  await page.getByLabel('Everything in a period').check();
  for (const [kind, name, start] of [
    // By default the file has semicolons, and the firm's choice is stored.
    ['CSV for spreadsheets', 'recoup-export-1.csv', '\uFEFFDate;'],
    ['PDF', 'recoup-export-2.pdf', '%PDF-'],
    ['XLSX', 'recoup-export-3.xlsx', 'PK'],
  ] as const) {
    await page.getByLabel(kind, { exact: true }).check();
    if (kind === 'CSV for spreadsheets')
      await page.getByText('Your first download keeps this choice for the whole firm.').waitFor();
    const file = await savedFile(
      page,
      page.getByRole('button', { name: 'Download Disbursements' }),
    );
    expect([file.name, file.text.slice(0, start.length)]).toEqual([name, start]);
    await page.getByRole('button', { name: 'Cancel' }).dblclick();
  }
  await page.getByLabel('CSV for spreadsheets').check();
  await page.getByText('Saved for the whole firm.').waitFor();
  await page.getByLabel('XLSX').check();
  await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download Disbursements' }).dblclick(),
  ]);
  await page.getByRole('button', { name: 'Cancel' }).click();
  const next = await savedFile(page, page.getByRole('button', { name: 'Download Disbursements' }));
  expect(next.name).toBe('recoup-export-5.xlsx');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByLabel('From').fill('2031-01-01');
  await page.getByLabel('To', { exact: true }).fill('2030-01-01');
  await page.getByRole('button', { name: 'Download Disbursements' }).click();
  await page.getByText('The period ends before it begins.').waitFor();
  expect(consoleErrors).toEqual([]);
});

deepIt('the way from the download to the mail needs no mouse, and the focus follows', async () => {
  const { page, consoleErrors } = await openWindow();
  await openManager(page, demoFirmAdmins.chantal);
  await tabTo(page, 'CSV');
  await page.keyboard.press('ArrowDown');
  await page.getByText('whole firm.').waitFor();
  await tabTo(page, 'Semicolon, with a decimal comma');
  const saved = page.waitForResponse(
    (reply) => reply.url().endsWith('/export-settings') && reply.request().method() === 'PUT',
  );
  await page.keyboard.press('ArrowDown');
  await saved;
  await tabTo(page, 'Download Disbursements');
  // The button rests until the page has drawn that answer; a key does not wait for it, as a click
  // does.
  await page.getByRole('button', { name: 'Download Disbursements', disabled: false }).waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.keyboard.press('Enter'),
  ]);
  expect(await readFile(await download.path(), 'utf8')).toMatch(/^\uFEFFDate,Matter Number,/);
  await page.getByText('Disbursement download Successful!').waitFor();
  await expect.poll(() => focused(page)).toBe('Mail Form');

  await tabTo(page, 'Send Mail');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').filter({ hasText: 'Empty Field Found in Mail!' }).waitFor();
  await expect.poll(() => focused(page)).toContain('To');
  await typeInto(page, [
    'bookkeeper@vandermerwe.co.za',
    'Disbursements of this month',
    'As agreed.',
  ]);
  await expect.poll(() => focused(page)).toBe('CSV');
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => focused(page)).toBe('PDF');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByText('Mail sent successfully !').waitFor();
  await expect.poll(() => focused(page)).toContain('Mail sent successfully !');

  await tabTo(page, 'CSV for spreadsheets');
  await expect(page.getByLabel('Comma', { exact: true })).toBeChecked();
  await tabTo(page, 'Close and export');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').getByLabel('What would be closed')).toHaveText(
    /Entries\s+\d/,
    { useInnerText: true },
  );
  await page.keyboard.press('Escape');
  await expect.poll(() => focused(page)).toBe('Close and export');
  expect(consoleErrors).toEqual([]);
});

deepIt('a download can be cancelled, and a lost network is said', async () => {
  const { page } = await openWindow();
  await openManager(page, demoFirmAdmins.chantal);
  await page.getByLabel('Everything in a period').check();
  // Never answered: only who cancels gets on.
  await page.route('**/core/api/download*', async () => undefined);
  await page.getByRole('button', { name: 'Download Disbursements' }).click();
  await page.getByText('Preparing…').waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByText('Cancelled. Nothing was saved.').waitFor();
  expect(await a11yViolations(page)).toEqual([]);
  await page.unroute('**/core/api/download*');
  await page.route('**/core/api/download*', (route) => route.abort());
  await page.getByRole('button', { name: 'Download Disbursements' }).click();
  await page.getByRole('alert').filter({ hasText: 'The service cannot be reached.' }).waitFor();
});

async function openManager(page: Page, as: { email: string; password: string }): Promise<void> {
  await signIn(page, recoup.url, as, '/home/attorneys/file-handler');
  await page.getByRole('button', { name: 'Download Disbursements' }).waitFor();
}
