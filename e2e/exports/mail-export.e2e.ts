import { test } from 'vitest';
import type { Page } from 'playwright-core';
import { useApp } from '../support/app.ts';
import { focused, pressEnterTwice, tabTo } from '../support/keyboard.ts';
import {
  attached,
  mails,
  openExport,
  firstExport,
  sentTo,
  textOf,
} from '../support/mail-export.ts';
import { a11yViolations } from '../support/a11y.ts';
import { loseNextAnswer } from '../support/browser.ts';
import { deepIt, expect } from '../support/test.ts';
import { callApi } from '../support/wire.ts';
import { demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';

useApp();

test('an old export is mailed from its page by keyboard, as the form said', async () => {
  const { page, consoleErrors } = await openExport({ hasClock: true });
  await tabTo(page, 'Email this export');
  await page.keyboard.press('Enter');
  await expect.poll(() => focused(page)).toBe('Mail Form');
  await attached(page).waitFor();
  await page.keyboard.press('Tab');
  await expect.poll(() => focused(page)).toMatch(/^To/);
  await page.keyboard.type('bookkeeper@nkosi.co.za');
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Subject')).toHaveValue(/^Disbursements \d.* 20\d\d, export 1$/);
  await page.keyboard.press('Tab');
  await page.keyboard.press('End');
  await page.keyboard.type(' Please book it in March.');
  await page.keyboard.press('Tab');
  // The text was changed, and keeps the name of the CSV; the subject was not.
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(attached(page)).toHaveText(/\.xlsx\s+Kind\s+XLSX/, { useInnerText: true });
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  const said = await attached(page).innerText();
  expect(said).toMatch(/recoup-export-1\.csv\s+Kind\s+CSV\s+Lines\s+260\s+Total\s+R\s/);
  await tabTo(page, 'Send Mail');
  await pressEnterTwice(page);
  await mails(page).getByText('bookkeeper@nkosi.co.za').waitFor();
  await expect.poll(() => focused(page)).toBe('Email this export');
  await expect(page.getByRole('heading', { name: 'Mail Form' })).toHaveCount(0);
  await expect(mails(page).getByRole('listitem')).toHaveCount(1);

  const mail = await sentTo('bookkeeper@nkosi.co.za');
  expect(mail.attachments.map(({ filename }) => filename)).toEqual(['recoup-export-1.csv']);
  const lines = textOf(mail).trimEnd().split('\r\n');
  expect(lines.length - 1).toBe(260);
  const sum = /Total\s+R\s([\d\s]+\.\d\d)/.exec(said)?.[1]?.replaceAll(/\s/g, '');
  const record = await firstExport();
  expect(Number(sum)).toBe(record.sum);
  expect(mail.text).toContain('Please book it in March.');
  expect(mail.text).toContain(`Total: R`);
  expect(mail.text?.match(/Lines: 260/g)).toHaveLength(1);
  expect(consoleErrors).toEqual([]);
});

deepIt('"Cancel" asks if something was typed; opened again the form is as at first', async () => {
  const { page } = await openExport();
  await openForm(page);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('heading', { name: 'Mail Form' }).waitFor({ state: 'hidden' });
  await expect.poll(() => focused(page)).toBe('Email this export');

  await openForm(page);
  const subject = page.getByLabel('Subject');
  const filled = await subject.inputValue();
  await subject.fill('March');
  // What was typed stays when another kind is chosen, and Escape loses nothing.
  await page.getByRole('radio', { name: 'PDF' }).check();
  await page.keyboard.press('Escape');
  await expect(subject).toHaveValue('March');
  await expect(page.getByLabel('Text', { exact: true })).toHaveValue(/\.pdf\./);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Stay' }).click();
  await expect(subject).toHaveValue('March');
  await page.getByRole('link', { name: 'All exports' }).click();
  await page.getByText('You have unsaved changes').waitFor();
  await page.getByRole('button', { name: 'Stay' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect.poll(() => focused(page)).toBe('Email this export');

  await openForm(page);
  await expect(subject).toHaveValue(filled);
  await subject.fill('');
  await page.getByRole('textbox', { name: 'To' }).fill('a@nkosi.co.za');
  await page.getByRole('button', { name: 'Send Mail' }).click();
  await page.getByRole('alert').filter({ hasText: 'Empty Field Found in Mail!' }).waitFor();
});

deepIt('says before sending that the CSV changed or the export was reopened since', async () => {
  const { page } = await openExport();
  await openForm(page);
  await page.getByRole('textbox', { name: 'To' }).fill('later@nkosi.co.za');
  const sent = () => page.getByText('later@nkosi.co.za').count();
  // In another tab.
  const choice = { csvDelimiter: ';', mailProfile: 'people' };
  await callApi(demoFirmAdmins.lerato, 'PUT', '/export-settings', choice);
  await page.getByRole('button', { name: 'Send Mail' }).click();
  await page.getByText('CSV settings have changed in the meantime. Nothing was sent.').waitFor();
  await expect(attached(page)).toContainText('CSV for spreadsheets, with semicolons');
  expect(await sent()).toBe(0);

  const id = new URL(page.url()).searchParams.get('exportId') ?? '';
  const reason = { reason: 'Wrong fees' };
  await callApi(demoFirmAdmins.lerato, 'PUT', `/exports/${id}/reopening`, reason);
  await page.getByRole('button', { name: 'Send Mail' }).click();
  await page.getByText('The export was reopened in the meantime. Nothing was sent.').waitFor();
  await page.getByText('its entries were unlocked again').waitFor();
  expect(await a11yViolations(page)).toEqual([]);
  expect(await sent()).toBe(0);

  // Its answer is lost; the mail sent again is the same.
  await loseNextAnswer(page, '**/core/api/sendMail*');
  await page.getByRole('button', { name: 'Send Mail' }).click();
  await page.getByText('The service cannot be reached.').waitFor();
  await page.getByRole('button', { name: 'Send Mail' }).dblclick();
  await mails(page).getByText('later@nkosi.co.za').waitFor();
  expect(textOf(await sentTo('later@nkosi.co.za')).slice(0, 6)).toBe('\uFEFFDate;');
  await expect(mails(page).getByText('later@nkosi.co.za')).toHaveCount(1);
});

deepIt('what cannot be loaded is not mailed, and a kind that is too large says so', async () => {
  const { page } = await openExport();
  await page.route('**/core/api/mail-preview*', (route) => route.abort());
  await page.getByRole('button', { name: 'Email this export' }).click();
  await page.getByText('The attached file could not be loaded.').waitFor();
  await expect(page.getByRole('button', { name: 'Send Mail' })).toHaveCount(0);
  await page.unroute('**/core/api/mail-preview*');
  const tooLarge = 'This export is too large to email: 20001 rows as PDF.';
  await page.route('**/core/api/mail-preview*', async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace(
      /("fileName":"[^"]*\.pdf","refusal":)null/,
      `$1"${tooLarge}"`,
    );
    await route.fulfill({ response, body });
  });
  await page.getByRole('button', { name: 'Retry' }).click();
  await attached(page).waitFor();
  await expect(page.getByText(tooLarge)).toHaveCount(0);
  await page.getByRole('radio', { name: 'PDF' }).check();
  await page.getByText(tooLarge).waitFor();
  await expect(page.getByRole('button', { name: 'Send Mail' })).toBeDisabled();
  expect(await a11yViolations(page)).toEqual([]);
  await page.getByRole('radio', { name: 'XLSX' }).check();
  await expect(page.getByRole('button', { name: 'Send Mail' })).toBeEnabled();
});

async function openForm(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Email this export' }).dblclick();
  await attached(page).waitFor();
}
