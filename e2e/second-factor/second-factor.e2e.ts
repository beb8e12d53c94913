import { describe, it } from 'vitest';
import { deepIt } from '../support/deep.ts';
import { expect } from '../support/expect.ts';
import { demoAttorneys, demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { a11yViolations } from '../support/a11y.ts';
import { signedIn, useApp } from '../support/app.ts';
import { focused } from '../support/keyboard.ts';
import { addApp, type Kept, secondStepOf, waitForHome } from '../support/second-factor.ts';
import { codeOf } from '../support/totp.ts';

useApp();
const { thabo } = demoAttorneys;
const security = '/home/security';
let kept: Kept;

describe('a second factor of an attorney', () => {
  it('is added with an app, and shows the recovery codes once', async () => {
    const { page, consoleErrors, end } = await signedIn(thabo, security);
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
    kept = await addApp(page);
    expect(new Set(kept.recoveryCodes).size).toBe(10);
    await page.getByText('10 recovery codes left.').waitFor();
    await page
      .getByRole('list', { name: 'Second factors' })
      .getByText(/^Authenticator app, /)
      .waitFor();
    expect(await a11yViolations(page)).toEqual([]);
    expect(consoleErrors).toEqual([]);
    await end();
  });

  it('is asked after the password, with the focus in the field of the code', async () => {
    const { page, consoleErrors, end } = await secondStepOf(thabo);
    const code = page.getByRole('textbox', { name: 'Code' });
    await expect(code).toBeFocused();
    await expect(code).toHaveAttribute('autocomplete', 'one-time-code');
    await expect(code).toHaveAttribute('inputmode', 'numeric');
    expect(await a11yViolations(page)).toEqual([]);
    await code.fill('123');
    await code.press('Enter');
    await page.getByText('Enter the six digits that the app shows.').waitFor();
    await code.fill(kept.usedCode);
    await code.press('Enter');
    await page.getByText('That code is not right, or was used before.').waitFor();
    await code.fill(codeOf(kept.secret));
    await code.press('Enter');
    await waitForHome(page);
    await expect.poll(() => new URL(page.url()).pathname).toBe('/home/entries');
    await page.goBack();
    await waitForHome(page);
    expect(consoleErrors).toEqual([]);
    await end();
  });

  deepIt('is replaced by a recovery code, which works once', async () => {
    const [first = ''] = kept.recoveryCodes;
    const { page, consoleErrors, end } = await secondStepOf(thabo);
    await page.getByRole('button', { name: 'Use a recovery code' }).click();
    const field = page.getByRole('textbox', { name: 'Recovery code' });
    await field.fill(first.toUpperCase());
    await field.press('Enter');
    await waitForHome(page);
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
    await again.end();
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
    await attorney.end();
  });
});
