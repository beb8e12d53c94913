import { afterAll, beforeAll, it } from 'vitest';
import { expect } from '../support/expect.ts';
import { demoAttorneys } from '../../apps/server/src/seeds/demo-people.ts';
import { browser, recoup, useApp } from '../support/app.ts';
import { signIn, visit } from '../support/browser.ts';
import { startDemo } from '../support/demo.ts';
import { freePort, plugIn } from '../support/passkeys.ts';
import type { StartedRecoup } from '../support/recoup.ts';

useApp();

let named: StartedRecoup;
let url = '';
beforeAll(async () => {
  const port = await freePort();
  named = await startDemo({ port });
  url = `http://localhost:${port}`;
});
afterAll(async () => named.stop());

it('is refused by the browser for a page of another origin', async () => {
  const { page, end } = await visit(browser);
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
  await end();
});

it('says at an address in figures why no passkey can be added', async () => {
  const { page, end } = await visit(browser);
  await signIn(page, recoup.url, demoAttorneys.pieter, '/home/security');
  await page.getByText('Passkeys need an address that begins with https').waitFor();
  await expect(page.getByRole('button', { name: 'Add a passkey' })).toBeDisabled();
  await end();
});
