import { it } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { expect } from '../support/test.ts';
import { demoAttorneys, demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { useApp, useVisit } from '../support/app.ts';
import { savedFile } from '../support/browser.ts';
import { countRecorded, undo } from '../support/undo.ts';
import { recordCall } from '../support/wire.ts';

useApp();

const { thabo } = demoAttorneys;
const { lerato } = demoFirmAdmins;
const open = useVisit(lerato);
const entries = '/home/attorneys/entries';

const rowOf = (page: Page) => page.getByRole('row', { name: /Call/ });

async function openFirst(page: Page): Promise<Locator> {
  await rowOf(page).getByRole('button').first().click();
  return page.getByRole('dialog', { name: /^Call on / });
}

it('deletes before the list is written into a file', async () => {
  await recordCall(thabo, 'In no file');
  const page = await open(`${entries}?search=In+no+file`);
  const dialog = await openFirst(page);
  await dialog.getByLabel('Reason').fill('Recorded twice');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await rowOf(page).waitFor({ state: 'detached' });
  const { text } = await savedFile(page, page.getByRole('button', { name: 'Download CSV' }));
  expect(text).not.toContain('In no file');
  await undo(page).waitFor({ state: 'detached' });
});

it('asks a firm admin for the reason first, and deletes before a closing counts', async () => {
  await recordCall(thabo, 'By the admin');
  const page = await open(`${entries}?search=By+the+admin`);
  const row = rowOf(page);
  const dialog = await openFirst(page);
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
});
