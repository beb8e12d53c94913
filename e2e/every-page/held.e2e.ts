import { it } from 'vitest';
import { demoAttorneys, demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { openWindow, recoup, signedIn, useApp } from '../support/app.ts';
import { systemAdmin } from '../support/recoup.ts';
import { expect } from '../support/test.ts';

useApp({ RECOUP_HELD: '1', RECOUP_EGRESS_ALLOW: '127.0.0.0/8' });

const banner = /^This installation is held, as after a restore/;

it('says on the sign-in page that the installation is held', async () => {
  const { page } = await openWindow();
  await page.goto(`${recoup.url}/logon`);
  await expect(page.getByRole('status').filter({ hasText: banner })).toBeVisible();
  await page.goto(`${recoup.url}/api`);
  await expect(page.getByRole('status').filter({ hasText: banner })).toBeVisible();
});

it.each([
  ['a firm admin', demoFirmAdmins.lerato],
  ['an attorney', demoAttorneys.thabo],
  ['the system admin', systemAdmin],
] as const)('says so on the pages of %s', async (_, as) => {
  const { page } = await signedIn(as);
  await expect(page.getByRole('status').filter({ hasText: banner })).toBeVisible();
});

it('says why a test by hand is refused', async () => {
  const { page } = await signedIn(demoFirmAdmins.lerato, '/home/attorneys/integrations');
  await page.getByRole('button', { name: 'Add a webhook' }).click();
  const form = page.getByRole('dialog', { name: 'Add a webhook' });
  await form.getByLabel('Address').fill('https://127.0.0.1:9/hook');
  await form.getByLabel('Export closed').check();
  await form.getByRole('button', { name: 'Add', exact: true }).click();
  const shown = page.getByRole('dialog', { name: 'The secret of the webhook' });
  await shown.getByRole('button', { name: 'Copy', exact: true }).click();
  await shown.getByRole('button', { name: 'Done', exact: true, disabled: false }).click();
  await page.getByRole('button', { name: 'Deliveries to https://127.0.0.1:9/hook' }).click();
  await page.getByRole('button', { name: 'Send a test event' }).click();
  await expect(
    page.getByText(/nothing leaves it, and nothing was done.*npm run resume/),
  ).toBeVisible();
});
