import type { Page } from 'playwright-core';
import { recoup, openWindow } from './app.ts';
import type { Visit } from './browser.ts';
import { codeOf } from './totp.ts';
import { typeSignIn } from './browser.ts';

type As = { email: string; password: string };

/** After adding an app: its secret and first code, and the recovery codes of a first factor. */
export type Kept = { secret: string; recoveryCodes: readonly string[]; usedCode: string };

/** Adds an app on the page Security; the code of the half minute before now is used up then. */
export async function addApp(page: Page): Promise<Kept> {
  await page.getByRole('button', { name: 'Add an app' }).click();
  await page.getByRole('button', { name: 'Next' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add an authenticator app' });
  await dialog.getByRole('img', { name: 'QR code with the key' }).waitFor();
  const secret = (await dialog.locator('code').innerText()).replaceAll(' ', '');
  const code = dialog.getByRole('textbox', { name: 'Code' });
  const usedCode = codeOf(secret, -1);
  await code.fill(usedCode);
  await dialog.getByRole('button', { name: 'Confirm', disabled: false }).click();
  const codes = page.getByRole('dialog', { name: 'Recovery codes' });
  await codes.waitFor();
  const recoveryCodes = await codes.getByRole('listitem').allInnerTexts();
  await codes.getByRole('button', { name: 'Download' }).click();
  await codes.getByRole('button', { name: 'Done', disabled: false }).click();
  await codes.waitFor({ state: 'detached' });
  return { secret, recoveryCodes, usedCode };
}

/** A new window at the second step of a sign-in. */
export async function secondStepOf(as: As): Promise<Visit> {
  const seen = await openWindow();
  await seen.page.goto(`${recoup.url}/logon`);
  await typeSignIn(seen.page, as);
  await seen.page.getByRole('heading', { name: 'Confirm that it is you' }).waitFor();
  return seen;
}
