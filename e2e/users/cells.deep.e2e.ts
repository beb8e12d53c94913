import { it } from 'vitest';
import { smsNeeded } from '@recoup/contract/core/cell-numbers';
import type { Page } from 'playwright-core';
import { expect } from '../support/test.ts';
import { systemAdmin } from '../support/recoup.ts';
import { call, save } from '../support/firms.ts';
import { asAdmin, recoup, signedIn, useApp } from '../support/app.ts';

useApp();

const warning = /^This number cannot receive SMS: /;

/** Beside a landline, and no more beside a mobile number. */
async function expectWarning(page: Page, label: string): Promise<void> {
  await page.getByLabel(label).fill('011 555 1234');
  await page.getByText(warning).waitFor();
  await page.getByLabel(label).fill('082 555 0111');
  await page.getByText(warning).waitFor({ state: 'detached' });
}

it.each([
  ['of an attorney', '/home/attorneys/add-attorney', 'Cell'],
  ['of the own cell', '/home/attorneys/update-cell', 'Cell Number'],
])('the form %s explains which number receives no SMS', async (_, path, label) => {
  const { page, consoleErrors } = await asAdmin(path);
  await expectWarning(page, label);
  expect(consoleErrors).toEqual([]);
});

it('the form of a firm admin explains which number receives no SMS', async () => {
  const { page, consoleErrors } = await signedIn(systemAdmin, '/home/firms');
  await call(page, 'POST', '/firms', { name: 'Landline Inc', domains: ['landline.co.za', '', ''] });
  await page.goto(`${recoup.url}/home/firms?search=Landline`);
  await page
    .getByRole('row')
    .filter({ hasText: 'Landline Inc' })
    .getByRole('link', { name: /admin/i })
    .click();
  await page.getByLabel('Email').fill('lindiwe@landline.co.za');
  await expectWarning(page, 'Cell');
  const sent: string[] = [];
  page.on(
    'request',
    (request) => request.url().endsWith('/register') && sent.push(request.method()),
  );
  await page.getByLabel('Cell').fill('0861234567');
  await save(page);
  await page.getByText(smsNeeded).waitFor();
  expect(sent).toEqual([]);
  expect(consoleErrors).toEqual([]);
});
