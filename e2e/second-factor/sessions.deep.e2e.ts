import { it } from 'vitest';
import { expect } from '../support/expect.ts';
import { demoAttorneys, demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { signedIn, useApp } from '../support/app.ts';

useApp();
const { thabo } = demoAttorneys;
const security = '/home/security';

it('lets a firm admin sign an attorney out everywhere', async () => {
  const attorney = await signedIn(thabo, security);
  const { page, end } = await signedIn(demoFirmAdmins.lerato);
  await page.getByRole('link', { name: `Edit ${thabo.name}` }).click();
  await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  const dialog = page.getByRole('dialog', { name: `Sign ${thabo.name} out everywhere?` });
  await dialog.getByRole('button', { name: 'Sign out', disabled: false }).click();
  await page.getByText(/^Thabo Mokoena is signed out everywhere/).waitFor();
  await attorney.page.reload();
  await attorney.page.getByText('Your session has ended. Please sign in again.').waitFor();
  expect(attorney.consoleErrors).toEqual([]);
  await attorney.end();
  await end();
});
