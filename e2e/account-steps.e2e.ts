import { accountCalls } from '@recoup/contract/account';
import { apiRoot } from '@recoup/contract/route';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { demoFirmAdmins } from '../apps/server/src/seeds/demo-people.ts';
import { visit } from './browser.ts';
import { browser, recoup, useStage } from './stage.ts';

useStage();
const { lerato, chantal } = demoFirmAdmins;

/** A processor of a cheap phone: a page draws late that it is busy. */
async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 6 });
}

async function openSignIn(page: Page, as: { email: string; password: string }): Promise<void> {
  await page.goto(`${recoup.url}/logon`);
  await page.getByLabel('Email').fill(as.email);
  await page.getByLabel('Password').fill(as.password);
}

describe('the sign-in', () => {
  it.each(['a double click', 'a second Enter'])('works once after %s on a slow processor', async (how) => {
    const { page, complaints, end } = await visit(browser);
    const sent: string[] = [];
    page.on('request', (request) => void (request.url().endsWith(apiRoot + accountCalls.logon.path) && sent.push(request.method())));
    await openSignIn(page, lerato);
    await slowDown(page);
    if (how === 'a double click') await page.getByRole('button', { name: 'Sign in' }).dblclick();
    else {
      await page.getByLabel('Password').focus();
      await page.keyboard.press('Enter');
      await page.keyboard.press('Enter');
    }
    await page.getByRole('button', { name: /^Account of / }).waitFor();
    await page.waitForURL('**/home/attorneys/attorney-list');
    expect(sent).toEqual(['POST']);
    expect(complaints).toEqual([]);
    await end();
  });
});

describe('the steps of a forgotten password', () => {
  it('are steps of the history: Back leads to the sign-in with the email, Forward returns, a reload stays', async () => {
    const { page, complaints, end } = await visit(browser);
    await page.route('**/v2/verifyOtp', async (route) =>
      route.fulfill({ json: { data: { userId: '01890a5d-ac96-774b-bcce-b302099a8057', token: 'a'.repeat(43) } } }),
    );
    const at = async (name: string) => page.getByRole('heading', { name }).waitFor();
    const expectSignIn = async () => {
      await at('Sign in');
      expect(await page.getByLabel('Email').inputValue()).toBe(chantal.email);
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
    expect(new URL(page.url()).pathname).toBe('/logon');
    expect(complaints).toEqual([]);
    await end();
  });
});
