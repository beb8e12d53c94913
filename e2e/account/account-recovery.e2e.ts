import { accountEndpoints } from '@recoup/contract/account/endpoints';
import { commonPasswordMessage } from '@recoup/contract/account/password-rules';
import { texts } from '@recoup/contract/core/texts';
import { test } from 'vitest';
import { demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { a11yViolations, sidewaysScroll } from '../support/a11y.ts';
import { sentTexts } from '../support/outbox.ts';
import { logon, openWindow, recoup, useApp } from '../support/app.ts';
import { deepIt, expect } from '../support/test.ts';

useApp();
const { chantal } = demoFirmAdmins;

async function latestCode(): Promise<string> {
  const codes = async () =>
    (await sentTexts(recoup.dataDir)).flatMap((text) => /^\d{8}/.exec(text)?.[0] ?? []);
  await expect.poll(async () => (await codes()).length).toBeGreaterThan(0);
  return (await codes()).at(-1) ?? '';
}

test('a forgotten password is reset with the OTP of an SMS', async () => {
  const { page, consoleErrors } = await openWindow({ width: 390 });
  await page.goto(`${recoup.url}/logon`);
  await page.getByRole('button', { name: 'Forgot password' }).click();
  await page.getByText('Email is required').waitFor();
  expect(await a11yViolations(page)).toEqual([]);
  await page.getByLabel('Email').fill(chantal.email);
  await page.getByRole('button', { name: 'Forgot password' }).click();
  await page.getByText(texts.sendingOtp).waitFor();
  expect(await a11yViolations(page)).toEqual([]);
  await expect(page.getByRole('button', { name: /Resend OTP in \d+ s/ })).toBeDisabled();

  const otp = page.getByLabel('OTP');
  await expect(otp).toHaveAttribute('autocomplete', 'one-time-code');
  await expect(otp).toHaveAttribute('inputmode', 'numeric');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('Please enter valid OTP').waitFor();
  const code = await latestCode();
  await otp.fill(String((Number(code) + 1) % 100_000_000).padStart(8, '0'));
  // The text of the fault before stands there until the answer comes, and Enter waits for it.
  await Promise.all([
    page.waitForResponse((reply) => reply.url().endsWith(accountEndpoints.verifyOtp.path)),
    otp.press('Enter'),
  ]);
  await page.getByText('Please enter valid OTP').waitFor();
  await otp.fill(`${code.slice(0, 4)} ${code.slice(4)}`);
  // The button rests while the answer before is on its way; a click waits for it.
  await page.getByRole('button', { name: 'Continue' }).click();

  await page.getByRole('heading', { name: 'Choose a new password' }).waitFor();
  const [fresh, confirm] = [page.getByLabel(/^New Password/), page.getByLabel(/^Confirm Password/)];
  await fresh.fill('Welcome1234!');
  await confirm.fill('something else');
  await confirm.press('Enter');
  await page.getByText('New password do not match.').waitFor();
  expect(await a11yViolations(page)).toEqual([]);
  await confirm.fill('Welcome1234!');
  await confirm.press('Enter');
  // The refusal, not the hint, which says beforehand what will be checked: Enter is for nothing
  // until the answer is there.
  await page.getByText(commonPasswordMessage({ word: 'welcome', isWhole: false })).waitFor();
  await fresh.fill('seven-quiet-lanterns');
  await confirm.fill('seven-quiet-lanterns');
  expect(await sidewaysScroll(page)).toBe(0);
  await confirm.press('Enter');
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await page.getByText('Password updated successfully!').waitFor();
  await expect(page.getByLabel('Email')).toHaveValue(chantal.email);
  expect(await logon(chantal)).toBeUndefined();
  await page.getByLabel('Password').fill('seven-quiet-lanterns');
  await page.getByLabel('Password').press('Enter');
  await page.waitForURL('**/home/attorneys/attorney-list');
  await expect.poll(async () => (await sentTexts(recoup.dataDir)).at(-1)).toContain('was reset');
  expect(consoleErrors).toEqual([]);
});

deepIt('a grant that has run out leads back to the OTP with the reason', async () => {
  const { page } = await openWindow();
  await page.goto(`${recoup.url}/logon`);
  await page.route('**/v2/verifyOtp', async (route) =>
    route.fulfill({
      json: { data: { userId: '01890a5d-ac96-774b-bcce-b302099a8057', token: 'a'.repeat(43) } },
    }),
  );
  await page.getByLabel('Email').fill('nobody@nowhere.co.za');
  await page.getByRole('button', { name: 'Forgot password' }).click();
  await page.getByLabel('OTP').fill('12345678');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel(/^New Password/).fill('seven-quiet-lanterns');
  await page.getByLabel(/^Confirm Password/).fill('seven-quiet-lanterns');
  await page.getByRole('button', { name: 'Set password' }).click();
  await page.getByRole('heading', { name: 'Enter the OTP' }).waitFor();
  await page.getByRole('alert').filter({ hasText: 'Request a new one' }).waitFor();
  await page.getByRole('button', { name: 'Back to sign in' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await expect(page.getByLabel('Email')).toHaveValue('nobody@nowhere.co.za');
});
