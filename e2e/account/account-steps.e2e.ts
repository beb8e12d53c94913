import { accountEndpoints } from '@recoup/contract/account/endpoints';
import { apiRoot } from '@recoup/contract/core/endpoint';
import { describe, it } from 'vitest';
import { deepIt } from '../support/deep.ts';
import { expect } from '../support/expect.ts';
import { demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { visit, waitForFrame } from '../support/browser.ts';
import { browser, useApp } from '../support/app.ts';
import { openSignIn, answerOtp } from '../support/account-steps.ts';

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
    const { page, consoleErrors, end } = await visit(browser);
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
    await end();
  });
});

describe('the steps of a forgotten password', () => {
  deepIt('are steps of the history: Back leads to the sign-in, a reload stays', async () => {
    const { page, consoleErrors, end } = await visit(browser);
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
    await end();
  });
});
