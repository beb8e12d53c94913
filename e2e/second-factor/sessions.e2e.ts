import { it } from 'vitest';
import { demoAttorneys, demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { logon, signedIn, useApp } from '../support/app.ts';
import { deepIt, expect } from '../support/test.ts';

useApp();
const { thabo } = demoAttorneys;
const security = '/home/security';

it('lists the own sign-ins, and ends one or all others', async () => {
  const other = await signedIn(thabo, security);
  const { page } = await signedIn(thabo, security);
  const list = page.getByRole('list', { name: 'Sign-ins' });
  await list.getByText('This one').waitFor();
  await expect(list.getByRole('listitem')).toHaveCount(2);
  await list
    .getByRole('button', { name: /^Sign out: / })
    .first()
    .click();
  await page.getByText('Signed out of 1 sign-in.').waitFor();
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await other.page.reload();
  await other.page.waitForURL('**/home/unauthorized');
  await other.page.getByText('Your session has ended. Please sign in again.').waitFor();
  await other.end();
  await logon(thabo);
  await logon(thabo);
  await page.reload();
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await page.getByText('Signed out of 2 sign-ins.').waitFor();
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Sign out everywhere else' })).toHaveCount(0);
});

deepIt('lets a firm admin sign an attorney out everywhere', async () => {
  const attorney = await signedIn(thabo, security);
  const { page } = await signedIn(demoFirmAdmins.lerato);
  await page.getByRole('link', { name: `Edit ${thabo.name}` }).click();
  await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  const dialog = page.getByRole('dialog', { name: `Sign ${thabo.name} out everywhere?` });
  await dialog.getByRole('button', { name: 'Sign out', disabled: false }).click();
  await page.getByText(/^Thabo Mokoena is signed out everywhere/).waitFor();
  await attorney.page.reload();
  await attorney.page.getByText('Your session has ended. Please sign in again.').waitFor();
  expect(attorney.consoleErrors).toEqual([]);
});
