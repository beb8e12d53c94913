import { it } from 'vitest';
import type { Page } from 'playwright-core';
import { expect } from '../support/test.ts';
import { a11yViolationsInLooks } from '../support/a11y.ts';
import { recoup, signedIn, useApp } from '../support/app.ts';
import { demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { sentTexts } from '../support/outbox.ts';
import { systemAdmin } from '../support/recoup.ts';
import { callApi, importMatters, postData, readData, recordCall } from '../support/wire.ts';

useApp();
const overview = '/home/attorneys/overview';
const step = (page: Page, title: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title }) });
const isDone = async (page: Page, title: string, count: number) => {
  await page.reload();
  await page.getByText(`${count} of 5 done`).waitFor();
  await step(page, title).getByText('Done').waitFor();
};

it('leads the admin of a new firm through its set-up, until the first entry', async () => {
  const { firm, admin } = await addFirmWithAdmin('newfirm.co.za');
  const { page, consoleErrors } = await signedIn(admin, '/home/attorneys/attorney-list');
  await page.getByText('Next: Disbursement types').waitFor();
  await page.getByRole('link', { name: 'continue' }).click();
  await page.waitForURL('**/home/attorneys/disbursement-list');
  await page.getByRole('link', { name: 'Overview' }).click();
  await page.getByText('1 of 5 done').waitFor();
  await step(page, 'Email domains of the firm').getByText('Done').waitFor();
  await expect(page.getByText('To do')).toHaveCount(4);
  expect(await a11yViolationsInLooks(page)).toEqual([]);
  for (const [title, address] of [
    ['Disbursement types', 'disbursement-list'],
    ['Matters', 'file-handler'],
    ['Attorneys with fees', 'add-attorney'],
    ['The first entry', 'entries'],
  ] as const) {
    await step(page, title).getByRole('link', { name: title }).click();
    await page.waitForURL(`**/home/attorneys/${address}`);
    await page.goBack();
  }

  await callApi(admin, 'POST', '/disbursements', { title: 'Photocopies', firm });
  await isDone(page, 'Disbursement types', 2);
  const types = await readData<{ _id: string; title: string }[]>(admin, '/disbursements');
  const call = types.find(({ title }) => title === 'Call')?._id ?? '';
  const ann = { email: 'ann@newfirm.co.za', password: 'paper-lion-station-18' };
  const person = { role: 0, firm, name: 'Ann Adams', cell: '0825550191', ...ann };
  const { _id: annId } = await postData<Made>(admin, '/register', {
    ...person,
    disbursementTypes: [call],
  });
  await page.reload();
  await page.getByText('2 of 5 done').waitFor();
  const callFees = [
    { disbursementType: call, startTime: 0, endTime: 5, additionalTime: 0, charges: 33 },
    { disbursementType: call, startTime: -1, endTime: -1, additionalTime: 5, charges: 33 },
  ];
  await callApi(admin, 'PUT', `/users/${annId}`, { callFees });
  await isDone(page, 'Attorneys with fees', 3);
  await importMatters(admin, 'matters.csv', 'Matter Number,Description\nNF1,Lease\n');
  await isDone(page, 'Matters', 4);
  await resetPassword(ann);
  await recordCall(ann, 'The first of the firm');
  await page.reload();
  await page.getByText(/1 entry since/).waitFor();
  expect(await a11yViolationsInLooks(page)).toEqual([]);
  expect(consoleErrors).toEqual([]);
});

it('says that the set-up could not be loaded, and tries it again', async () => {
  const { admin } = await addFirmWithAdmin('otherfirm.co.za');
  const { page } = await signedIn(admin, '/home/attorneys/attorney-list');
  await page.route('**/core/api/overview', async (route) =>
    route.fulfill({ status: 500, json: { message: 'Something broke.' } }),
  );
  await page.goto(`${recoup.url}${overview}`);
  await page.getByText('The set-up of the firm could not be loaded.').waitFor();
  expect(await a11yViolationsInLooks(page)).toEqual([]);
  await page.unroute('**/core/api/overview');
  await page.getByRole('button', { name: 'Retry' }).click();
  await page.getByText('1 of 5 done').waitFor();
});

type Made = { _id: string };
type NewFirm = { firm: string; admin: { email: string; password: string } };

/** A firm as the system admin adds it; its admin has chosen a password with the code by SMS. */
async function addFirmWithAdmin(domain: string): Promise<NewFirm> {
  const input = { name: `Firm of ${domain}`, domains: [domain] };
  const { _id: firm } = await postData<Made>(systemAdmin, '/firms', input);
  const email = `admin@${domain}`;
  const person = { role: 1, firm, email, cell: '0825550190' };
  const { _id: admin } = await postData<Made>(systemAdmin, '/register', person);
  await callApi(systemAdmin, 'PUT', `/firms/${firm}`, { admin });
  const password = demoFirmAdmins.lerato.password;
  await resetPassword({ email, password });
  return { firm, admin: { email, password } };
}

async function resetPassword({ email, password }: NewFirm['admin']): Promise<void> {
  const before = (await sentTexts(recoup.dataDir)).length;
  const api = `${recoup.url}/core/api`;
  const sent = await fetch(`${api}/v2/sendOtp?email=${encodeURIComponent(email)}`);
  const { data: token } = (await sent.json()) as { data: string }; // the contract's reply
  const verified = await fetch(`${api}/v2/verifyOtp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ otp: await codeAfter(before), token }),
  });
  type Grant = { data: { userId: string; token: string } };
  const { data: grant } = (await verified.json()) as Grant; // the contract's reply
  const reset = await fetch(`${api}/users/update-passwordv2/${grant.userId}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${grant.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ newPassword: password }),
  });
  if (!reset.ok) throw new Error(`The new password answered ${reset.status}.`);
}

/** The code of the first SMS beyond so many. */
async function codeAfter(count: number): Promise<string> {
  const code = async () => /^\d{8}/.exec((await sentTexts(recoup.dataDir))[count] ?? '')?.[0] ?? '';
  await expect.poll(code).not.toBe('');
  return code();
}
