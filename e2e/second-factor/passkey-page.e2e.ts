import { afterAll, beforeAll, it } from 'vitest';
import { demoAttorneys } from '../../apps/server/src/seeds/demo-people.ts';
import { openWindow, signedIn, useApp } from '../support/app.ts';
import { logOut, signIn, waitForFrame } from '../support/browser.ts';
import { startDemo } from '../support/demo.ts';
import { freePort, plugIn } from '../support/passkeys.ts';
import type { StartedRecoup } from '../support/recoup.ts';
import { deepIt, expect } from '../support/test.ts';

useApp();
const { thabo } = demoAttorneys;
let named: StartedRecoup;
let url = '';

beforeAll(async () => {
  const port = await freePort();
  named = await startDemo({ port });
  url = `http://localhost:${port}`;
});

afterAll(async () => named.stop());

it('adds a passkey, and signs in with it', async () => {
  const { page, consoleErrors } = await openWindow();
  await plugIn(page);
  await signIn(page, url, thabo, '/home/security');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
  await dialog.getByLabel('Name').fill('Office laptop');
  await dialog.getByRole('button', { name: 'Create passkey', disabled: false }).click();
  const codes = page.getByRole('dialog', { name: 'Recovery codes' });
  await codes.getByRole('button', { name: 'Download' }).click();
  await codes.getByRole('button', { name: 'Done', disabled: false }).click();
  await page.getByRole('list', { name: 'Second factors' }).getByText('Office laptop').waitFor();

  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await dialog.getByRole('button', { name: 'Create passkey', disabled: false }).click();
  await dialog.getByText('This device already has a passkey for your account.').waitFor();
  await page.keyboard.press('Escape');

  await logOut(page);
  await page.getByLabel('Email').fill(thabo.email);
  await page.getByLabel('Password').fill(thabo.password);
  await page.getByLabel('Password').press('Enter');
  const use = page.getByRole('button', { name: 'Use your passkey' });
  await use.waitFor();
  await expect(use).toBeFocused();
  await use.click();
  await waitForFrame(page);
  await expect.poll(() => new URL(page.url()).pathname).toBe('/home/entries');
  await page.goto(`${url}/home/security`);
  await page.getByText(/^Passkey, added .*, last used /).waitFor();
  expect(consoleErrors).toEqual([]);
});

deepIt('is refused by the browser for a page of another origin', async () => {
  const { page } = await openWindow();
  await plugIn(page);
  const port = new URL(url).port;
  await signIn(page, `http://127.0.0.1:${port}`, demoAttorneys.pieter, '/home/security');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
  await dialog.getByRole('button', { name: 'Create passkey', disabled: false }).click();
  await dialog.getByRole('alert').waitFor();
  await expect(dialog.getByRole('alert')).toHaveText(/Passkeys do not work at this address/, {
    useInnerText: true,
  });
});

deepIt('says at an address in figures why no passkey can be added', async () => {
  const { page } = await signedIn(demoAttorneys.pieter, '/home/security');
  await page.getByText('Passkeys need an address that begins with https').waitFor();
  await expect(page.getByRole('button', { name: 'Add a passkey' })).toBeDisabled();
});
