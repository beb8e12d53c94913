import { it } from 'vitest';
import { allEndpoints } from '../../packages/contract/src/endpoints.ts';
import { deepIt, expect } from '../support/test.ts';
import { a11yViolations, sidewaysScroll } from '../support/a11y.ts';
import { markupFaults } from '../support/markup.ts';
import { openWindow, recoup, useApp } from '../support/app.ts';

useApp();

it('shows every endpoint of the contract without a sign-in, with its input and reply', async () => {
  const { page, consoleErrors } = await openWindow();
  await page.goto(`${recoup.url}/api`);
  await page.getByText('/matters', { exact: true }).first().waitFor();
  const heads = await page.locator('summary').allInnerTexts();
  // Names of the contract stand between backticks, and are set as code.
  const wanted = Object.values(allEndpoints).map(({ method, path, summary }) =>
    [method, path, summary.replaceAll('`', '')].join(' '),
  );
  expect(heads.map((head) => head.split(/\s+/).join(' ')).toSorted()).toEqual(wanted.toSorted());

  await page.getByLabel('Search path or summary').fill('email and password');
  await page.getByLabel('Search path or summary').press('Enter');
  await expect(page.locator('summary')).toHaveCount(1);
  await page.locator('summary').click();
  const call = page.locator('details');
  await call.getByText('Who may: anybody').waitFor();
  for (const name of ['email', 'password', 'token', '401'])
    await call.locator('dt').getByText(name, { exact: true }).first().waitFor();
  await call.getByText('wrong_credentials').waitFor();
  await page.getByLabel('Search path or summary').fill('listImports');
  await page.getByLabel('Search path or summary').press('Enter');
  await expect(page.locator('summary')).toHaveCount(1);
  await page.locator('summary').click();
  await call.getByText('or an API key with the scope read or import.').waitFor();
  expect(await a11yViolations(page)).toEqual([]);
  expect(await markupFaults(page)).toEqual([]);
  expect(consoleErrors).toEqual([]);
});

deepIt('fits a phone with everything open', async () => {
  const { page } = await openWindow({ width: 390 });
  await page.goto(`${recoup.url}/api`);
  await page.locator('summary').first().waitFor();
  await page.evaluate(() => {
    for (const details of document.querySelectorAll('details')) details.open = true;
  });
  expect(await sidewaysScroll(page)).toBe(0);
});
