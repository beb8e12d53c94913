import type { Page } from 'playwright-core';
import { it } from 'vitest';
import { expect } from '../support/expect.ts';
import { asSystemAdmin, call, row, save } from '../support/firms.ts';
import { browser, recoup, useApp } from '../support/app.ts';

useApp();

async function firmAddress(page: Page): Promise<string> {
  const { text } = await call(page, 'GET', '/firms?page=1&itemsPerPage=5&search=daniels');
  const { data } = JSON.parse(text) as { data: { _id: string }[] }; // the contract's answer
  return `/firms/${data[0]?._id}`;
}

it('keeps or discards typed text when another user has changed the firm', async () => {
  const [one, two] = await Promise.all(
    [1, 2].map(async () => asSystemAdmin(browser, recoup, { path: '/home/firms' })),
  );
  if (!one || !two) throw new Error('two visits');
  for (const { page } of [one, two]) {
    await page.getByRole('link', { name: 'Edit Daniels Attorneys' }).click();
    await page.getByRole('heading', { name: 'Edit Attorney Firm' }).waitFor();
  }
  await one.page.getByLabel('Firm Name').fill('Daniels and Daughters');
  await save(one.page);
  await one.page.waitForURL('**/home/firms');

  const { page } = two;
  await page.getByLabel('Domain 2').fill('daniels.africa');
  await save(page);
  const cells = page.getByRole('table', { name: 'What differs' }).getByRole('cell');
  await expect(cells).toHaveText(['Daniels and Daughters', 'Not changed', '', 'daniels.africa']);
  await page.getByRole('button', { name: 'Use theirs' }).click();
  await expect.poll(() => page.getByLabel('Firm Name').inputValue()).toBe('Daniels and Daughters');
  await expect.poll(() => page.getByLabel('Domain 2').inputValue()).toBe('');
  await page.getByLabel('Firm Name').fill('Daniels & Daughters');
  await save(page);
  await page.waitForURL('**/home/firms');

  await one.page.getByRole('link', { name: 'Edit Daniels and Daughters' }).click();
  await one.page.getByLabel('Domain 2').fill('daniels.africa');
  await call(page, 'PUT', await firmAddress(page), {
    name: 'Daniels Inc',
    domains: ['danielslaw.co.za', '', ''],
  });
  await save(one.page);
  await one.page.getByRole('button', { name: 'Keep my changes' }).click();
  await save(one.page);
  await row(one.page, 'Daniels Inc').waitFor();
  expect([...one.consoleErrors, ...two.consoleErrors]).toEqual([]);
  await Promise.all([one.end(), two.end()]);
});
