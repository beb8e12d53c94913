import { beforeAll, it } from 'vitest';
import type { Page } from 'playwright-core';
import { demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { a11yViolationsInLooks } from '../support/a11y.ts';
import { recoup, signedIn, useApp } from '../support/app.ts';
import { deepIt, expect } from '../support/test.ts';
import { pdf } from '../support/voucher-files.ts';
import { callApi, readData } from '../support/wire.ts';

useApp();
let page: Page;
let consoleErrors: readonly string[];

const { lerato } = demoFirmAdmins;
const sheriff = 'Sheriff Pretoria';

beforeAll(async () => {
  ({ page, consoleErrors } = await signedIn(lerato, '/home/attorneys/accounts'));
});

const go = async (place: string) => page.goto(recoup.url + place);

/** The supplier, which the first one who asks adds. */
async function sheriffId(): Promise<string> {
  type Supplier = { _id: string; name: string };
  const found = (await readData<Supplier[]>(lerato, '/suppliers')).find(
    ({ name }) => name === sheriff,
  );
  if (found) return found._id;
  const body = { name: sheriff, code: 'SHE002' };
  return (await callApi<{ data: Supplier }>(lerato, 'POST', '/suppliers', body)).data._id;
}

/** Records an account with lines of R 100.00 on NP0001, and opens it. */
async function openAccount(number: string, lineCount = 1): Promise<void> {
  const [[matter], types] = await Promise.all([
    readData<{ _id: string }[]>(lerato, '/matters?search=NP0001&page=1&itemsPerPage=5'),
    readData<{ _id: string; title: string }[]>(lerato, '/disbursements'),
  ]);
  const type = types.find(({ title }) => title === 'Sheriff’s fee');
  const line = { matter: matter?._id, disbursementType: type?._id, amount: 100 };
  const supplier = await sheriffId();
  const lines = Array.from({ length: lineCount }, () => line);
  const body = { supplier, number, date: '2026-01-05', total: 100 * lineCount, lines };
  await callApi(lerato, 'POST', '/supplier-accounts', body);
  await go(`/home/attorneys/accounts?search=${number}`);
  await page.getByRole('link', { name: number, exact: true }).click();
  await expect(page.getByRole('heading', { name: `Account ${number}` })).toBeVisible();
}

const field = (label: string) => page.getByLabel(label, { exact: true });
const keys = async (...names: readonly string[]) => {
  for (const name of names) await page.keyboard.press(name);
};
const type = (text: string) => page.keyboard.type(text);
const record = () => page.getByRole('button', { name: 'Record account' });

it('adds a supplier by keyboard', async () => {
  await page.getByRole('link', { name: 'Suppliers', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Suppliers' }).waitFor();
  await keys('n');
  await page.getByRole('dialog', { name: 'Add a supplier' }).waitFor();
  await type('Sheriff Soweto');
  await keys('Tab');
  await type('SHE001');
  await keys('Enter');
  await expect(page.getByText('Code SHE001')).toBeVisible();
  expect(await a11yViolationsInLooks(page)).toEqual([]);
});

it('offers a supplier that a colleague adds while the account is typed', async () => {
  await go('/home/attorneys/accounts');
  await page.getByRole('link', { name: 'Add account' }).click();
  await page.getByRole('heading', { level: 1, name: 'Add account' }).waitFor();
  const choice = page.getByLabel('Supplier').first();
  await expect(choice.getByRole('option')).not.toHaveCount(1);
  await callApi(lerato, 'POST', '/suppliers', { name: 'Counsel Added Elsewhere' });
  await page.getByLabel('Number').first().fill('1');
  await expect(choice).not.toContainText('Counsel Added Elsewhere');
  await choice.focus();
  await choice.selectOption({ label: 'Counsel Added Elsewhere' });
  await page.getByLabel('Number').first().fill('');
});

it('covers no line with its foot on a low screen', async () => {
  const { page: low } = await signedIn(lerato, '/home/attorneys/add-account', { width: 1366 });
  await low.setViewportSize({ width: 1366, height: 625 });
  const top = async () =>
    (await low.getByRole('button', { name: 'Record account' }).locator('..').boundingBox())?.y ?? 0;
  const bottom = async (line: number) => {
    const box = await low.getByLabel(`Matter of line ${line}`).boundingBox();
    return (box?.y ?? Infinity) + (box?.height ?? 0);
  };
  await low.getByLabel('Matter of line 1').waitFor();
  expect(await bottom(1)).toBeLessThanOrEqual(await top());
  for (let line = 2; line <= 12; line += 1) {
    await low.getByRole('button', { name: 'Add line' }).press('Enter');
    await expect(low.getByLabel(`Matter of line ${line}`)).toBeFocused();
    expect(await bottom(line)).toBeLessThanOrEqual(await top());
  }
});

it('records an account by keyboard alone', async () => {
  await sheriffId();
  await go('/home/attorneys/accounts');
  await page.getByRole('link', { name: 'Add account' }).click();
  await page.getByRole('heading', { level: 1, name: 'Add account' }).waitFor();
  await page.getByLabel('Supplier').first().selectOption({ label: sheriff });
  await page.getByLabel('Number').first().fill('INV 4711');
  await page.getByLabel('Date').first().fill('2026-01-05');
  await page.getByLabel('Total with VAT').first().fill('160');
  await field('Matter of line 1').focus();
  await type('NP0001');
  await keys('Tab');
  await type('100');
  await keys('Tab');
  await field('Type of line 1').selectOption({ label: 'Sheriff’s fee' });
  await keys('Tab');
  await type('Service');
  await keys('Enter');
  // The next line has the type of the last.
  await expect(field('Matter of line 2')).toBeFocused();
  await type('NP0002');
  await keys('Enter');
  await type('57,50');
  await keys('Enter', 'Enter');
  await expect(record()).toBeFocused();
  await expect(page.getByRole('status').filter({ hasText: 'missing' })).toContainText(
    /2 lines, R.157\.50 of R.160\.00: R.2\.50 is missing\./,
  );
  await keys('Enter');
  await page.getByText(/2\.50 less than the total/).waitFor();
  expect(await a11yViolationsInLooks(page)).toEqual([]);
  // Nothing that was typed is lost.
  await expect(field('Amount of line 2')).toHaveValue('57,50');
  await page.getByLabel('Total with VAT').first().fill('157.50');
  await record().click();
  await expect(page.getByRole('heading', { name: 'Account INV 4711' })).toBeVisible();
  const lines = page.getByRole('region', { name: 'Lines of the account' });
  await expect(lines.getByRole('button', { name: /^NP/ })).toHaveCount(2);
  expect(await a11yViolationsInLooks(page)).toEqual([]);
});

it('leads a line to its entry, and marks the account as paid', async () => {
  await openAccount('PAID 1');
  await page.getByRole('button', { name: 'NP0001' }).click();
  const entry = page.getByRole('dialog', { name: 'Sheriff’s fee on NP0001' });
  await entry.getByText(/^Line 1 of account PAID 1 of Sheriff Pretoria/).waitFor();
  await expect(entry.getByRole('button', { name: 'Delete' })).toHaveCount(0);
  await keys('Escape');
  await page.getByRole('button', { name: 'Mark as paid' }).click();
  await page.getByLabel('Paid on').fill('2026-01-06');
  const confirm = page.getByRole('dialog').getByRole('button', { name: 'Mark as paid' });
  await expect(confirm).not.toHaveAttribute('aria-disabled');
  await keys('Enter');
  await expect(page.getByRole('button', { name: 'Mark as not paid' })).toBeVisible();
});

it('pastes lines, names what is wrong with them, and leads to an account typed twice', async () => {
  await openAccount('TWICE 1');
  await go('/home/attorneys/add-account');
  await page.getByLabel('Supplier').first().selectOption({ label: sheriff });
  await page.getByLabel('Number').first().fill('twice1');
  await page.getByLabel('Date').first().fill('2026-01-05');
  await page.getByLabel('Total with VAT').first().fill('30');
  await field('Type of line 1').selectOption({ label: 'Sheriff’s fee' });
  await field('Matter of line 1').evaluate((input) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', 'NP0001\t10\tService\nNP9999\t10\nNP0003\tx\n');
    input.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    );
  });
  await expect(field('Narration of line 1')).toHaveValue('Service');
  await record().click();
  await page.getByText('There is no matter NP9999.').waitFor();
  await expect(field('Matter of line 2')).toBeFocused();
  await field('Matter of line 2').fill('NP0002');
  await field('Amount of line 3').fill('10');
  await record().click();
  await page.getByRole('link', { name: 'Open it' }).waitFor();
  await page.getByLabel('Number').first().fill('ONCE 2');
  await record().click();
  await expect(page.getByRole('heading', { name: 'Account ONCE 2' })).toBeVisible();
});

type Found = { data: object[] };
const foundMatters = '**/core/api/matters?search=*';

/** Types two numbers. The matters come, changed, when the returned function is called. */
async function typeNumbers(change = (matter: object) => matter): Promise<() => void> {
  await go('/home/attorneys/add-account');
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(foundMatters, async (route) => {
    const response = await route.fetch();
    const { data, ...rest } = (await response.json()) as Found; // by the contract
    await released;
    await route.fulfill({ response, json: { ...rest, data: data.map(change) } });
  });
  for (const [at, number] of ['NP0003', 'NP9999'].entries()) {
    await page.getByRole('button', { name: 'Add line' }).click();
    await field(`Matter of line ${at + 1}`).fill(number);
  }
  return release;
}

it('moves no button when the names of matters come', async () => {
  const release = await typeNumbers();
  const before = await record().boundingBox();
  release();
  await page.getByText('There is no matter NP9999.').waitFor();
  await page.getByText('Trust deed amendment').waitFor();
  expect(await record().boundingBox()).toEqual(before);
  await page.unroute(foundMatters);
});

it('takes a press on a button that moves before it is released', async () => {
  const size = page.viewportSize();
  // As high as the whole form: on a lower screen its foot stays at the bottom.
  await page.setViewportSize({ width: 1366, height: 1600 });
  const release = await typeNumbers((matter) => ({ ...matter, attorney: null }));
  await record().hover();
  const before = await record().boundingBox();
  await page.mouse.down();
  release();
  await field('Attorney of line 1').waitFor();
  expect((await record().boundingBox())?.y).toBeGreaterThan((before?.y ?? 0) + 30);
  await page.mouse.up();
  await expect(page.getByText('Please correct the marked fields.')).toBeVisible();
  if (size) await page.setViewportSize(size);
  await page.unroute(foundMatters);
});

deepIt('keeps filters and columns of the list in a saved view', async () => {
  await page.setViewportSize({ width: 1366, height: 768 });
  await openAccount('VIEWED 1');
  await go('/home/attorneys/accounts?isPaid=false');
  const heads = page.getByRole('table', { name: 'Accounts' }).getByRole('columnheader');
  await page.getByRole('button', { name: 'Columns', exact: true }).click();
  await page.getByRole('dialog', { name: 'Columns' }).getByLabel('Lines').uncheck();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(heads).toHaveText(['Account', 'Supplier', 'Date', 'Total', 'Paid']);
  await page.getByRole('button', { name: 'Views', exact: true }).click();
  await page.getByLabel('Save what the list shows as').fill('To pay');
  await keys('Enter');
  await page.getByText('View “To pay” saved.').waitFor();
  await go('/home/attorneys/accounts');
  await page.getByLabel('View', { exact: true }).selectOption('To pay');
  await page.waitForURL(/isPaid=false/);
  expect(await a11yViolationsInLooks(page)).toEqual([]);
});

deepIt('splits a total, and takes an account back by a credit note', async () => {
  await openAccount('CREDITED 1', 2);
  await page.getByRole('link', { name: 'Credit note' }).click();
  await expect(
    page.getByRole('heading', { name: 'Credit note of account CREDITED 1' }),
  ).toBeVisible();
  await page.getByLabel('Number').first().fill('CN 1');
  await page.getByLabel('Date').first().fill('2026-01-06');
  await field('Amounts').selectOption({ label: 'Shares by weight' });
  await page.getByLabel('Total with VAT').first().fill('10');
  await field('Weight of line 1').fill('3');
  await page.getByText(/^R.7\.50$/).waitFor();
  await record().click();
  await expect(page.getByRole('heading', { name: 'Credit note CN 1' })).toBeVisible();
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByLabel('Reason').fill('Came twice');
  await keys('Enter');
  await expect(page.getByRole('link', { name: 'CREDITED 1' })).toBeVisible();
});

it('writes nothing to the console', () => {
  const expected = /status of 4(?:00|09|22)/;
  expect(consoleErrors.filter((line) => !expected.test(line))).toEqual([]);
});

it('records an account beside its PDF, of which a line shows the pages that it names', async () => {
  await sheriffId();
  await page.setViewportSize({ width: 1366, height: 768 });
  await go('/home/attorneys/add-account');
  await page.getByLabel('The account’s PDF or photo').setInputFiles({
    name: 'Sheriff.pdf',
    mimeType: 'application/pdf',
    buffer: pdf,
  });
  await expect(page.locator('iframe[title="The account"]')).toBeVisible();
  await page.getByLabel('Supplier').first().selectOption({ label: sheriff });
  await page.getByLabel('Number').first().fill('INV 4790');
  await page.getByLabel('Date').first().fill('2026-01-05');
  await page.getByLabel('Total with VAT').first().fill('70');
  await field('Matter of line 1').fill('NP0001');
  await field('Type of line 1').selectOption({ label: 'Sheriff’s fee' });
  await field('Amount of line 1').fill('70');
  await field('Pages of line 1').fill('one');
  await record().click();
  await expect(page.getByText('Must be pages such as 2-3,5.')).toBeVisible();
  await field('Pages of line 1').fill('1');
  expect(await a11yViolationsInLooks(page)).toEqual([]);
  await record().click();

  await expect(page.getByRole('heading', { name: 'Account INV 4790' })).toBeVisible();
  const vouchers = page.getByRole('list', { name: 'Vouchers' });
  await expect(vouchers.getByText('PDF, 1 page,')).toBeVisible();
  await page.getByRole('button', { name: 'NP0001', exact: true }).click();
  const entry = page.getByRole('dialog');
  await entry.getByText('1 voucher', { exact: true }).click();
  await expect(entry.getByText('page 1 of the supplier’s account')).toBeVisible();
  await expect(entry.getByRole('button', { name: 'Remove: Sheriff.pdf' })).toHaveCount(0);
});
