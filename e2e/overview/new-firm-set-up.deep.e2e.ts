import type { Page } from 'playwright-core';
import { it } from 'vitest';
import { expect } from '../support/expect.ts';
import { a11yViolationsInLooks } from '../support/a11y.ts';
import { signedIn, useApp } from '../support/app.ts';
import { addFirmWithAdmin } from '../support/new-firm.ts';
import { callApi, importMatters } from '../support/wire.ts';
import { step } from '../support/new-firm-steps.ts';

useApp();

const overview = '/home/attorneys/overview';
const isDone = async (page: Page, title: string, count: number) => {
  await page.reload();
  await page.getByText(`${count} of 5 done`).waitFor();
  await step(page, title).getByText('Done').waitFor();
};

it('leads the admin of a new firm through its set-up, until it is done', async () => {
  const { firm, admin } = await addFirmWithAdmin('newfirm.co.za');
  const { page, consoleErrors, end } = await signedIn(admin, overview);
  await page.getByText('1 of 5 done').waitFor();
  await step(page, 'E-mail domains of the firm').getByText('Done').waitFor();
  await step(page, 'E-mail domains of the firm')
    .getByText(/newfirm\.co\.za/)
    .waitFor();
  await expect(page.getByText('To do')).toHaveCount(4);
  expect(await a11yViolationsInLooks(page)).toEqual([]);
  for (const [title, link, address] of [
    ['Disbursement types', 'Disbursement types', 'disbursement-list'],
    ['Attorneys', 'Attorneys', 'attorney-list'],
    ['Call fees', 'Fees', 'fees'],
    ['Matters', 'Import / Export', 'file-handler'],
  ] as const) {
    await step(page, title).getByRole('link', { name: link }).click();
    await page.waitForURL(`**/home/attorneys/${address}`);
    await page.goBack();
  }

  await callApi(admin, 'POST', '/disbursements', { title: 'Photocopies', firm });
  await isDone(page, 'Disbursement types', 2);
  const types = await callApi<{ data: { _id: string; title: string }[] }>(
    admin,
    'GET',
    '/disbursements',
  );
  const call = types.data.find(({ title }) => title === 'Call')?._id ?? '';
  const { data: ann } = await callApi<{ data: { _id: string } }>(admin, 'POST', '/register', {
    role: 0,
    firm,
    name: 'Ann Adams',
    email: 'ann@newfirm.co.za',
    cell: '0825550191',
    password: 'paper-lion-station-18',
    disbursementTypes: [call],
  });
  await isDone(page, 'Attorneys', 3);
  await step(page, 'Call fees').getByText('To do').waitFor();
  const callFees = [
    { disbursementType: call, startTime: 0, endTime: 5, additionalTime: 0, charges: 33 },
    { disbursementType: call, startTime: -1, endTime: -1, additionalTime: 5, charges: 33 },
  ];
  await callApi(admin, 'PUT', `/users/${ann._id}`, { callFees });
  await isDone(page, 'Call fees', 4);
  await importMatters(admin, 'matters.csv', 'Matter Number,Description\nNF1,Lease\n');
  await page.reload();
  await page.getByText('Everything recorded has been exported.').waitFor();
  await page.getByText('1 of 1 attorney:').waitFor();
  await page.getByRole('link', { name: 'Ann Adams' }).waitFor();
  await page.getByText('No recoveries yet').waitFor();
  expect(await a11yViolationsInLooks(page)).toEqual([]);
  expect(consoleErrors).toEqual([]);
  await end();
});
