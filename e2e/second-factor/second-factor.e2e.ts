import { describe, it } from 'vitest';
import { deepIt, expect } from '../support/test.ts';
import { demoAttorneys, demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { a11yViolations } from '../support/a11y.ts';
import { signedIn, useApp } from '../support/app.ts';
import { focused } from '../support/keyboard.ts';
import { addApp, type Kept, secondStepOf, codeOf } from '../support/second-factor.ts';
import { waitForFrame } from '../support/browser.ts';

useApp();
const security = '/home/security';
let stored: Kept;
const { pieter, saras, thabo } = demoAttorneys;

describe('a second factor of an attorney', () => {
  it('is added with an app, and shows the recovery codes once', async () => {
    const { page, consoleErrors } = await signedIn(thabo, security);
    await page.getByText('You have no second factor yet.').waitFor();
    await page.getByRole('button', { name: 'Add an app' }).click();
    await page.getByRole('button', { name: 'Next' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add an authenticator app' });
    await dialog.getByRole('textbox', { name: 'Code' }).fill('000000');
    expect(await a11yViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Confirm', disabled: false }).click();
    await dialog.getByText('That code is not right, or was used before.').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Discard' }).click();
    await dialog.waitFor({ state: 'detached' });
    stored = await addApp(page);
    expect(new Set(stored.recoveryCodes).size).toBe(10);
    await page.getByText('10 recovery codes left.').waitFor();
    await page
      .getByRole('list', { name: 'Second factors' })
      .getByText(/^Authenticator app, /)
      .waitFor();
    expect(await a11yViolations(page)).toEqual([]);
    expect(consoleErrors).toEqual([]);
  });

  it('is asked after the password, with the focus in the field of the code', async () => {
    const { page, consoleErrors } = await secondStepOf(thabo);
    const code = page.getByRole('textbox', { name: 'Code' });
    await expect(code).toBeFocused();
    await expect(code).toHaveAttribute('autocomplete', 'one-time-code');
    await expect(code).toHaveAttribute('inputmode', 'numeric');
    expect(await a11yViolations(page)).toEqual([]);
    await code.fill('123');
    await code.press('Enter');
    await page.getByText('Enter the six digits that the app shows.').waitFor();
    await code.fill(stored.usedCode);
    await code.press('Enter');
    await page.getByText('That code is not right, or was used before.').waitFor();
    await code.fill(codeOf(stored.secret));
    await code.press('Enter');
    await waitForFrame(page);
    await expect.poll(() => new URL(page.url()).pathname).toBe('/home/entries');
    await page.goBack();
    await waitForFrame(page);
    expect(consoleErrors).toEqual([]);
  });

  deepIt('is replaced by a recovery code, which works once', async () => {
    const [first = ''] = stored.recoveryCodes;
    const { page, consoleErrors, end } = await secondStepOf(thabo);
    await page.getByRole('button', { name: 'Use a recovery code' }).click();
    const field = page.getByRole('textbox', { name: 'Recovery code' });
    await field.fill(first.toUpperCase());
    await field.press('Enter');
    await waitForFrame(page);
    await page.getByRole('button', { name: /^Account of / }).click();
    await page.getByRole('link', { name: 'Security' }).click();
    await page.getByText('9 recovery codes left.').waitFor();
    expect(consoleErrors).toEqual([]);
    await end();
    const again = await secondStepOf(thabo);
    await again.page.getByRole('button', { name: 'Use a recovery code' }).click();
    await again.page.getByRole('textbox', { name: 'Recovery code' }).fill(first);
    await again.page.getByRole('button', { name: 'Continue' }).click();
    await again.page.getByText('That code is not right, or was used before.').waitFor();
  });

  deepIt('without a reply to its confirmation is added once, and offers new codes', async () => {
    const { page } = await signedIn(pieter, security);
    await page.getByRole('button', { name: 'Add an app' }).click();
    await page.getByRole('button', { name: 'Next' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add an authenticator app' });
    const secret = (await dialog.locator('code').innerText()).replaceAll(' ', '');
    await page.route('**/core/api/second-factors/*', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await dialog.getByRole('textbox', { name: 'Code' }).fill(codeOf(secret));
    await dialog.getByRole('button', { name: 'Confirm', disabled: false }).click();
    await dialog.getByRole('alert').waitFor();
    await page.unroute('**/core/api/second-factors/*');
    await dialog.getByRole('button', { name: 'Confirm', disabled: false }).click();
    const renew = page.getByRole('dialog', { name: 'Make ten new codes?' });
    await renew.getByRole('button', { name: 'Make new codes', disabled: false }).click();
    const codes = page.getByRole('dialog', { name: 'Recovery codes' });
    await codes.getByRole('button', { name: 'Download' }).click();
    await codes.getByRole('button', { name: 'Done', disabled: false }).click();
    await page.getByText('10 recovery codes left.').waitFor();
    const factors = page.getByRole('list', { name: 'Second factors' }).getByRole('listitem');
    await expect(factors).toHaveCount(1);
  });

  deepIt('leads back to the password with a sentence when the challenge has ended', async () => {
    const { page } = await secondStepOf(thabo);
    await page.route('**/core/api/logon/second-factor', (route) =>
      route.fulfill({
        status: 401,
        json: { message: 'That took too long. Please sign in again.', code: 'challenge_ended' },
      }),
    );
    await page.getByRole('textbox', { name: 'Code' }).fill('123456');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('alert').filter({ hasText: 'That took too long.' }).waitFor();
    await expect(page.getByLabel('Email')).toHaveValue(thabo.email);
  });

  deepIt('can be left for the password, and stays over a reload', async () => {
    const { page } = await secondStepOf(thabo);
    await page.reload();
    await page.getByRole('heading', { name: 'Confirm that it is you' }).waitFor();
    await page.getByRole('button', { name: 'Back to sign in' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await expect(page.getByLabel('Email')).toHaveValue(thabo.email);
  });

  deepIt('is asked in a sign-in above a page with typed text', async () => {
    const { page } = await secondStepOf(thabo);
    await page.getByRole('textbox', { name: 'Code' }).fill(codeOf(stored.secret, 1));
    await page.getByRole('button', { name: 'Continue' }).click();
    await waitForFrame(page);
    await page.getByRole('button', { name: /^Account of / }).click();
    await page.getByRole('link', { name: 'Profile' }).click();
    await page.getByLabel('Name').fill('Thabo M. Mokoena');
    await page.evaluate(() => sessionStorage.setItem('token', 'x'.repeat(43)));
    await page.getByRole('button', { name: 'Save profile' }).click();
    const dialog = page.getByRole('dialog', { name: 'Sign in to go on' });
    await dialog.getByLabel('Password').fill(thabo.password);
    await dialog.getByLabel('Password').press('Enter');
    const confirm = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await confirm.waitFor();
    await expect.poll(() => focused(page)).toContain('Code');
    expect(await a11yViolations(page)).toEqual([]);
    await confirm.getByRole('button', { name: 'Use a recovery code' }).click();
    await confirm.getByLabel('Recovery code').fill(stored.recoveryCodes[1] ?? '');
    await confirm.getByLabel('Recovery code').press('Enter');
    await confirm.waitFor({ state: 'detached' });
    await expect(page.getByLabel('Name')).toHaveValue('Thabo M. Mokoena');
  });

  deepIt('asks for the password where the sign-in is not fresh', async () => {
    const { page, consoleErrors } = await signedIn(saras, security);
    await addApp(page);
    await page.getByRole('button', { name: 'Remove Authenticator app' }).click();
    const dialog = page.getByRole('dialog', { name: 'Remove Authenticator app?' });
    let isStale = true;
    await page.route('**/core/api/second-factors/*', async (route) => {
      if (!isStale) return route.continue();
      isStale = false;
      return route.fulfill({
        status: 403,
        json: {
          message: 'Please enter your password to confirm that it is you.',
          code: 'reauthentication_required',
        },
      });
    });
    await dialog.getByRole('button', { name: 'Remove', disabled: false }).click();
    await dialog.getByText('Please enter your password').waitFor();
    const password = dialog.getByRole('textbox', { name: 'Password' });
    await password.fill('not-my-password');
    await password.press('Enter');
    await dialog.getByText('Incorrect password.').first().waitFor();
    await password.fill(saras.password);
    await password.press('Enter');
    await page.getByText('Authenticator app removed.').waitFor();
    await page.getByText('You have no second factor yet.').waitFor();
    expect(consoleErrors).toEqual([]);
  });

  deepIt('is reset by the firm admin, who ends the sessions', async () => {
    const { page, end } = await signedIn(demoFirmAdmins.lerato);
    await page.getByRole('link', { name: `Edit ${thabo.name}` }).click();
    await page.getByRole('button', { name: 'Reset second factor' }).click();
    const dialog = page.getByRole('dialog', {
      name: `Reset the second factor of ${thabo.name}?`,
    });
    await expect.poll(() => focused(page)).toBe('Cancel');
    expect(await a11yViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Reset', disabled: false }).click();
    await page.getByText(`${thabo.name} signs in without a second factor now.`).waitFor();
    await end();
    const attorney = await signedIn(thabo, security);
    await attorney.page.getByText('You have no second factor yet.').waitFor();
  });
});
