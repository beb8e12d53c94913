import type { Locator, Page } from 'playwright-core';
import { openWindow, recoup } from './app.ts';
import { typeSignIn, type Visit } from './browser.ts';
import { createHmac } from 'node:crypto';

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
  const usedCode = await confirmByLastCode(dialog, secret);
  const codes = recoveryCodesOn(page);
  await codes.waitFor();
  const recoveryCodes = await codes.getByRole('listitem').allInnerTexts();
  await codes.getByRole('button', { name: 'Download' }).click();
  await codes.getByRole('button', { name: 'Done', disabled: false }).click();
  await codes.waitFor({ state: 'detached' });
  return { secret, recoveryCodes, usedCode };
}

const recoveryCodesOn = (page: Page) => page.getByRole('dialog', { name: 'Recovery codes' });

/** By the code of the half minute before now: by the next one where that ends on the way. */
async function confirmByLastCode(dialog: Locator, secret: string): Promise<string> {
  const used = codeOf(secret, -1);
  await dialog.getByRole('textbox', { name: 'Code' }).fill(used);
  await dialog.getByRole('button', { name: 'Confirm', disabled: false }).click();
  const refusal = dialog.getByText('That code is not right, or was used before.');
  await recoveryCodesOn(dialog.page()).or(refusal).waitFor();
  const isLate = used !== codeOf(secret, -1) && (await refusal.isVisible());
  return isLate ? confirmByLastCode(dialog, secret) : used;
}

/** A new window at the second step of a sign-in. */
export async function secondStepOf(as: As): Promise<Visit> {
  const seen = await openWindow();
  await seen.page.goto(`${recoup.url}/logon`);
  await typeSignIn(seen.page, as);
  await seen.page.getByRole('heading', { name: 'Confirm that it is you' }).waitFor();
  return seen;
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The code that an app shows for a secret in Base32, so many half minutes from now (RFC 6238). */
export function codeOf(secret: string, stepsAhead = 0): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + stepsAhead));
  const digest = createHmac('sha1', bytesOf(secret)).update(counter).digest();
  const offset = digest.readUInt8(digest.length - 1) % 16;
  const number = (digest.readUInt32BE(offset) % 2 ** 31) % 1_000_000;
  return String(number).padStart(6, '0');
}

function bytesOf(secret: string): Buffer {
  const bits = [...secret.replaceAll(/[\s=]/g, '').toUpperCase()]
    .map((letter) => letters.indexOf(letter).toString(2).padStart(5, '0'))
    .join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}
