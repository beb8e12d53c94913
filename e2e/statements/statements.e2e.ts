import { it } from 'vitest';
import { deepIt, expect } from '../support/test.ts';
import { demoAttorneys, demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { a11yViolationsInLooks, sidewaysScroll } from '../support/a11y.ts';
import { signedIn, useApp, useVisit } from '../support/app.ts';
import { notices, savedFile } from '../support/browser.ts';
import { dayIn } from '../support/days.ts';
import { recordCopies } from '../support/month-end.ts';
import { tabTo } from '../support/keyboard.ts';
import { callApi, closeExport, readData } from '../support/wire.ts';

useApp();
const open = useVisit(demoFirmAdmins.lerato);

it('shows the statement of a matter, and saves it as PDF and XLSX', async () => {
  await recordCopies({ amount: 12.5, quantity: 3 });
  const page = await open('/home/attorneys/entries');
  const row = page.getByRole('row', { name: /R\s37\.50/ }).first();
  const number = /^\S+/.exec(await row.getByRole('cell').nth(2).innerText())?.[0] ?? '';
  await page.goto(new URL(`/home/attorneys/matters?search=${number}`, page.url()).href);
  await page.getByRole('row', { name: number }).waitFor();
  await tabTo(page, `Actions on ${number}`);
  await page.keyboard.press('Enter');
  await tabTo(page, `Statement of ${number}`);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: `Statement of ${number}` }).waitFor();
  const costs = page.getByRole('region', { name: 'Costs recovered' });
  await expect(costs.getByRole('row', { name: /Photocopies/ }).first()).toBeVisible();
  await page.getByText(/^Total R\s/).waitFor();
  await expect(page.getByText('VAT')).toHaveCount(0);
  const pdf = await savedFile(page, page.getByRole('button', { name: 'Download PDF' }));
  expect([pdf.name, pdf.text.slice(0, 5)]).toEqual([
    expect.stringMatching(/^statement-.*\.pdf$/),
    '%PDF-',
  ]);
  await page.getByLabel('For').selectOption({ label: 'Taxation' });
  await costs.getByRole('columnheader', { name: 'Taxed off' }).waitFor();
  expect(await a11yViolationsInLooks(page)).toEqual([]);
  const xlsx = await savedFile(page, page.getByRole('button', { name: 'Download XLSX' }));
  expect([xlsx.name, xlsx.text.slice(0, 2)]).toEqual([
    expect.stringMatching(/^statement-.*\.xlsx$/),
    'PK',
  ]);
  const month = dayIn(0).slice(0, 7);
  const requested = page.waitForRequest((request) =>
    request.url().includes(`/statement?from=${month}-01&to=${month}-`),
  );
  await page.getByLabel('Period').selectOption({ label: 'This month' });
  await requested;
  await page.waitForURL(/period=this-month/);
  await page.getByLabel('Period').selectOption({ label: 'From … to …' });
  const from = page.getByLabel('From', { exact: true });
  await expect(from).toHaveValue(`${month}-01`);
  await from.fill('');
  await page.getByLabel('To', { exact: true }).fill('');
  await from.fill('2099-01-01');
  await page.getByText('Nothing was recorded on this matter in this period.').waitFor();
  await page.getByLabel('To', { exact: true }).fill('2098-01-01');
  await page.getByText('The period ends before it begins.').waitFor();
  expect(await page.getByText('Loading…').count()).toBe(0);
  for (const kind of ['PDF', 'XLSX'])
    await expect(page.getByRole('button', { name: `Download ${kind}` })).toBeDisabled();
  await page.goBack();
  await page.getByText('The period ends before it begins.').waitFor({ state: 'hidden' });
  expect(await sidewaysScroll(page)).toBe(0);
});

deepIt('saves the statements of a client in one ZIP, and says when there are none', async () => {
  await recordCopies({ amount: 5, quantity: 1 });
  const page = await open('/home/attorneys/matters');
  await page.getByRole('link', { name: 'Statements', exact: true }).click();
  const button = page.getByRole('button', { name: 'Download ZIP' });
  await page.getByText(/^\d+ statements?, /).waitFor();
  expect(await a11yViolationsInLooks(page)).toEqual([]);
  const { client } = await recordedMatter();
  const part = client.slice(0, -2);
  const clientField = page.getByLabel('Whole name of a client, or empty');
  await clientField.fill(part);
  await page
    .getByText(`No matter of a client named “${part}” has entries in this period.`)
    .waitFor();
  await expect(button).toBeDisabled();
  // The browser draws the suggestions outside the page.
  await expect.poll(() => page.locator('datalist option').allTextContents()).toContain(client);
  await clientField.fill(client);
  await page.getByText(/^\d+ statements?, /).waitFor();
  const zip = await savedFile(page, button);
  expect([zip.name, zip.text.slice(0, 2)]).toEqual(['statements.zip', 'PK']);
  expect(zip.text).toContain('statement-');
  await page.getByText(/^Saved statements\.zip with \d+ statements?\.$/).waitFor();
});

deepIt('cancels a ZIP when its page is left, and says so', async () => {
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
  // Beside what the page itself was requesting.
  await expect.poll(() => cancelled).toContain('application/zip');
  await page.unroute('**/core/api/statements?*');
  await page.goForward();
  await page.getByRole('button', { name: 'Download ZIP' }).waitFor();
  await expect(page.getByRole('button', { name: 'Cancel' })).toHaveCount(0);
  const zip = await savedFile(page, page.getByRole('button', { name: 'Download ZIP' }));
  expect(zip.name).toBe('statements.zip');
});

deepIt('shows the quantity of a reversal with the minus of amounts', async () => {
  const { _id } = await recordCopies({ amount: 2, quantity: 3 });
  await closeExport(demoFirmAdmins.lerato);
  await callApi(demoAttorneys.thabo, 'POST', `/entries/${_id}/reversal`, { reason: 'Not ours' });
  const { page, consoleErrors } = await signedIn(demoAttorneys.thabo, '/home/entries');
  await page.getByText('· −3 ×').first().waitFor();
  expect(consoleErrors).toEqual([]);
});

deepIt('keeps a voucher number an attorney typed, folded away until there is one', async () => {
  const { page, consoleErrors } = await signedIn(demoAttorneys.thabo, '/home/entries');
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
});

/** The matter of the last entry. */
async function recordedMatter(): Promise<{ client: string }> {
  const data = await readData<{ matter: { client: string } }[]>(
    demoAttorneys.thabo,
    '/entries?page=1&itemsPerPage=1',
  );
  expect(data[0]?.matter.client.length).toBeGreaterThan(4);
  return data[0]?.matter ?? { client: '' };
}
