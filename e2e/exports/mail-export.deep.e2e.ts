import type { Page } from 'playwright-core';
import { test } from 'vitest';
import { expect } from '../support/expect.ts';
import { useApp } from '../support/app.ts';
import { a11yViolations, sidewaysScroll } from '../support/a11y.ts';
import { loseNextAnswer } from '../support/browser.ts';
import { call } from '../support/firms.ts';
import { focused } from '../support/keyboard.ts';
import { attached, mails, openExport, sentTo, textOf } from '../support/mail-export.ts';

useApp();

test('"Cancel" asks if something was typed; opened again the form is as at first', async () => {
  const { page, end } = await openExport();
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
  await end();
});

test('says before sending that the CSV changed or the export was reopened meanwhile', async () => {
  const { page, end } = await openExport();
  await openForm(page);
  await page.getByRole('textbox', { name: 'To' }).fill('later@nkosi.co.za');
  const sent = () => page.getByText('later@nkosi.co.za').count();
  // In another tab.
  const choice = { csvDelimiter: ';', mailProfile: 'people' };
  expect((await call(page, 'PUT', '/export-settings', choice)).status).toBe(200);
  await page.getByRole('button', { name: 'Send Mail' }).click();
  await page.getByText('CSV settings have changed in the meantime. Nothing was sent.').waitFor();
  await expect(attached(page)).toContainText('CSV for spreadsheets, with semicolons');
  expect(await sent()).toBe(0);

  const id = new URL(page.url()).searchParams.get('exportId') ?? '';
  const reason = { reason: 'Wrong fees' };
  expect((await call(page, 'PUT', `/exports/${id}/reopening`, reason)).status).toBe(200);
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
  await end();
});

test('what cannot be loaded is not mailed, and a kind that is too large says so', async () => {
  const { page, end } = await openExport();
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
  await end();
});

test('the form on the page of an export fits a phone, light and dark', async () => {
  for (const colorScheme of ['light', 'dark'] as const) {
    const { page, end } = await openExport({ width: 390, colorScheme });
    await openForm(page);
    expect([await a11yViolations(page), await sidewaysScroll(page)]).toEqual([[], 0]);
    await end();
  }
});

async function openForm(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Email this export' }).dblclick();
  await attached(page).waitFor();
}
