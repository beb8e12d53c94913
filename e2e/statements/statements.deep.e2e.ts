import { it } from 'vitest';
import { expect } from '../support/expect.ts';
import { demoAttorneys, demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { a11yViolationsInLooks } from '../support/a11y.ts';
import { signedIn, useApp } from '../support/app.ts';
import { useVisit } from '../support/shared-visit.ts';
import { savedFile } from '../support/browser.ts';
import { notices, recordCopies } from '../support/month-end.ts';
import { callApi, closeExport } from '../support/wire.ts';

useApp();
const open = useVisit(demoFirmAdmins.lerato);

it('cancels a ZIP when its page is left, and says so', async () => {
  await recordCopies({ amount: 5, quantity: 1 });
  const page = await open('/home/attorneys/matters');
  await page.getByRole('link', { name: 'Statements', exact: true }).click();
  await page.getByText(/^\d+ statements?, /).waitFor();
  const cancelled: string[] = [];
  page.on('requestfailed', (request) => cancelled.push(request.headers().accept ?? ''));
  // The answer never comes.
  await page.route('**/core/api/statements?*', () => undefined);
  await page.getByRole('button', { name: 'Download ZIP' }).click();
  await page.getByText('Preparing…').waitFor();
  await page.goBack();
  await notices(page)
    .getByText('The download of statements was cancelled. Nothing was saved.')
    .waitFor();
  await expect.poll(() => cancelled).toEqual(['application/zip']);
  await page.unroute('**/core/api/statements?*');
  await page.goForward();
  await page.getByRole('button', { name: 'Download ZIP' }).waitFor();
  await expect(page.getByRole('button', { name: 'Cancel' })).toHaveCount(0);
  const zip = await savedFile(page, page.getByRole('button', { name: 'Download ZIP' }));
  expect(zip.name).toBe('statements.zip');
});

it('shows the quantity of a reversal with the minus of amounts', async () => {
  const { _id } = await recordCopies({ amount: 2, quantity: 3 });
  await closeExport(demoFirmAdmins.lerato);
  await callApi(demoAttorneys.thabo, 'POST', `/entries/${_id}/reversal`, { reason: 'Not ours' });
  const { page, consoleErrors, end } = await signedIn(demoAttorneys.thabo, '/home/entries');
  await page.getByText('· −3 ×').first().waitFor();
  expect(consoleErrors).toEqual([]);
  await end();
});

it('keeps a voucher number that an attorney typed, folded away until there is one', async () => {
  const { page, consoleErrors, end } = await signedIn(demoAttorneys.thabo, '/home/entries');
  await page.getByRole('button', { name: 'Add entry' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Matter' }).fill('NP0001');
  await page.getByRole('option', { name: 'NP0001' }).click();
  await dialog.getByLabel('Disbursement type').selectOption({ label: 'Photocopies' });
  await dialog.getByLabel(/^Unit price/).fill('4');
  await expect(dialog.getByLabel('Voucher number')).toBeHidden();
  await dialog.getByText('Voucher', { exact: true }).click();
  await dialog.getByLabel('Voucher number').fill('INV 77');
  await page.keyboard.press('Enter');
  await page.getByText('voucher INV 77').click();
  await expect(dialog.getByLabel('Voucher number')).toHaveValue('INV 77');
  expect(await a11yViolationsInLooks(page)).toEqual([]);
  expect(consoleErrors).toEqual([]);
  await end();
});
