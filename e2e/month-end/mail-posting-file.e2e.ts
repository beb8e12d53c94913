import { it } from 'vitest';
import { demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { signedIn, useApp } from '../support/app.ts';
import { confirmClosing } from '../support/closing.ts';
import { expect } from '../support/test.ts';
import { focused } from '../support/keyboard.ts';
import { sentTo } from '../support/mail-export.ts';
import { monthEnd, closeButton } from '../support/month-end.ts';

useApp();
const { lerato } = demoFirmAdmins;

it('asks for what the mailed posting file lacks in place, and keeps what was typed', async () => {
  const { page } = await signedIn(lerato, monthEnd);
  await closeButton(page).click();
  await confirmClosing(page).click();
  const mail = page.getByRole('region', { name: 'Mail Form' });
  await mail.getByRole('textbox', { name: 'To' }).fill('posting@nkosi.co.za');
  await mail.getByLabel('Subject').fill('The posting file');
  await mail.getByRole('radio', { name: 'Posting file' }).check();
  await mail.getByLabel('Layout').selectOption({ label: 'QuickBooks journals' });
  const send = mail.getByRole('button', { name: 'Send Mail' });
  const settings = page.getByRole('form', { name: 'Settings of QuickBooks journals' });
  const asks = settings.getByText('Enter the contra account.');
  const isAsTyped = async () => {
    await expect.poll(() => focused(page)).toBe('Send Mail');
    await expect(mail.getByLabel('Subject')).toHaveValue('The posting file');
    await expect(mail.getByRole('radio', { name: 'Posting file' })).toBeChecked();
    await expect(mail.getByRole('alert')).toHaveCount(0);
  };
  await send.click();
  await asks.waitFor();
  await settings.getByRole('button', { name: 'Close' }).click();
  await isAsTyped();
  await send.click();
  await asks.waitFor();
  for (const field of await settings.getByRole('textbox').all()) await field.fill('4000');
  await settings.getByRole('button', { name: 'Save settings' }).click();
  await isAsTyped();
  await send.click();
  await page.getByText('Mail sent successfully !').waitFor();
  const { subject, attachments } = await sentTo('posting@nkosi.co.za');
  expect(subject).toBe('The posting file');
  expect(attachments).toHaveLength(1);
});
