import { firmCalls } from '@recoup/contract/firms';
import { apiRoot } from '@recoup/contract/route';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoFirmAdmins, demoFirms } from '../apps/server/src/seeds/demo-people.ts';
import { accessibilityFaults, launch, sidewaysScroll, signIn, visit } from './browser.ts';
import { realJpeg } from './fixtures/real-jpeg.ts';
import { type Recoup, startRecoup, systemAdmin } from './recoup.ts';

let recoup: Recoup;
let browser: Browser;

beforeAll(async () => {
  [recoup, browser] = await Promise.all([startRecoup(), launch()]);
});

afterAll(async () => {
  await browser.close();
  await recoup.stop();
});

const save = async (page: Page) => page.getByRole('button', { name: 'Save' }).click();
const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });
const jpeg = (name = 'letterhead.jpg') => ({ name, mimeType: 'image/jpeg', buffer: realJpeg });

/** A page of the system administrator at this address. */
async function asSystemAdmin(path: string, window: { width?: number; colorScheme?: 'light' | 'dark' } = {}) {
  const visited = await visit(browser, window);
  await signIn(visited.page, recoup.url, systemAdmin);
  await visited.page.goto(`${recoup.url}${path}`);
  return visited;
}

/** The same call that the page makes, with the page's own session. */
async function call(page: Page, method: string, path: string, body?: object): Promise<{ status: number; text: string }> {
  return page.evaluate(
    async ([address, verb, payload]) => {
      const reply = await fetch(address, {
        method: verb,
        headers: {
          authorization: `Bearer ${sessionStorage.getItem('token')}`,
          'content-type': 'application/json',
          'x-xsrf-token': /XSRF-TOKEN=(\w+)/.exec(document.cookie)?.[1] ?? '',
        },
        ...(payload !== '' && { body: payload }),
      });
      return { status: reply.status, text: await reply.text() };
    },
    [`${apiRoot}${path}`, method, body === undefined ? '' : JSON.stringify(body)] as const,
  );
}

