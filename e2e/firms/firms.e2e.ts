import { test } from 'vitest';
import { firmEndpoints } from '@recoup/contract/firms/endpoints';
import { deepIt, expect } from '../support/test.ts';
import { systemAdmin } from '../support/recoup.ts';
import { demoFirmAdmins, demoFirms } from '../../apps/server/src/seeds/demo-people.ts';
import { a11yViolations } from '../support/a11y.ts';
import { call, jpeg, row, save } from '../support/firms.ts';
import { recoup, signedIn, useApp } from '../support/app.ts';

useApp();

test('the system admin creates a firm with logo and admin, and replaces both', async () => {
  const { page, consoleErrors } = await signedIn(systemAdmin, '/home/firms');
  await page.getByRole('link', { name: 'Add Firm' }).click();
  await page.getByRole('heading', { name: 'Add Attorney Firm' }).waitFor();
  await page.getByLabel('Firm Name').fill('Khumalo & Daughters Incorporated');
  await page.getByLabel('Logo').setInputFiles(jpeg());
  await page.getByRole('img', { name: 'New logo' }).waitFor();
  await page.getByLabel('Domain 1').fill('Khumalo.co.za');
  await page.getByLabel('Domain 2').fill('khumalo.africa');
  expect(await a11yViolations(page)).toEqual([]);
  await save(page);
  await page.getByRole('status').filter({ hasText: 'Firm Added Successfully!' }).waitFor();
  // To the form of its admin, and from there to the list, where the way to it stays.
  await page.getByRole('heading', { name: 'Add Attorney Admin' }).waitFor();
  await page.getByRole('link', { name: 'Go Back' }).click();
  const created = row(page, 'Khumalo & Daughters');
  await expect
    .poll(() => created.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(1);

  await created.getByRole('link', { name: /Add Attorney Admin/ }).click();
  await page.getByRole('heading', { name: 'Add Attorney Admin' }).waitFor();
  const firm = page.getByLabel('Firm');
  await expect(firm).toBeDisabled();
  await expect(firm.locator('option')).toHaveText('Khumalo & Daughters Incorporated');
  await page.getByLabel('Name').fill('Zo');
  await expect(page.getByLabel('Active', { exact: true })).toBeChecked();
  await expect(page.getByLabel('Blocked')).toBeDisabled();
  await page.getByLabel('Email').fill('zola.khumalo@khumalo.africa');
  await page.getByText('Name must be at least 3 characters long.').waitFor();
  await page.getByLabel('Name').fill('');
  await page.getByLabel('Cell').fill('+27 82 555 0150');
  expect(await a11yViolations(page)).toEqual([]);
  await save(page);
  await page
    .getByRole('status')
    .filter({ hasText: 'Attorney Administrator added Successfully!' })
    .waitFor();
  await created.getByRole('link', { name: /zola.khumalo@khumalo.africa/ }).click();

  await page.getByRole('button', { name: 'Replace administrator' }).click();
  await page.getByText('the account of zola.khumalo@khumalo.africa becomes inactive').waitFor();
  await page.getByLabel('Email').fill('sizwe@khumalo.co.za');
  await page.getByLabel('Cell').fill('0825550151');
  expect(await a11yViolations(page)).toEqual([]);
  await save(page);
  await created.getByRole('link', { name: /sizwe@khumalo.co.za/ }).click();
  await page.getByRole('heading', { name: 'Update Attorney Admin' }).waitFor();
  const name = page.getByLabel('Name');
  await expect(name).toHaveValue('Sizwe');
  await name.fill('Sizwe Khumalo');
  await page.getByLabel('Inactive').check();
  await save(page);
  await created.getByText('Inactive').waitFor();

  await created.getByRole('link', { name: 'Edit Khumalo & Daughters Incorporated' }).click();
  await page.getByRole('heading', { name: 'Edit Attorney Firm' }).waitFor();
  await page.getByRole('img', { name: 'Current logo' }).waitFor();
  await page.getByLabel('Firm Name').fill('Khumalo Incorporated');
  await save(page);
  await page.getByRole('status').filter({ hasText: 'Firm Updated Successfully!' }).waitFor();
  await row(page, 'Khumalo Incorporated').locator('img').waitFor();
  expect(consoleErrors).toEqual([]);
});

deepIt('the list keeps its state in the address, and shows a failed load', async () => {
  const { page } = await signedIn(systemAdmin, '/home/firms');
  for (let number = 1; number <= 12; number += 1) {
    await call(page, 'POST', '/firms', {
      name: `Listed Firm ${String(number).padStart(2, '0')}`,
      domains: [`listed${number}.co.za`],
    });
  }
  await page.goto(`${recoup.url}/home/firms?size=5&page=2`);
  await page.getByRole('button', { name: 'Next' }).click();
  await page.waitForURL(/page=3/);
  await page.reload();
  await page.getByRole('button', { name: 'Page 3', exact: true, includeHidden: true }).waitFor();
  await page.getByRole('searchbox').fill('LISTED12');
  await page.waitForURL((url) => url.search === '?size=5&search=LISTED12');
  // It stood on the page before, too, among others.
  await row(page, 'Listed Firm 12').waitFor();
  await expect(page.getByRole('row')).toHaveCount(2);
  await page.getByRole('searchbox').fill('nobody has this');
  await page.getByText('Nothing matches “nobody has this”.').waitFor();
  await page.route('**/core/api/firms?*', (route) => route.abort());
  await page.reload();
  await page.getByText('Attorney Firms could not be loaded.').waitFor();
  await page.unroute('**/core/api/firms?*');
  await page.getByRole('button', { name: 'Retry' }).click();
  await page.getByText('Nothing matches “nobody has this”.').waitFor();
});

test('a firm admin sees the own firm read-only, and no other firm by any address', async () => {
  const { page } = await signedIn(demoFirmAdmins.chantal, '/home/firms');
  await row(page, demoFirms.daniels.name).waitFor();
  await expect(page.getByRole('row')).toHaveCount(2);
  await expect(page.getByRole('link', { name: /Add Firm|Edit|Add Attorney Admin/ })).toHaveCount(0);
  expect(await a11yViolations(page)).toEqual([]);
  for (const path of [
    '/home/add-firm',
    '/home/update-firm?firmId=x',
    '/home/add-attorney-admin?firmId=x',
    '/home/update-admin-status',
  ]) {
    await page.goto(`${recoup.url}${path}`);
    await page.waitForURL('**/home/unauthorized');
  }
  expect(
    (await call(page, 'POST', '/firms', { name: 'Not Allowed', domains: ['notallowed.co.za'] }))
      .status,
  ).toBe(403);
});

deepIt('a save that failed between the two calls is saved again and makes one admin', async () => {
  const { page } = await signedIn(systemAdmin, '/home/firms');
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
});

deepIt('an unknown firm has a clear page, and the placeholder is there', async () => {
  const { page, consoleErrors } = await signedIn(
    systemAdmin,
    '/home/update-firm?firmId=0190a6f2-0000-7000-8000-000000000000',
  );
  await page.getByText('There is no such firm.').waitFor();
  await page.goto(`${recoup.url}/home/add-attorney-admin?firmId=nonsense`);
  await page.getByText('There is no such firm.').waitFor();
  await page.goto(`${recoup.url}/home/update-admin-status`);
  await page.getByRole('heading', { name: 'Update admin status' }).waitFor();
  expect(consoleErrors).toEqual([]);
});
