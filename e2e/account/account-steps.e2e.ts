import { describe, it } from 'vitest';
import { accountEndpoints } from '@recoup/contract/account/endpoints';
import { apiRoot } from '@recoup/contract/core/endpoint';
import type { Page } from 'playwright-core';
import { texts } from '@recoup/contract/core/texts';
import { deepIt, expect } from '../support/test.ts';
import { demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { waitForFrame } from '../support/browser.ts';
import { openWindow, recoup, useApp } from '../support/app.ts';
import { focused } from '../support/keyboard.ts';

useApp();
const { lerato, chantal } = demoFirmAdmins;
const clickTwice = (button: HTMLElement) => {
  button.click();
  button.click();
};
const submitTwice = (field: HTMLInputElement) => {
  field.form?.requestSubmit();
  field.form?.requestSubmit();
};

describe('the sign-in', () => {
  it.each(['a double click', 'a second Enter'])('works once after %s', async (how) => {
    const { page, consoleErrors } = await openWindow();
    const sent: string[] = [];
    page.on(
      'request',
      (request) =>
        void (
          request.url().endsWith(apiRoot + accountEndpoints.logon.path) &&
          sent.push(request.method())
        ),
    );
    await openSignIn(page, lerato);
    // Both events are there before the page draws anything, as on a slow processor.
    if (how === 'a double click')
      await page.getByRole('button', { name: 'Sign in' }).evaluate(clickTwice);
    else await page.getByLabel('Password').evaluate(submitTwice);
    await waitForFrame(page);
    await page.waitForURL('**/home/attorneys/attorney-list');
    expect(sent).toEqual(['POST']);
    expect(consoleErrors).toEqual([]);
  });
});

describe('the steps of a forgotten password', () => {
  deepIt('are steps of the history: Back leads to the sign-in, a reload stays', async () => {
    const { page, consoleErrors } = await openWindow();
    await answerOtp(page);
    const at = async (name: string) => page.getByRole('heading', { name }).waitFor();
    const expectSignIn = async () => {
      await at('Sign in');
      await expect(page.getByLabel('Email')).toHaveValue(chantal.email);
    };
    await openSignIn(page, { ...chantal, password: '' });
    await page.getByRole('button', { name: 'Forgot password' }).dblclick();
    await at('Enter the OTP');
    await page.goBack();
    await expectSignIn();
    await page.goForward();
    await at('Enter the OTP');
    await page.reload();
    await at('Enter the OTP');
    await page.goBack();
    await expectSignIn();
    await page.goForward();
    await page.getByLabel('OTP').fill('12345678');
    await page.getByLabel('OTP').press('Enter');
    await at('Choose a new password');
    await page.reload();
    await at('Choose a new password');
    await page.goBack();
    await expectSignIn();
    await page.goForward();
    await at('Choose a new password');
    await page.getByRole('button', { name: 'Back to sign in' }).dblclick();
    await expectSignIn();
    await expect.poll(() => new URL(page.url()).pathname).toBe('/logon');
    expect(consoleErrors).toEqual([]);
  });

  deepIt('have the focus on the heading of the step, whichever way leads to it', async () => {
    const { page, consoleErrors } = await openWindow();
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
  });

  deepIt('repeat neither the notice nor the OTP wait after reload, Back and Forward', async () => {
    const { page, consoleErrors } = await openWindow();
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
  });
});

async function openSignIn(page: Page, as: { email: string; password: string }): Promise<void> {
  await page.goto(`${recoup.url}/logon`);
  await page.getByLabel('Email').fill(as.email);
  await page.getByLabel('Password').fill(as.password);
}

/** Each OTP is right; the grant that comes with it is none. */
async function answerOtp(page: Page): Promise<void> {
  await page.route('**/v2/verifyOtp', async (route) =>
    route.fulfill({
      json: { data: { userId: '01890a5d-ac96-774b-bcce-b302099a8057', token: 'a'.repeat(43) } },
    }),
  );
}
