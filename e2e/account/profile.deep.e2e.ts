import { accountEndpoints } from '@recoup/contract/account/endpoints';
import { apiRoot } from '@recoup/contract/core/endpoint';
import { test } from 'vitest';
import { expect } from '../support/expect.ts';
import { demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { visit } from '../support/browser.ts';
import { browser, recoup, useApp } from '../support/app.ts';
import { datesWithNames, initialsAfterRename } from '../support/profile.ts';
import { systemAdmin } from '../support/recoup.ts';

useApp();

test.each([
  ['a firm admin', demoFirmAdmins.chantal],
  ['the system admin', systemAdmin],
])('changes the name of %s, and the bar follows at once', async (_, as) => {
  expect(await initialsAfterRename(as)).toBe('ZX');
});

test('shows dates in the chosen form on further pages', async () => {
  const pages = ['matters', 'month-end', 'fees'];
  expect(await datesWithNames(demoFirmAdmins.lerato, pages)).toEqual({});
});

test('is out of reach while the password has to be changed', async () => {
  const { page, end } = await visit(browser);
  await page.route(`**${apiRoot}/me`, async (route) => {
    const response = await route.fetch();
    const me: object = await response.json();
    await route.fulfill({ response, json: { ...me, pwdResetRequired: true } });
  });
  await page.goto(`${recoup.url}/logon`);
  await page.getByLabel('Email').fill(demoFirmAdmins.lerato.email);
  await page.getByLabel('Password').fill(demoFirmAdmins.lerato.password);
  const [answer] = await Promise.all([
    page.waitForResponse(`**${apiRoot}${accountEndpoints.logon.path}`),
    page.getByRole('button', { name: 'Sign in' }).click(),
  ]);
  expect(answer.status()).toBe(200);
  await page.waitForURL('**/home/update-password');
  await page.getByRole('button', { name: /^Account of / }).click();
  const menu = page.getByRole('navigation', { name: 'Account' });
  await expect(menu.getByRole('link', { name: 'Profile' })).toHaveCount(0);
  await page.goto(`${recoup.url}/home/profile`);
  await page.waitForURL('**/home/update-password');
  await end();
});