test('the system admin creates a firm with a logo, gives it an admin, replaces and edits both', async () => {
  const { page, complaints, end } = await asSystemAdmin('/home/firms');
  await page.getByRole('link', { name: 'Add Firm' }).click();
  await page.getByRole('heading', { name: 'Add Attorney Firm' }).waitFor();
  await page.getByLabel('Firm Name').fill('Khumalo & Daughters Incorporated');
  await page.getByLabel('Logo').setInputFiles(jpeg());
  await page.getByRole('img', { name: 'Picked logo' }).waitFor();
  await page.getByLabel('Domain 1').fill('Khumalo.co.za');
  await page.getByLabel('Domain 2').fill('khumalo.africa');
  expect(await accessibilityFaults(page)).toEqual([]);
  await save(page);
  await page.getByRole('status').filter({ hasText: 'Firm Added Successfully!' }).waitFor();
  const created = row(page, 'Khumalo & Daughters');
  expect(await created.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(1);

  await created.getByRole('link', { name: /Add Attorney Admin/ }).click();
  await page.getByRole('heading', { name: 'Add Attorney Admin' }).waitFor();
  expect(await page.getByLabel('Firm').isDisabled()).toBe(true);
  expect(await page.getByLabel('Active', { exact: true }).isChecked()).toBe(true);
  expect(await page.getByLabel('Blocked').isDisabled()).toBe(true);
  await page.getByLabel('Email').fill('zola.khumalo@khumalo.africa');
  await page.getByLabel('Cell').fill('+27 82 555 0150');
  expect(await accessibilityFaults(page)).toEqual([]);
  await save(page);
  await page.getByRole('status').filter({ hasText: 'Attorney Administrator added Successfully!' }).waitFor();
  await created.getByRole('link', { name: /zola.khumalo@khumalo.africa/ }).click();

  await page.getByRole('button', { name: 'Replace by another person' }).click();
  await page.getByText('the account of zola.khumalo@khumalo.africa becomes inactive').waitFor();
  await page.getByLabel('Email').fill('sizwe@khumalo.co.za');
  await page.getByLabel('Cell').fill('0825550151');
  expect(await accessibilityFaults(page)).toEqual([]);
  await save(page);
  await created.getByRole('link', { name: /sizwe@khumalo.co.za/ }).click();
  await page.getByRole('heading', { name: 'Update Attorney Admin' }).waitFor();
  await page.getByLabel('Inactive').check();
  await save(page);
  await created.getByText('Inactive').waitFor();

  await created.getByRole('link', { name: 'Edit Khumalo & Daughters Incorporated' }).click();
  await page.getByRole('heading', { name: 'Edit Attorney Firm' }).waitFor();
  await page.getByRole('img', { name: 'Present logo' }).waitFor();
  await page.getByLabel('Firm Name').fill('Khumalo Incorporated');
  await save(page);
  await page.getByRole('status').filter({ hasText: 'Firm Updated Successfully!' }).waitFor();
  await row(page, 'Khumalo Incorporated').locator('img').waitFor();
  expect(complaints).toEqual([]);
  await end();
});

test('a save that failed between the two calls is saved again and makes one admin', async () => {
  const { page, end } = await asSystemAdmin('/home/firms');
  await call(page, 'POST', '/firms', { name: 'Half Way Attorneys', domains: ['halfway.co.za'] });
  await page.reload();
  await row(page, 'Half Way')
    .getByRole('link', { name: /Add Attorney Admin/ })
    .click();
  await page.getByLabel('Email').fill('admin@halfway.co.za');
  await page.getByLabel('Cell').fill('0825550160');
  let failures = 0;
  await page.route(`**${firmCalls.updateFirm.path.replace('{id}', '*')}`, async (route) => {
    if (route.request().method() !== 'PUT' || failures > 0) return route.continue();
    failures += 1;
    return route.abort();
  });
  await save(page);
  await page.getByRole('alert').filter({ hasText: 'The service cannot be reached.' }).waitFor();
  await save(page);
  await page.getByRole('status').filter({ hasText: 'Attorney Administrator added Successfully!' }).waitFor();
  expect(failures).toBe(1);
  await row(page, 'Half Way').getByText('admin@halfway.co.za').waitFor();
  await end();
});

test('the firm form says what is wrong, in the page as over the wire', async () => {
  const { page, end } = await asSystemAdmin('/home/add-firm');
  const wrong = [
    { field: 'Firm Name', typed: '', body: { name: '' }, message: 'Firm name is required' },
    { field: 'Firm Name', typed: 'Four', body: { name: 'Four' }, message: 'Name must be at least 5 characters long.' },
    {
      field: 'Firm Name',
      typed: 'x'.repeat(101),
      body: { name: 'x'.repeat(101) },
      message: 'Name must not be more than 100 characters long.',
    },
    { field: 'Domain 1', typed: '', body: { domains: [''] }, message: 'Domain is required' },
    { field: 'Domain 1', typed: 'co.za', body: { domains: ['co.za'] }, message: 'Invalid Domain' },
    {
      field: 'Domain 2',
      typed: 'no domain',
      body: { domains: ['a.co.za', 'no domain'] },
      message: 'Please enter valid domain (for ex: lawfirm.co.za)',
    },
    { field: 'Domain 3', typed: 'gmail.com', body: { domains: ['a.co.za', '', 'gmail.com'] }, message: 'gmail.com is open to everybody' },
  ];
  for (const { field, typed, body, message } of wrong) {
    await page.getByLabel(field).fill(typed);
    await save(page);
    await page.getByText(message).waitFor();
    const reply = await call(page, 'POST', '/firms', { name: 'Good Name', domains: ['good.co.za'], ...body });
    expect([reply.status, reply.text]).toEqual([400, expect.stringContaining(message)]);
  }
  await page.getByLabel('Logo').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from('PNG') });
  await page.getByText('“logo.png” is not a .jpg or .jpeg file.').waitFor();
  await page.getByLabel('Firm Name').fill('Good Name');
  await page.getByLabel('Domain 1').fill(demoFirms.nkosi.domains[0]);
  await page.getByLabel('Domain 2').fill('');
  await page.getByLabel('Domain 3').fill('');
  await page
    .getByLabel('Logo')
    .setInputFiles({ name: 'page.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('<script>alert(1)</script>') });
  await save(page);
  await page.getByText('This file is not one, or it is damaged.').first().waitFor();
  await page.getByLabel('Logo').setInputFiles(jpeg('again.JPEG'));
  await save(page);
  await page.getByText(`The domain ${demoFirms.nkosi.domains[0]} belongs to another firm already.`).first().waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await end();
});

test('the admin form says what is wrong, in the page as over the wire', async () => {
  const { page, end } = await asSystemAdmin('/home/firms');
  const { text } = await call(page, 'POST', '/firms', { name: 'Careful Attorneys', domains: ['careful.co.za'] });
  const firm: string = JSON.parse(text).data._id;
  await page.goto(`${recoup.url}/home/add-attorney-admin?firmId=${firm}`);
  const good = { role: 1, firm, email: 'a@careful.co.za', cell: '0825550170', status: 2 };
  const wrong = [
    { field: 'Email', typed: '', body: { email: '' }, message: 'Email is required' },
    { field: 'Email', typed: 'nobody', body: { email: 'nobody' }, message: 'Invalid email address' },
    { field: 'Email', typed: 'a@careful.africa', body: { email: 'a@careful.africa' }, message: 'Invalid email address' },
    { field: 'Email', typed: 'a@elsewhere.co.za', body: { email: 'a@elsewhere.co.za' }, message: 'Invalid domain' },
    { field: 'Cell', typed: '', body: { cell: '' }, message: 'Cell is required' },
    { field: 'Cell', typed: '082555', body: { cell: '082555' }, message: 'Cell must be at least 10 numbers long.' },
    { field: 'Cell', typed: '082555017012', body: { cell: '082555017012' }, message: 'Cell must not be more than 10 numbers long.' },
  ];
  for (const { field, typed, body, message } of wrong) {
    await page.getByLabel(field).fill(typed);
    await save(page);
    await page.getByText(message, { exact: true }).waitFor();
    const reply = await call(page, 'POST', '/register', { ...good, ...body });
    expect([reply.status, reply.text]).toEqual([400, expect.stringContaining(message)]);
  }
  await page.getByLabel('Email').fill(demoFirmAdmins.lerato.email);
  await page.goto(`${recoup.url}/home/add-attorney-admin`);
  expect(await page.getByLabel('Active', { exact: true }).count()).toBe(0);
  await save(page);
  await page.getByText('Please choose a firm.').waitFor();
  expect((await call(page, 'POST', '/register', { ...good, firm: '' })).text).toContain('Please choose a firm.');
  await end();
});

test('the list keeps its whole state in the address, begins a search at page 1, and says when it cannot load', async () => {
  const { page, end } = await asSystemAdmin('/home/firms');
  for (let number = 1; number <= 12; number += 1) {
    await call(page, 'POST', '/firms', { name: `Listed Firm ${String(number).padStart(2, '0')}`, domains: [`listed${number}.co.za`] });
  }
  await page.goto(`${recoup.url}/home/firms?size=5&page=2`);
  await page.getByRole('button', { name: 'Next' }).click();
  await page.waitForURL(/page=3/);
  await page.reload();
  await page.getByRole('button', { name: 'Page 3', exact: true, includeHidden: true }).waitFor();
  await page.getByRole('searchbox').fill('LISTED12');
  await page.waitForURL((url) => url.search === '?size=5&search=LISTED12');
  await row(page, 'Listed Firm 12').waitFor();
  expect(await page.getByRole('row').count()).toBe(2);
  await page.getByRole('searchbox').fill('nobody has this');
  await page.getByText('Nothing matches “nobody has this”.').waitFor();
  await page.route('**/core/api/firms?*', (route) => route.abort());
  await page.reload();
  await page.getByText('Attorney Firms could not be loaded.').waitFor();
  await page.unroute('**/core/api/firms?*');
  await page.getByRole('button', { name: 'Retry' }).click();
  await page.getByText('Nothing matches “nobody has this”.').waitFor();
  await end();
});

test('an unknown firm has a clear page, and the placeholder is there', async () => {
  const { page, complaints, end } = await asSystemAdmin('/home/update-firm?firmId=0190a6f2-0000-7000-8000-000000000000');
  await page.getByText('There is no such firm.').waitFor();
  await page.goto(`${recoup.url}/home/add-attorney-admin?firmId=nonsense`);
  await page.getByText('There is no such firm.').waitFor();
  await page.goto(`${recoup.url}/home/update-admin-status`);
  await page.getByRole('heading', { name: 'Update Admin Status' }).waitFor();
  expect(complaints).toEqual([]);
  await end();
});

test('a firm admin sees the own firm without anything to change, and no other by any address', async () => {
  const { page, end } = await visit(browser);
  await signIn(page, recoup.url, demoFirmAdmins.chantal);
  await page.goto(`${recoup.url}/home/firms`);
  await row(page, demoFirms.daniels.name).waitFor();
  expect(await page.getByRole('row').count()).toBe(2);
  expect(await page.getByRole('link', { name: /Add Firm|Edit|Add Attorney Admin/ }).count()).toBe(0);
  expect(await accessibilityFaults(page)).toEqual([]);
  for (const path of ['/home/add-firm', '/home/update-firm?firmId=x', '/home/add-attorney-admin?firmId=x', '/home/update-admin-status']) {
    await page.goto(`${recoup.url}${path}`);
    await page.waitForURL('**/home/unauthorized');
  }
  expect((await call(page, 'POST', '/firms', { name: 'Not Allowed', domains: ['notallowed.co.za'] })).status).toBe(403);
  await end();
});

test.each([
  [390, 'light'],
  [390, 'dark'],
  [1440, 'dark'],
] as const)('every page fits %i pixels in %s and is accessible', async (width, colorScheme) => {
  const { page, complaints, end } = await asSystemAdmin('/home/firms?search=nkosi', { width, colorScheme });
  await row(page, demoFirms.nkosi.name).waitFor();
  const faults = async () => [...(await accessibilityFaults(page)), await sidewaysScroll(page)];
  expect(await faults()).toEqual([0]);
  for (const path of ['/home/add-firm', '/home/add-attorney-admin', '/home/update-admin-status', '/home/update-firm?firmId=x']) {
    await page.goto(`${recoup.url}${path}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await faults()).toEqual([0]);
  }
  expect(complaints).toEqual([]);
  await end();
});
