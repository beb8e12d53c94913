import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { accountCalls } from '@recoup/contract/account';
import { apiRoot } from '@recoup/contract/route';
import { texts } from '@recoup/contract/texts';
import { userCalls } from '@recoup/contract/users';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoAttorneys, demoFirmAdmins } from '../apps/server/src/seeds/demo-people.ts';
import { accessibilityFaults, launch, sidewaysScroll, signIn, visit } from './browser.ts';
import { type Recoup, startRecoup, systemAdmin } from './recoup.ts';

const { lerato, chantal } = demoFirmAdmins;
let recoup: Recoup;
let browser: Browser;

beforeAll(async () => {
  [recoup, browser] = await Promise.all([startRecoup(), launch()]);
});

afterAll(async () => {
  await browser.close();
  await recoup.stop();
});

/** The texts of the SMS in the outbox, the latest last. */
async function outbox(): Promise<string[]> {
  const folder = path.join(recoup.dataDir, 'outbox');
  const files = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.sms.json')).toSorted((a, b) => a.localeCompare(b));
  const contents = await Promise.all(files.map(async (name) => readFile(path.join(folder, name), 'utf8')));
  return contents.map((content) => (JSON.parse(content) as { text: string }).text); // the outbox's one shape
}

async function latestCode(): Promise<string> {
  await expect.poll(async () => (await outbox()).filter((text) => /^\d{8}/.test(text)).length).toBeGreaterThan(0);
  return (await outbox()).findLast((text) => /^\d{8}/.test(text))?.slice(0, 8) ?? '';
}

