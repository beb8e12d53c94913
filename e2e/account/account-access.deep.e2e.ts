import { test } from 'vitest';
import { expect } from '../support/expect.ts';
import { demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { visit } from '../support/browser.ts';
import { browser, recoup, useApp } from '../support/app.ts';
import { walkFaults } from '../support/policy-walk.ts';
import { systemAdmin } from '../support/recoup.ts';

useApp();

const { lerato } = demoFirmAdmins;

test('ignores a wrong link of an invitation, and tells signed-in users', async () => {
  const { page, consoleErrors, end } = await visit(browser);
  await page.goto(`${recoup.url}/logon?email=%3Cimg%20src%3Dx%3E&to=%2Fhome%2Fprofile`);
  await page.waitForURL('**/logon?to=%2Fhome%2Fprofile');
  await expect(page.getByLabel('Email')).toHaveValue('');
  await expect(page.getByText('Welcome to Recoup.')).toHaveCount(0);
  await page.getByLabel('Email').fill(lerato.email);
  await page.getByLabel('Password').fill(lerato.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/home/profile');
  await page.goto(`${recoup.url}/logon?email=${encodeURIComponent(demoFirmAdmins.chantal.email)}`);
  await page.getByText('You are signed in already. To use an invitation, log out first.').waitFor();
  await page.waitForURL('**/home/attorneys/attorney-list');
  expect(consoleErrors).toEqual([]);
  await end();
});

const walks = [
  {
    as: systemAdmin,
    pages: ['firms', 'add-firm', 'update-admin-status', 'update-password', 'unauthorized'],
  },
  {
    as: lerato,
    pages: [
      'attorneys/attorney-list',
      'attorneys/add-attorney',
      'attorneys/disbursement-list',
      'attorneys/add-disbursement',
      'attorneys/update-cell',
      'attorneys/file-handler',
      'attorneys/exports',
      'attorneys/matters',
      'attorneys/entries',
      'update-password',
      'add-attorney',
      'firms',
      'entries',
      'nowhere',
    ],
  },
] as const;

test.each(walks)(
  'a walk over the pages breaks no rule of the Content-Security-Policy (walk %#)',
  async ({ as, pages }) => {
    expect(await walkFaults(as, pages)).toEqual([]);
  },
);
