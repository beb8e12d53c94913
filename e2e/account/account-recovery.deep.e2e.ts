import { test } from 'vitest';
import { expect } from '../support/expect.ts';
import { visit } from '../support/browser.ts';
import { browser, recoup, useApp } from '../support/app.ts';

useApp();

test('a grant that has run out leads back to the OTP with the reason', async () => {
  const { page, end } = await visit(browser);
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
  await end();
});
