import { texts } from '@recoup/contract/core/texts';
import { describe, it } from 'vitest';
import { expect } from '../support/expect.ts';
import { demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { visit } from '../support/browser.ts';
import { focused } from '../support/keyboard.ts';
import { browser, useApp } from '../support/app.ts';
import { openSignIn, answerOtp } from '../support/account-steps.ts';

useApp();
const { chantal } = demoFirmAdmins;

describe('the steps of a forgotten password', () => {
  it('have the focus on the heading of the step, whichever way leads to it', async () => {
    const { page, consoleErrors, end } = await visit(browser);
    await answerOtp(page);
    await page.route('**/update-passwordv2/*', async (route) =>
      route.fulfill({ json: { data: { userId: '01890a5d-ac96-774b-bcce-b302099a8057' } } }),
    );
    const expectHeading = async (name: string) => {
      await expect.poll(() => focused(page)).toBe(name);
    };
    await openSignIn(page, { ...chantal, password: '' });
    await page.getByRole('button', { name: 'Forgot password' }).press('Enter');
    await expectHeading('Enter the OTP');
    await page.getByLabel('OTP').focus();
    await page.goBack();
    await expectHeading('Sign in');
    await page.goForward();
    await expectHeading('Enter the OTP');
    await page.getByRole('button', { name: 'Back to sign in' }).press('Enter');
    await expectHeading('Sign in');
    await page.getByRole('button', { name: 'Forgot password' }).press('Enter');
    await page.getByLabel('OTP').fill('12345678');
    await page.getByLabel('OTP').press('Enter');
    await expectHeading('Choose a new password');
    await page.getByLabel(/^New Password/).fill('seven-quiet-lanterns');
    await page.getByLabel(/^Confirm Password/).fill('seven-quiet-lanterns');
    await page.getByLabel(/^Confirm Password/).press('Enter');
    await page.getByText(texts.passwordUpdated).waitFor();
    await expectHeading('Sign in');
    expect(consoleErrors).toEqual([]);
    await end();
  });

  it('repeat neither the notice nor the OTP wait after a reload or Back and Forward', async () => {
    const { page, consoleErrors, end } = await visit(browser);
    await page.clock.install();
    await openSignIn(page, { ...chantal, password: '' });
    await page.getByRole('button', { name: 'Forgot password' }).click();
    await page.getByText(texts.sendingOtp).waitFor();
    const resend = page.getByRole('button', { name: /^Resend OTP/ });
    await expect(resend).toHaveText(/in \d+ s/);
    await expect(resend).toBeDisabled();
    await page.clock.fastForward(30_000);
    for (const leave of [
      () => page.reload(),
      async () => (await page.goBack(), page.goForward()),
    ]) {
      await leave();
      await page.getByRole('heading', { name: 'Enter the OTP' }).waitFor();
      await expect
        .poll(async () => Number(/\d+/.exec((await resend.textContent()) ?? '')?.[0]))
        .toBeLessThanOrEqual(30);
      await expect(page.getByText(texts.sendingOtp)).toHaveCount(0);
    }
    await page.getByLabel('OTP').fill('00000000');
    await page.getByLabel('OTP').press('Enter');
    await page.getByText('Please enter valid OTP').waitFor();
    await page.clock.fastForward(31_000);
    await resend.press('Enter');
    await page.getByText(texts.sendingOtp).waitFor();
    await expect(page.getByLabel('OTP')).toHaveValue('');
    await expect(page.getByText('Please enter valid OTP')).toHaveCount(0);
    await expect(resend).toHaveText(/in \d+ s/);
    await expect(resend).toBeFocused();
    expect(consoleErrors).toEqual([]);
    await end();
  });
});