async function logon(as: { email: string; password: string }): Promise<string> {
  const { email, password } = as;
  const reply = await fetch(`${recoup.url}${apiRoot}${accountCalls.logon.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  return ((await reply.json()) as { token: string }).token; // the contract's reply
}

async function hold(page: Page, label: string): Promise<void> {
  await page.getByRole('button', { name: `Show ${label} while held` }).hover();
  await page.mouse.down();
}

test('a forgotten password is set anew with the OTP of an SMS', async () => {
  const { page, complaints, end } = await visit(browser, { width: 390 });
  await page.goto(`${recoup.url}/logon`);
  await page.getByRole('button', { name: 'Forgot password' }).click();
  await page.getByText('Email is required').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByLabel('Email').fill(chantal.email);
  await page.getByRole('button', { name: 'Forgot password' }).click();
  await page.getByText(texts.sendingOtp).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(await page.getByRole('button', { name: /Resend OTP in \d+ s/ }).isDisabled()).toBe(true);

  const otp = page.getByLabel('OTP');
  expect([await otp.getAttribute('autocomplete'), await otp.getAttribute('inputmode')]).toEqual(['one-time-code', 'numeric']);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('Please enter valid OTP').waitFor();
  const code = await latestCode();
  await otp.fill(String((Number(code) + 1) % 100_000_000).padStart(8, '0'));
  await otp.press('Enter');
  await page.getByText('Please enter valid OTP').waitFor();
  await otp.fill(`${code.slice(0, 4)} ${code.slice(4)}`);
  await otp.press('Enter');

  await page.getByRole('heading', { name: 'Choose a new password' }).waitFor();
  const [fresh, confirm] = [page.getByLabel(/^New Password/), page.getByLabel(/^Confirm Password/)];
  await fresh.fill('Welcome1234!');
  await confirm.fill('something else');
  await confirm.press('Enter');
  await page.getByText('New password do not match.').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await confirm.fill('Welcome1234!');
  await confirm.press('Enter');
  await page.getByText(/many people use/).waitFor();
  await fresh.fill('seven-quiet-lanterns');
  await confirm.fill('seven-quiet-lanterns');
  expect(await sidewaysScroll(page)).toBe(0);
  await confirm.press('Enter');
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await page.getByText('Password updated successfully!').waitFor();
  expect(await page.getByLabel('Email').inputValue()).toBe(chantal.email);
  expect(await logon(chantal)).toBeUndefined();
  await page.getByLabel('Password').fill('seven-quiet-lanterns');
  await page.getByLabel('Password').press('Enter');
  await page.waitForURL('**/home/attorneys/attorney-list');
  expect((await outbox()).at(-1)).toContain('set anew');
  expect(complaints).toEqual([]);
  await end();
});

test('a grant that has run out leads back to the OTP with the reason', async () => {
  const { page, end } = await visit(browser);
  await page.goto(`${recoup.url}/logon`);
  await page.route('**/v2/verifyOtp', async (route) =>
    route.fulfill({ json: { data: { userId: '01890a5d-ac96-774b-bcce-b302099a8057', token: 'a'.repeat(43) } } }),
  );
  await page.getByLabel('Email').fill('nobody@nowhere.co.za');
  await page.getByRole('button', { name: 'Forgot password' }).click();
  await page.getByLabel('OTP').fill('12345678');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel(/^New Password/).fill('seven-quiet-lanterns');
  await page.getByLabel(/^Confirm Password/).fill('seven-quiet-lanterns');
  await page.getByRole('button', { name: 'Set password' }).click();
  await page.getByRole('heading', { name: 'Enter the OTP' }).waitFor();
  await page.getByRole('alert').filter({ hasText: 'Please ask for a new one' }).waitFor();
  await page.getByRole('button', { name: 'Back to sign in' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await end();
});

test('one comes back to where one wanted to go, and no role sees another’s pages', async () => {
  const { page, complaints, end } = await visit(browser);
  await page.goto(`${recoup.url}/home/attorneys/file-handler`);
  await page.waitForURL('**/logon?to=*');
  await page.getByLabel('Email').fill(lerato.email);
  await page.getByLabel('Password').fill('not-the-password');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('alert').waitFor();
  expect(new URL(page.url()).pathname).toBe('/logon');
  await page.getByLabel('Password').fill(lerato.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/home/attorneys/file-handler');
  await page.goto(`${recoup.url}/logon`);
  await page.waitForURL('**/home/attorneys/attorney-list');
  expect(complaints).toEqual([]);
  await end();

  const other = await visit(browser);
  await signIn(other.page, recoup.url, systemAdmin);
  await other.page.goto(`${recoup.url}/home/attorneys/attorney-list`);
  await other.page.waitForURL('**/home/unauthorized');
  await other.page.getByText('Unauthorized Access!').waitFor();
  await other.page.getByRole('img', { name: 'Access denied' }).waitFor();
  expect(await accessibilityFaults(other.page)).toEqual([]);
  expect(other.complaints).toEqual([]);
  await other.end();
});

test('an ended session is said with the server’s words, and a new sign-in leads back', async () => {
  const { page, end } = await visit(browser);
  await signIn(page, recoup.url, lerato);
  const token = await page.evaluate(() => sessionStorage.getItem('token'));
  await fetch(`${recoup.url}${apiRoot}/logout`, { method: 'POST', headers: { authorization: `Bearer ${token}` } });
  await page.getByPlaceholder(/search/i).fill('Thabo');
  await page.waitForURL('**/home/unauthorized');
  await page.getByText('Your session has ended. Please sign in again.').waitFor();
  await page.getByRole('link', { name: 'Sign in again' }).click();
  await page.getByLabel('Email').fill(lerato.email);
  await page.getByLabel('Password').fill(lerato.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/home/attorneys/attorney-list*');
  await end();
});

test('a first sign-in leads to the change of password and nowhere else', async () => {
  const admin = await logon(lerato);
  const person = { email: 'new.person@nkosi.co.za', password: 'paper-station-quiet-3' };
  const me = await fetch(`${recoup.url}${apiRoot}/me`, { headers: { authorization: `Bearer ${admin}` } });
  const { firm } = (await me.json()) as { firm: { _id: string } }; // the contract's reply
  const body = { ...person, firm: firm._id, name: 'New Person', cell: '0821239999', role: 0, status: 2 };
  const made = await fetch(`${recoup.url}${apiRoot}${userCalls.register.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${admin}` },
    body: JSON.stringify(body),
  });
  expect(await made.text()).toContain(person.email);
  const { page, complaints, end } = await visit(browser);
  await signIn(page, recoup.url, person);
  await page.waitForURL('**/home/update-password');
  await page.goto(`${recoup.url}/home/firms`);
  await page.waitForURL('**/home/update-password');
  await page.getByLabel(/^Old Password/).fill(person.password);
  await page.getByLabel(/^New Password/).fill('seven-quiet-lanterns');
  await page.getByLabel(/^Confirm Password/).fill('seven-quiet-lanterns');
  await page.getByRole('button', { name: 'Update' }).click();
  await page.waitForURL('**/home/entries');
  expect(complaints).toEqual([]);
  await end();
});

test('the own password is changed, each field shown while its eye is held', async () => {
  const { page, complaints, end } = await visit(browser);
  await signIn(page, recoup.url, systemAdmin);
  await page.getByRole('button', { name: /^Account of / }).click();
  await page.getByRole('link', { name: 'Change Password' }).click();
  const [old, fresh, confirm] = [/^Old Password/, /^New Password/, /^Confirm Password/].map((label) => page.getByLabel(label));
  const update = page.getByRole('button', { name: 'Update' });
  if (!old || !fresh || !confirm) throw new Error('three labels make three fields');
  expect(await update.isDisabled()).toBe(true);
  await old.focus();
  await fresh.focus();
  await page.getByText('Password is required').waitFor();
  await fresh.fill('short');
  await page.getByText('Must be at least 12 characters long.').waitFor();
  await confirm.fill('shor');
  await page.getByText('Password did not match').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);

  await hold(page, 'New Password');
  expect(await fresh.getAttribute('type')).toBe('text');
  expect([await old.getAttribute('type'), await confirm.getAttribute('type')]).toEqual(['password', 'password']);
  await page.mouse.up();
  expect(await fresh.getAttribute('type')).toBe('password');
  await hold(page, 'New Password');
  await page.mouse.move(5, 5);
  expect(await fresh.getAttribute('type')).toBe('password');
  await page.mouse.up();
  await page.getByRole('button', { name: 'Show Old Password while held' }).focus();
  await page.keyboard.down('Space');
  expect(await old.getAttribute('type')).toBe('text');
  await page.keyboard.up('Space');
  expect(await old.getAttribute('type')).toBe('password');

  await old.fill('not-my-password');
  await fresh.fill('seven-quiet-lanterns');
  await confirm.fill('seven-quiet-lanterns');
  await update.click();
  await page.getByRole('alert').filter({ hasText: 'The old password is not right.' }).waitFor();
  await old.fill(systemAdmin.password);
  await update.click();
  await page.getByRole('link', { name: 'Home', exact: true }).waitFor();
  expect([await old.inputValue(), await fresh.inputValue(), await confirm.inputValue()]).toEqual(['', '', '']);
  await page.waitForURL('**/home/firms');
  await page.getByText('Password updated successfully!').waitFor();
  expect(complaints).toEqual([]);
  await end();
});

test('the own cell is changed, with the password when the sign-in is not fresh', async () => {
  const { page, end } = await visit(browser, { width: 390 });
  await signIn(page, recoup.url, lerato);
  let isStale = true;
  await page.route('**/update-cellnumber/**', async (route) => {
    const refusal = { message: 'Please enter your password to confirm that it is you.', code: 'reauthentication_required' };
    if (isStale) return route.fulfill({ status: 403, json: refusal });
    return route.continue();
  });
  await page.goto(`${recoup.url}/home/attorneys/update-cell`);
  await page.getByRole('button', { name: 'Update' }).click();
  await page.getByText('Cell is required').waitFor();
  await page.getByLabel('Cell Number').fill('082 123');
  await page.getByRole('button', { name: 'Update' }).click();
  await page.getByText('Cell must be at least 10 numbers long.').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByLabel('Cell Number').fill('+27 82 555 0199');
  await page.getByRole('button', { name: 'Update' }).click();
  await page.getByText('Please enter your password to confirm').waitFor();
  isStale = false;
  await page.getByLabel(/^Password/).fill('not-my-password');
  await page.getByRole('button', { name: 'Update' }).click();
  await page.locator('form').getByText('The password is not right.').first().waitFor();
  await page.getByLabel(/^Password/).fill(lerato.password);
  await page.getByRole('button', { name: 'Update' }).click();
  await page.getByText('Cell number updated successfully!').waitFor();
  await page.waitForURL('**/home/attorneys/attorney-list');
  expect((await outbox()).at(-1)).toContain('cell number');
  await end();
});

test('a session about to end says so and can be kept', async () => {
  const { page, complaints, end } = await visit(browser);
  let left = '45';
  await page.route('**/core/api/me', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, headers: { ...response.headers(), 'session-seconds-left': left } });
  });
  await page.route('**/core/api/users?*', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, headers: { ...response.headers(), 'session-seconds-left': left } });
  });
  await signIn(page, recoup.url, lerato);
  const dialog = page.getByRole('dialog', { name: 'Your session is about to end' });
  await dialog.waitFor();
  expect(await dialog.innerText()).toMatch(/ends in 4\d seconds/);
  expect(await accessibilityFaults(page)).toEqual([]);
  left = '1800';
  await page.getByRole('button', { name: 'Stay signed in' }).click();
  await dialog.waitFor({ state: 'hidden' });
  expect(complaints).toEqual([]);
  await end();
});

test('logging out ends the session on the server, too', async () => {
  const { page, end } = await visit(browser);
  await signIn(page, recoup.url, lerato);
  const token = await page.evaluate(() => sessionStorage.getItem('token'));
  await page.getByRole('button', { name: /^Account of / }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.waitForURL('**/logon*');
  expect(await page.evaluate(() => [sessionStorage.getItem('token'), sessionStorage.getItem('role')])).toEqual([null, null]);
  const me = await fetch(`${recoup.url}${apiRoot}/me`, { headers: { authorization: `Bearer ${token}` } });
  expect(me.status).toBe(401);
  await end();
});

const walks = [
  { as: systemAdminAfterChange, pages: ['firms', 'add-firm', 'update-admin-status', 'update-password', 'unauthorized'] },
  {
    as: () => lerato,
    pages: [
      'attorneys/attorney-list',
      'attorneys/add-attorney',
      'attorneys/disbursement-list',
      'attorneys/add-disbursement',
      'attorneys/update-cell',
      'attorneys/file-handler',
      'update-password',
      'add-attorney',
      'firms',
      'entries',
      'nowhere',
    ],
  },
  { as: () => demoAttorneys.thabo, pages: ['entries', 'update-password', 'firms'] },
] as const;

function systemAdminAfterChange() {
  return { ...systemAdmin, password: 'seven-quiet-lanterns' };
}

test.each(walks)('a walk over the pages breaks no rule of the Content-Security-Policy (walk %#)', async ({ as, pages }) => {
  const { page, complaints, end } = await visit(browser);
  await signIn(page, recoup.url, as());
  for (const name of pages) {
    const reply = await page.goto(`${recoup.url}/home/${name}`);
    expect(reply?.headers()['content-security-policy']).toContain("require-trusted-types-for 'script'");
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');
  }
  await page.getByRole('button', { name: /^Account of / }).click();
  expect(complaints).toEqual([]);
  const isRefused = await page.evaluate(() => {
    try {
      document.body.innerHTML = '<img src=x onerror=alert(1)>';
      return false;
    } catch {
      return true;
    }
  });
  expect(isRefused).toBe(true);
  await end();
});
