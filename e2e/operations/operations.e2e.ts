import { beforeAll, it } from 'vitest';
import type { Page } from 'playwright-core';
import { demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { a11yViolationsInLooks } from '../support/a11y.ts';
import { recoup, signedIn, useApp } from '../support/app.ts';
import { systemAdmin } from '../support/recoup.ts';
import { deepIt, expect } from '../support/test.ts';

useApp({
  RECOUP_EGRESS_ALLOW: '127.0.0.0/8',
  // Nothing listens there.
  SMS_URL: 'bulksms://id:a-secret-of-sms@127.0.0.1:1',
});

const address = '**/core/api/operations?*';
let page: Page;

beforeAll(async () => {
  ({ page } = await signedIn(systemAdmin, '/home/firms'));
});

const list = () => page.getByRole('region', { name: 'Failures' });
const row = (name: string) => list().getByRole('row').filter({ hasText: name });

it('says that nothing fails', async () => {
  await page
    .getByRole('navigation', { name: 'Main menu' })
    .getByRole('link', { name: 'Operations' })
    .click();
  await expect(page.getByRole('heading', { name: 'Operations' })).toBeVisible();
  await expect(list().getByText('Nothing fails')).toBeVisible();
});

it('shows a webhook and an SMS that fail, and leads on to the firm', async () => {
  const admin = (await signedIn(demoFirmAdmins.lerato, '/home/attorneys/integrations')).page;
  await admin.getByRole('button', { name: 'Add a webhook' }).click();
  const form = admin.getByRole('dialog', { name: 'Add a webhook' });
  await form.getByLabel('Address').fill('http://127.0.0.1:1/a-secret-path');
  await form.getByLabel('Export closed').check();
  await form.getByRole('button', { name: 'Add', exact: true }).click();
  await admin.getByRole('button', { name: 'Copy', exact: true }).click();
  await admin.getByRole('button', { name: 'Done' }).click();
  await admin.getByRole('button', { name: /^Deliveries to / }).click();
  await admin.getByRole('button', { name: 'Send a test event' }).click();
  await expect(admin.getByText(/^Waits after 1 try: No connection was possible/)).toBeVisible();
  const email = encodeURIComponent(demoFirmAdmins.lerato.email);
  await fetch(`${recoup.url}/core/api/v2/sendOtp?email=${email}`);

  await expect(async () => {
    await page.reload();
    await expect(row('SMS: gateway')).toBeVisible();
  }).toPass();
  await expect(row('SMS: gateway')).toContainText('No connection to the SMS gateway was possible');
  await expect(row('Webhook: 127.0.0.1:1')).toContainText('No connection was possible');
  await expect(list()).not.toContainText('secret');
  expect(await a11yViolationsInLooks(page)).toEqual([]);
  await row('Webhook: 127.0.0.1:1').getByRole('link', { name: /Nkosi/ }).click();
  await expect(page.getByLabel('Firm Name')).toHaveValue(/Nkosi/);
});

it('offers to load the failures again', async () => {
  await page.route(address, async (route) => route.abort());
  await page.goto(`${recoup.url}/home/operations`);
  await expect(list().getByText('Failures could not be loaded.')).toBeVisible();
  await page.unroute(address);
  await list().getByRole('button', { name: 'Retry' }).click();
  await expect(row('SMS: gateway')).toBeVisible();
});

deepIt('pages over many failures', async () => {
  const data = Array.from({ length: 20 }, (_, index) => ({
    firm: { _id: '00000000-0000-7000-8000-000000000000', name: 'Smith' },
    kind: 'hand-over',
    what: `Month end ${index}`,
    reason: 'The server did not answer in time.',
    since: '2026-03-18T06:00:00.000Z',
    tries: index,
  }));
  await page.route(address, async (route) => route.fulfill({ json: { data, count: 45 } }));
  await page.goto(`${recoup.url}/home/operations`);
  await expect(row('Month end 19')).toContainText('18\u00A0Mar\u00A02026, 08:00');
  await list().getByRole('button', { name: 'Page 3' }).click();
  await expect(page).toHaveURL(/page=3/);
});
