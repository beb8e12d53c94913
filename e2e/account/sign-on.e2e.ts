import type { Page } from 'playwright-core';
import { afterAll, beforeAll, test } from 'vitest';
import { demoAttorneys, demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { asAdmin, openWindow, recoup, signedIn, useApp } from '../support/app.ts';
import { notices } from '../support/browser.ts';
import { sentMails } from '../support/outbox.ts';
import { addApp, codeOf } from '../support/second-factor.ts';
import { client, type Provider, startProvider } from '../support/provider.ts';
import { expect } from '../support/test.ts';
import { callApi, postData, readMe } from '../support/wire.ts';

useApp({ RECOUP_EGRESS_ALLOW: '127.0.0.0/8' });

const { lerato } = demoFirmAdmins;
const { thabo } = demoAttorneys;
const settings = '/home/attorneys/sign-in';

let provider: Provider;
beforeAll(async () => {
  provider = await startProvider(recoup.url);
});
afterAll(async () => provider.close());

const providerName = () => new URL(provider.issuer).host;
const continueWith = (page: Page) =>
  page.getByRole('button', { name: `Continue with ${providerName()}` });
const useAccount = (page: Page) => page.getByRole('link', { name: 'Use this account' }).click();

/** The firm's provider, saved without the page. */
async function setUp(change: object = {}): Promise<void> {
  const me = await readMe(lerato);
  const signOn = {
    issuer: provider.issuer,
    ...client,
    domains: ['nkosi.co.za'],
    linksByEmail: true,
    isRequired: false,
    passwordAdmin: me._id,
    factorBy: 'recoup',
  };
  await callApi(lerato, 'PUT', '/firm-settings', { signOn: { ...signOn, ...change } });
}

const mailedAs = (email: string) => ({ sub: email, email, email_verified: true });

test('saves the provider of the firm, and shows in a test what it says', async () => {
  provider.person = { sub: 'lerato', email: lerato.email };
  const { page, consoleErrors } = await asAdmin(settings);
  const panel = page.getByRole('region', { name: 'Single sign-on' });
  await panel.getByLabel('Issuer').fill('https://login.microsoftonline.com/common/v2.0');
  await panel.getByLabel('Client id').fill('recoup');
  await panel.getByLabel('Client secret', { exact: true }).fill(client.clientSecret);
  await panel.getByLabel('nkosi.co.za').check();
  await panel.getByRole('button', { name: 'Save single sign-on' }).click();
  await expect(panel).toContainText('Take the one of your own tenant');
  await panel.getByLabel('Issuer').fill(provider.issuer);
  await panel.getByRole('button', { name: 'Save single sign-on' }).click();
  await expect(notices(page)).toContainText('Single sign-on saved.');
  await expect(panel.getByLabel('Redirect address')).toHaveText(
    `${recoup.url}/core/api/sign-on/callback`,
  );
  await panel.getByRole('button', { name: 'Test the saved provider' }).click();
  await useAccount(page);
  await expect(page.getByRole('list', { name: 'Claims of the provider' })).toContainText(
    lerato.email,
  );
  expect(consoleErrors).toEqual([]);
});

test('says at the box why single sign-on may not be required yet', async () => {
  await setUp({ linksByEmail: false });
  const { page } = await asAdmin(settings);
  const panel = page.getByRole('region', { name: 'Single sign-on' });
  const box = panel.getByLabel('Require single sign-on');
  await box.check();
  await panel.getByRole('button', { name: 'Save single sign-on' }).click();
  await expect(panel).toContainText('Sign in by single sign-on once yourself');
  await expect(box).toBeFocused();
  await expect(box).toHaveAccessibleDescription(/Sign in by single sign-on once yourself/);
});

test('names the people who are not linked, and invites one by the page of the person', async () => {
  await setUp({ linksByEmail: false });
  provider.person = { sub: 'lerato' };
  const { page } = await signedIn(lerato, '/home/security');
  await page.getByRole('button', { name: 'Link account' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click();
  await useAccount(page);
  await expect(notices(page)).toContainText('Your account is linked.');
  const { page: own } = await openWindow();
  await own.goto(`${recoup.url}/logon`);
  await own.getByLabel('Email').fill(lerato.email);
  await continueWith(own).click();
  await useAccount(own);
  await expect(own.getByRole('heading', { level: 1 })).toBeVisible();
  await own.goto(recoup.url + settings);
  const people = own.getByRole('list', { name: 'People who are not linked' });
  await expect(people).toContainText(demoAttorneys.saras.name);
  await own.getByLabel('Require single sign-on').check();
  await own.getByRole('button', { name: 'Save single sign-on' }).click();
  await expect(notices(own)).toContainText('Single sign-on saved.');
  await expect(own.getByText('These people cannot sign in')).toBeVisible();
  await people.getByRole('link', { name: demoAttorneys.saras.name }).click();
  await own.getByRole('button', { name: 'Invite to single sign-on' }).click();
  await own.getByRole('dialog').getByRole('button', { name: 'Send' }).dblclick();
  await expect(notices(own)).toContainText('The invitation to Saras Naidoo is on its way.');
  const { email } = demoAttorneys.saras;
  await expect.poll(async () => (await sentMails(recoup, email)).length).toBe(1);
  const [mail = ''] = await sentMails(recoup, email);
  const { page: saras } = await openWindow();
  await saras.goto(recoup.url + invitationIn(mail));
  provider.person = { sub: 'saras' };
  await continueWith(saras).click();
  await useAccount(saras);
  await expect(saras.getByRole('heading', { level: 1 })).toHaveText('My entries');
  await own.goto(recoup.url + settings);
  await expect(own.getByLabel('Require single sign-on')).toBeChecked();
  await expect(people).not.toContainText(demoAttorneys.saras.name);
});

/** The path of the link in a mail. */
function invitationIn(mail: string): string {
  const text = mail.replaceAll('=\r\n', '').replaceAll('=\n', '').replaceAll('=3D', '=');
  return /\/logon\?email=\S+#invitation=[\w-]{43}/.exec(text)?.[0] ?? '';
}

test('links an account on the page Security, and signs in with it', async () => {
  await setUp();
  provider.person = { sub: 'thabo' };
  const { page } = await signedIn(thabo, '/home/security');
  await page.getByRole('button', { name: 'Link account' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click();
  await useAccount(page);
  await expect(notices(page)).toContainText('Your account is linked.');
  await expect(page.getByRole('list', { name: 'Linked accounts' })).toContainText(providerName());
  const { page: other } = await openWindow();
  await other.goto(`${recoup.url}/logon`);
  await other.getByLabel('Email').fill(thabo.email);
  await continueWith(other).click();
  await useAccount(other);
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('My entries');
});

test('offers nothing for the email of a firm without single sign-on', async () => {
  await setUp();
  const { page } = await openWindow();
  await page.goto(`${recoup.url}/logon`);
  await page.getByLabel('Email').fill(lerato.email);
  await expect(continueWith(page)).toHaveCount(1);
  await page.getByLabel('Email').fill(demoFirmAdmins.chantal.email);
  await expect(continueWith(page)).toHaveCount(0);
});

test('signs an invited person in with three clicks', async () => {
  await setUp({ linksByEmail: false });
  const email = 'nomsa.invited@nkosi.co.za';
  provider.person = { sub: 'nomsa' };
  const { firm } = await readMe(lerato);
  await postData(lerato, '/register', {
    role: 0,
    firm: firm._id,
    name: 'Nomsa Invited',
    email,
    cell: '0825550188',
    status: 2,
    password: 'paper-lion-station-18',
    invitation: true,
  });
  await expect.poll(async () => (await sentMails(recoup, email)).length).toBe(1);
  const [mail = ''] = await sentMails(recoup, email);
  const link = invitationIn(mail);
  const { page } = await openWindow();
  const addresses: string[] = [];
  page.on('request', (request) => addresses.push(request.url()));
  // The first click, in the mail.
  const clicks = await countClicks(page, 1);
  await page.goto(recoup.url + link);
  await expect(page.getByRole('status').or(page.getByRole('alert')).first()).toBeVisible();
  await continueWith(page).click();
  await useAccount(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My entries');
  expect(page.url()).not.toContain('invitation');
  const secret = link.split('=').at(-1) ?? '';
  // The part behind the `#` reaches no server.
  const sent = addresses.map((address) => address.split('#')[0]);
  expect(sent.filter((address) => address?.includes(secret))).toEqual([]);
  await expect.poll(clicks).toBe(3);
});

/** Returns the number of clicks on all pages that the window shows from now on. */
async function countClicks(page: Page, before: number): Promise<() => number> {
  let clicks = before;
  await page.exposeFunction('countClick', () => {
    clicks += 1;
  });
  await page.addInitScript(
    "addEventListener('click', ({ isTrusted }) => isTrusted && window.countClick(), true)",
  );
  return () => clicks;
}

test('lets the firm admin remove the account of a person who has another one', async () => {
  await setUp();
  const { pieter } = demoAttorneys;
  provider.person = mailedAs(pieter.email);
  const signIn = async () => {
    const { page } = await openWindow();
    await page.goto(`${recoup.url}/logon`);
    await page.getByLabel('Email').fill(pieter.email);
    await continueWith(page).click();
    await useAccount(page);
    return page;
  };
  await expect((await signIn()).getByRole('heading', { level: 1 })).toHaveText('My entries');
  provider.person = { ...mailedAs(pieter.email), sub: 'made anew' };
  const refused = await signIn();
  await expect(refused.getByText('ask your firm admin to remove the link')).toBeVisible();
  const { page } = await signedIn(lerato);
  await page.getByRole('link', { name: `Edit ${pieter.name}` }).click();
  await page.getByRole('button', { name: 'Remove linked account' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(notices(page)).toContainText(`The linked account of ${pieter.name} was removed.`);
  await expect((await signIn()).getByRole('heading', { level: 1 })).toHaveText('My entries');
});

test('says in a sentence why a single sign-on failed', async () => {
  await setUp();
  provider.person = mailedAs('nobody@elsewhere.example');
  const { page } = await openWindow();
  await page.goto(`${recoup.url}/logon`);
  await page.getByLabel('Email').fill(thabo.email);
  await continueWith(page).click();
  await useAccount(page);
  await expect(
    page.getByText('This account is not linked with anyone at your firm.'),
  ).toBeVisible();
  await page.goto(`${recoup.url}/logon#sign-on-error=<b>anything`);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await expect(page.getByText('anything')).toHaveCount(0);
});

test('takes no ticket that a link brings along', async () => {
  await setUp();
  provider.person = { sub: 'thabo' };
  const { page: thief } = await openWindow();
  await thief.route('**/logon/sign-on', (route) => route.abort());
  await thief.goto(`${recoup.url}/logon`);
  await thief.getByLabel('Email').fill(thabo.email);
  await continueWith(thief).click();
  let link = '';
  // The page takes the ticket out of its address at once.
  thief.on('framenavigated', (frame) => {
    if (frame.url().includes('#ticket=')) link = frame.url();
  });
  await useAccount(thief);
  await expect.poll(() => link).not.toBe('');
  const { page: victim } = await openWindow();
  await victim.goto(link);
  await expect(victim.getByText('That took too long. Please sign in again.')).toBeVisible();
});

/** A user without a password, whose session is older than ten minutes. */
async function endFreshness(page: Page, name: string): Promise<void> {
  const account = {
    _id: '0190a000-0000-7000-8000-000000000001',
    issuer: provider.issuer,
    provider: name,
    createdAt: '2026-01-01T00:00:00.000Z',
    lastUsedAt: null,
  };
  await page.route('**/core/api/identities', (route) =>
    route.fulfill({ json: { data: [account], count: 1, provider: name, opensByPassword: false } }),
  );
  const message = 'Please enter your password to confirm that it is you.';
  await page.route('**/core/api/firm-settings', (route) =>
    route.request().method() === 'GET'
      ? route.continue()
      : route.fulfill({ status: 403, json: { message, code: 'reauthentication_required' } }),
  );
}

test('offers the provider when saving needs a confirmation, and keeps the fields', async () => {
  await setUp();
  const { page } = await asAdmin(settings);
  await endFreshness(page, providerName());
  const panel = page.getByRole('region', { name: 'Single sign-on' });
  await panel.getByLabel('Client id').fill('typed');
  await panel.getByRole('button', { name: 'Save single sign-on' }).click();
  await expect(panel).toContainText('You have no password here: confirm at');
  await expect(panel.getByRole('button', { name: `Confirm with ${providerName()}` })).toBeEnabled();
  await expect(panel.getByLabel('Client id')).toHaveValue('typed');
});

test('names the way to confirm at Google, which proves no new sign-in', async () => {
  await setUp();
  const { page } = await asAdmin(settings);
  await endFreshness(page, 'Google');
  await page.getByRole('button', { name: 'End single sign-on' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'End', disabled: false }).click();
  await expect(dialog).toContainText('Sign out and in again');
  await expect(dialog.getByRole('button', { name: 'Confirm with Google' })).toHaveCount(0);
});

test('leads to the page that was asked for, behind the second factor of Recoup', async () => {
  await setUp();
  const { pieter } = demoAttorneys;
  provider.person = { ...mailedAs(pieter.email), sub: 'made anew' };
  const { page: own } = await signedIn(pieter, '/home/security');
  const { secret } = await addApp(own);
  const { page } = await openWindow();
  await page.goto(`${recoup.url}/home/entries/month`);
  await page.getByLabel('Email').fill(pieter.email);
  await continueWith(page).click();
  await useAccount(page);
  await page.getByRole('heading', { name: 'Confirm that it is you' }).waitFor();
  await page.getByRole('textbox', { name: 'Code' }).fill(codeOf(secret, 1));
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await expect(page).toHaveURL(`${recoup.url}/home/entries/month`);
});
