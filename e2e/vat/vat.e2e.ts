import { it } from 'vitest';
import { deepIt, expect } from '../support/test.ts';
import { demoAttorneys, demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { a11yViolationsInLooks, sidewaysScroll } from '../support/a11y.ts';
import { asAdmin, signedIn, useApp, useVisit } from '../support/app.ts';
import { escapeFrom } from '../support/keyboard.ts';
import { recordCopies } from '../support/month-end.ts';
import { systemAdmin } from '../support/recoup.ts';
import { callApi } from '../support/wire.ts';

useApp();
const settings = '/home/attorneys/firm-settings';
const { lerato } = demoFirmAdmins;
const open = useVisit(lerato);

deepIt('shows no VAT to a firm that is no vendor', async () => {
  const page = await open('/home/attorneys/entries');
  await page.getByRole('row').nth(2).waitFor();
  await expect(page.getByText('VAT')).toHaveCount(0);
  await page.goto(new URL('/home/attorneys/overview', page.url()).href);
  await page.getByText('Show as a table').click();
  await expect(page.getByText('VAT')).toHaveCount(0);
  await page.goto(new URL('/home/attorneys/add-disbursement', page.url()).href);
  await page.getByLabel('Narration expected').waitFor();
  await expect(page.getByLabel('VAT')).toHaveCount(0);
});

it('saves what was changed, once, and keeps it', async () => {
  const page = await open(settings);
  const number = page.getByLabel('VAT number');
  const save = page.getByRole('button', { name: 'Save VAT settings' });
  await page.getByLabel('The firm is a VAT vendor').check();
  const hint = page.getByText('Until you enter it, exports and statements show no VAT number.');
  await hint.waitFor();
  await number.fill('512345');
  await hint.waitFor({ state: 'detached' });
  await save.click();
  await page.getByText('Must be ten digits, the first a 4.').waitFor();
  // An administrator elsewhere.
  await callApi(lerato, 'PUT', '/firm-settings', { pricesIncludeVat: true });
  await number.fill('4123 456 789');
  await page.getByText(/^The standard rate is 15 % since /).waitFor();
  expect(await a11yViolationsInLooks(page)).toEqual([]);
  await save.dblclick();
  await page.getByText('VAT settings saved.').waitFor();
  await expect(number).toHaveValue('4123456789');
  await expect(page.getByLabel('Prices include VAT')).toBeChecked();
  await page.getByLabel('Prices include VAT').uncheck();
  // The notice of the first save may still be there.
  const saved = page.waitForResponse((response) => response.request().method() === 'PUT');
  await number.press('Enter');
  await saved;
  await page.reload();
  await number.waitFor();
  await expect(page.getByLabel('Prices include VAT')).not.toBeChecked();
});

it('charges a type as it says, and shows net, VAT and gross of its entries', async () => {
  const vendor = { isVatVendor: true, vatNumber: '4123456789', pricesIncludeVat: false };
  await callApi(lerato, 'PUT', '/firm-settings', vendor);
  await recordCopies({ amount: 10, quantity: 10 });
  const page = await open('/home/attorneys/disbursement-list');
  await page.getByRole('link', { name: 'Edit Photocopies' }).click();
  await page.getByLabel('VAT').selectOption({ label: 'Paid as agent of the client' });
  await page.getByText('no VAT.').waitFor();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Disbursement updated successfully.').waitFor();
  await recordCopies({ amount: 7, quantity: 10 });

  await page.getByRole('link', { name: 'Entries', exact: true }).click();
  const taxed = page.getByRole('row', { name: /R\s100\.00/ }).filter({ hasText: 'VAT R 15.00' });
  await page.getByText(/ net, R\s15\.00 VAT, /).waitFor();
  await expect(page.getByRole('row', { name: /R\s70\.00/ }).getByText('VAT R 0.00')).toBeVisible();
  const before = page.getByRole('row').filter({ hasNotText: 'VAT' });
  await expect.poll(() => before.count()).toBeGreaterThan(1);
  await taxed.getByRole('button').click();
  await page.getByText('Why R 100.00?').click();
  const facts = page.getByLabel('VAT of this entry');
  await facts.getByText('R 115.00').waitFor();
  await expect(facts).toHaveText(/Standard rate\s+Net\s+R\s100.00\s+VAT 15 %\s+R\s15.00/, {
    useInnerText: true,
  });
  expect(await a11yViolationsInLooks(page)).toEqual([]);
  await page.goto(new URL('/home/attorneys/overview', page.url()).href);
  await page.getByText('Show as a table').click();
  await page.getByRole('columnheader', { name: 'Gross' }).waitFor();

  const phone = await signedIn(demoAttorneys.thabo, '/home/entries', { width: 390 });
  await phone.page.getByText('VAT R 15.00').waitFor();
  expect(await sidewaysScroll(phone.page)).toBe(0);
});

deepIt('lets the system admin add a later rate, which firms see before it begins', async () => {
  const { page, consoleErrors, end } = await signedIn(systemAdmin, '/home/vat-rates');
  await page.getByText('15 % from 1 Apr 2018').waitFor();
  const add = page.getByRole('button', { name: 'Add rate' });
  await page.getByLabel('Rate (%)').fill('15,5');
  await page.getByLabel('Valid from').fill('2018-04-01');
  await add.click();
  await page.getByText('Must be after 1 Apr 2018').waitFor();
  expect(await a11yViolationsInLooks(page)).toEqual([]);
  await page.getByLabel('Valid from').fill('2018-04-02');
  await page.getByLabel('Valid from').press('Enter');
  const question = page.getByRole('dialog', { name: 'Add this rate?' });
  await question.getByText('recorded entries keep their rate').waitFor();
  await escapeFrom(question);
  await page.getByLabel('Valid from').fill('2099-04-01');
  // A double press adds nothing: it only asks.
  await add.dblclick();
  await question.getByText('15.5 % from 1 Apr 2099, for all firms.').waitFor();
  expect(await a11yViolationsInLooks(page)).toEqual([]);
  await question.getByRole('button', { name: 'Add for all firms' }).dblclick();
  await page.getByText('Rate added: 15.5 % from 1 Apr 2099.').waitFor();
  await expect(page.getByRole('region', { name: 'Rates' }).getByRole('listitem')).toHaveCount(3);
  await expect(page.getByLabel('Rate (%)')).toHaveValue('');
  expect(consoleErrors).toEqual([]);
  await end();
  const admin = await asAdmin(settings, 390);
  await admin.page.getByText('From 1 Apr 2099 it is 15.5 %.').waitFor();
});
