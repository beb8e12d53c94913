import { test } from 'vitest';
import { expect } from '../support/test.ts';
import { systemAdmin } from '../support/recoup.ts';
import { a11yViolations } from '../support/a11y.ts';
import { save } from '../support/firms.ts';
import { sentMails, sentTexts } from '../support/outbox.ts';
import { focused } from '../support/keyboard.ts';
import { openWindow, recoup, signedIn, useApp } from '../support/app.ts';
import { postData } from '../support/wire.ts';

useApp();

test('the new admin is invited, and signs in with the OTP that came to the cell', async () => {
  const { page, end } = await signedIn(systemAdmin, '/home/firms');
  const { _id } = await postData<{ _id: string }>(systemAdmin, '/firms', {
    name: 'Invited Attorneys',
    domains: ['invited.co.za'],
  });
  await page.goto(`${recoup.url}/home/add-attorney-admin?firmId=${_id}`);
  await page.getByLabel('Email').fill('Nomsa.Zulu@invited.co.za');
  await page.getByLabel('Cell').fill('082 555 0180');
  await save(page);
  await page
    .getByRole('status')
    .filter({ hasText: 'Attorney Administrator added Successfully!' })
    .waitFor();
  await end();
  const mails = async () => sentMails(recoup, 'nomsa.zulu@invited.co.za');
  await expect.poll(async () => (await mails()).length).toBe(1);
  const [mail = ''] = await mails();
  const body = mail.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=');
  expect(body).toContain('choose "Choose your password"');
  const { pathname, search } = new URL(/http\S+\/logon\S*/.exec(body)?.[0] ?? '');
  expect([pathname, search]).toEqual(['/logon', '?email=nomsa.zulu%40invited.co.za']);

  const admin = await openWindow();
  await admin.page.goto(recoup.url + pathname + search);
  await admin.page.getByText('Welcome to Recoup.').waitFor();
  // The address is read once, and then no longer shown.
  await admin.page.waitForURL(/\/logon$/);
  const email = admin.page.getByLabel('Email');
  await expect(email).toHaveValue('nomsa.zulu@invited.co.za');
  await expect.poll(() => focused(admin.page)).toBe('Choose your password');
  expect(await a11yViolations(admin.page)).toEqual([]);
  await admin.page.reload();
  await expect(email).toHaveValue('nomsa.zulu@invited.co.za');
  await expect.poll(() => focused(admin.page)).toBe('Choose your password');
  await admin.page.getByRole('button', { name: 'Choose your password' }).click();
  const codes = async () =>
    (await sentTexts(recoup.dataDir, '0180')).flatMap((text) => /\b\d{8}\b/.exec(text) ?? []);
  await expect.poll(async () => (await codes()).length).toBe(1);
  await admin.page.getByLabel('OTP').fill((await codes())[0] ?? '');
  await admin.page.getByLabel('OTP').press('Enter');
  await admin.page.getByLabel(/^New Password/).fill('seven-quiet-lanterns');
  await admin.page.getByLabel(/^Confirm Password/).fill('seven-quiet-lanterns');
  await admin.page.getByLabel(/^Confirm Password/).press('Enter');
  await admin.page.getByText('Password updated successfully!').waitFor();
  await admin.page.getByLabel('Password').fill('seven-quiet-lanterns');
  await admin.page.getByLabel('Password').press('Enter');
  await admin.page.waitForURL('**/home/attorneys/attorney-list');
  await admin.page.getByRole('button', { name: /Nomsa Zulu/ }).waitFor();
  expect(admin.consoleErrors).toEqual([]);
});
