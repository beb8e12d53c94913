import { it } from 'vitest';
import { demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { recoup, useApp } from '../support/app.ts';
import { launch, signIn } from '../support/browser.ts';
import { expect } from '../support/expect.ts';

useApp();

// Other tests run with the permission, because the headless shell asks for it.
it('copies a key in a whole browser, which asks for no permission', async () => {
  const whole = await launch({ isWhole: true });
  const page = await whole.newPage();
  await signIn(page, recoup.url, demoFirmAdmins.lerato, '/home/attorneys/integrations');
  await page.getByRole('button', { name: 'Make a key' }).click();
  const form = page.getByRole('dialog', { name: 'Make an API key' });
  await form.getByLabel('Name').fill('Copied');
  await form.getByLabel('Read', { exact: true }).check();
  await form.getByRole('button', { name: 'Make key' }).click();
  const shown = page.getByRole('dialog', { name: 'Your API key' });
  const key = await shown.getByLabel('API key').innerText();
  await shown.getByRole('button', { name: 'Copy' }).click();
  await expect(shown.getByRole('button', { name: 'Copied' })).toBeVisible();
  await shown.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Make a key' }).click();
  await form.getByLabel('Name').press('Control+v');
  await expect(form.getByLabel('Name')).toHaveValue(key);
  await whole.close();
});
