import { firmEndpoints } from '@recoup/contract/firms/endpoints';
import { test } from 'vitest';
import { expect } from '../support/expect.ts';
import { demoFirms } from '../../apps/server/src/seeds/demo-people.ts';
import { a11yViolations, sidewaysScroll } from '../support/a11y.ts';
import { asSystemAdmin, call, row, save } from '../support/firms.ts';
import { browser, recoup, useApp } from '../support/app.ts';

useApp();

test('a save that failed between the two calls is saved again and makes one admin', async () => {
  const { page, end } = await asSystemAdmin(browser, recoup, { path: '/home/firms' });
  await call(page, 'POST', '/firms', { name: 'Half Way Attorneys', domains: ['halfway.co.za'] });
  await page.reload();
  await row(page, 'Half Way')
    .getByRole('link', { name: /Add Attorney Admin/ })
    .click();
  await page.getByLabel('Email').fill('admin@halfway.co.za');
  await page.getByLabel('Cell').fill('0825550160');
  let failures = 0;
  await page.route(`**${firmEndpoints.updateFirm.path.replace('{id}', '*')}`, async (route) => {
    if (route.request().method() !== 'PUT' || failures > 0) return route.continue();
    failures += 1;
    return route.abort();
  });
  await save(page);
  await page.getByRole('alert').filter({ hasText: 'The service cannot be reached.' }).waitFor();
  await save(page);
  await page
    .getByRole('status')
    .filter({ hasText: 'Attorney Administrator added Successfully!' })
    .waitFor();
  expect(failures).toBe(1);
  await row(page, 'Half Way').getByText('admin@halfway.co.za').waitFor();
  await end();
});

test('an unknown firm has a clear page, and the placeholder is there', async () => {
  const { page, consoleErrors, end } = await asSystemAdmin(browser, recoup, {
    path: '/home/update-firm?firmId=0190a6f2-0000-7000-8000-000000000000',
  });
  await page.getByText('There is no such firm.').waitFor();
  await page.goto(`${recoup.url}/home/add-attorney-admin?firmId=nonsense`);
  await page.getByText('There is no such firm.').waitFor();
  await page.goto(`${recoup.url}/home/update-admin-status`);
  await page.getByRole('heading', { name: 'Update admin status' }).waitFor();
  expect(consoleErrors).toEqual([]);
  await end();
});

test.each([
  [390, 'light'],
  [390, 'dark'],
  [1440, 'dark'],
] as const)('every page fits %i pixels in %s and is accessible', async (width, colorScheme) => {
  const { page, consoleErrors, end } = await asSystemAdmin(browser, recoup, {
    path: '/home/firms?search=nkosi',
    width,
    colorScheme,
  });
  await row(page, demoFirms.nkosi.name).waitFor();
  const faults = async () => [...(await a11yViolations(page)), await sidewaysScroll(page)];
  expect(await faults()).toEqual([0]);
  for (const path of [
    '/home/add-firm',
    '/home/add-attorney-admin',
    '/home/update-admin-status',
    '/home/update-firm?firmId=x',
  ]) {
    await page.goto(`${recoup.url}${path}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await faults()).toEqual([0]);
  }
  expect(consoleErrors).toEqual([]);
  await end();
});
