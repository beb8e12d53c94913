import { it } from 'vitest';
import { expect } from '../support/expect.ts';
import { demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { signedIn, useApp } from '../support/app.ts';
import { addApp, waitForHome } from '../support/second-factor.ts';

useApp();
const settings = '/home/attorneys/firm-settings';

it('leads a session there that began before the policy', async () => {
  const before = await signedIn(demoFirmAdmins.chantal, settings);
  const panel = before.page.getByRole('region', { name: 'Second factor' });
  await panel.getByLabel('Firm admins').check();
  await panel.getByRole('button', { name: 'Save second factor' }).click();
  await before.page.getByText(/^Saved: required of firm admins/).waitFor();
  await before.page.getByRole('link', { name: 'Entries' }).click();
  await before.page.waitForURL('**/home/security');
  await addApp(before.page);
  await waitForHome(before.page);
  await before.page.waitForURL('**/home/attorneys/attorney-list');
  expect(before.consoleErrors).toEqual([]);
  await before.end();
});
