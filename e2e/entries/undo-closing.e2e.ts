import { expect, it } from 'vitest';
import { demoAttorneys, demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { signedIn, useApp } from '../support/app.ts';
import { countRecorded, undo } from '../support/undo.ts';
import { recordCall } from '../support/wire.ts';

useApp();

const { thabo } = demoAttorneys;
const { lerato } = demoFirmAdmins;
const entries = '/home/attorneys/entries';

it('asks a firm admin for the reason first, and deletes before a closing counts', async () => {
  await recordCall(thabo, 'By the admin');
  const { page, end } = await signedIn(lerato, `${entries}?search=By+the+admin`);
  const row = page.getByRole('row', { name: /Call/ });
  await row.getByRole('button').click();
  const dialog = page.getByRole('dialog', { name: /^Call on / });
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await dialog.getByText('Enter a reason.').waitFor();
  await dialog.getByLabel('Reason').fill('Recorded twice');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await row.waitFor({ state: 'detached' });
  expect(await countRecorded(lerato, 'By the admin')).toBe(1);
  // The notice comes along to another page.
  await page.getByRole('link', { name: 'Import / Export' }).click();
  await undo(page).waitFor();
  await page.getByRole('button', { name: 'Close and export' }).click();
  await page.getByRole('dialog', { name: 'Close and export' }).waitFor();
  await expect.poll(() => countRecorded(lerato, 'By the admin')).toBe(0);
  await undo(page).waitFor({ state: 'detached' });
  await end();
});
