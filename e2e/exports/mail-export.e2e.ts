import { test } from 'vitest';
import { expect } from '../support/expect.ts';
import { useApp } from '../support/app.ts';
import { focused, tabTo } from '../support/keyboard.ts';
import { attached, mails, openExport, newExport, sentTo, textOf } from '../support/mail-export.ts';

useApp();

test('an old export is mailed from its page by keyboard, as the form said', async () => {
  const { page, consoleErrors, end } = await openExport();
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
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await mails(page).getByText('bookkeeper@nkosi.co.za').waitFor();
  await expect.poll(() => focused(page)).toBe('Email this export');
  await expect(page.getByRole('heading', { name: 'Mail Form' })).toHaveCount(0);
  await expect(mails(page).getByRole('listitem')).toHaveCount(1);

  const mail = await sentTo('bookkeeper@nkosi.co.za');
  expect(mail.attachments.map(({ filename }) => filename)).toEqual(['recoup-export-1.csv']);
  const lines = textOf(mail).trimEnd().split('\r\n');
  expect(lines.length - 1).toBe(260);
  const sum = /Total\s+R\s([\d\s]+\.\d\d)/.exec(said)?.[1]?.replaceAll(/\s/g, '');
  const record = await newExport(page, 1);
  expect(Number(sum)).toBe(record.sum);
  expect(mail.text).toContain('Please book it in March.');
  expect(mail.text).toContain(`Total: R`);
  expect(mail.text?.match(/Lines: 260/g)).toHaveLength(1);
  expect(consoleErrors).toEqual([]);
  await end();
});
