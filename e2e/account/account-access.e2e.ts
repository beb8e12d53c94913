import { apiRoot } from '@recoup/contract/core/endpoint';
import { userEndpoints } from '@recoup/contract/users/endpoints';
import { test } from 'vitest';
import { deepIt, expect } from '../support/test.ts';
import { demoAttorneys, demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { a11yViolations } from '../support/a11y.ts';
import { focused } from '../support/keyboard.ts';
import { systemAdmin } from '../support/recoup.ts';
import { openWindow, recoup, useApp } from '../support/app.ts';
import { logOut, signInByForm, typeSignIn, waitForIdle } from '../support/browser.ts';
import { readMe, callApi } from '../support/wire.ts';

useApp();
const { lerato } = demoFirmAdmins;

test('one comes back to where one wanted to go, and no role sees another’s pages', async () => {
  const { page, consoleErrors, end } = await openWindow();
  await page.goto(`${recoup.url}/home/attorneys/file-handler`);
  await page.waitForURL('**/logon?to=*');
  await page.getByLabel('Email').fill(lerato.email);
  await page.getByLabel('Password').fill('not-the-password');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('alert').waitFor();
  await expect.poll(() => new URL(page.url()).pathname).toBe('/logon');
  await page.getByLabel('Password').fill(lerato.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/home/attorneys/file-handler');
  await page.goto(`${recoup.url}/logon`);
  await page.waitForURL('**/home/attorneys/attorney-list');
  expect(consoleErrors).toEqual([]);
  await end();

  const other = await openWindow();
  await signInByForm(other.page, recoup.url, systemAdmin);
  await other.page.goto(`${recoup.url}/home/attorneys/attorney-list`);
  await other.page.waitForURL('**/home/unauthorized');
  await other.page.getByText('Unauthorized Access!').waitFor();
  await other.page.getByRole('img', { name: 'Access denied' }).waitFor();
  expect(await a11yViolations(other.page)).toEqual([]);
  expect(other.consoleErrors).toEqual([]);
});

deepIt('an ended session is announced, and a new sign-in leads back', async () => {
  const { page } = await openWindow();
  await signInByForm(page, recoup.url, lerato);
  const token = await page.evaluate(() => sessionStorage.getItem('token'));
  // A request of the page that is still under way would announce it before the search does.
  await page.getByRole('link', { name: /ready to close/ }).waitFor();
  await waitForIdle(page);
  await fetch(`${recoup.url}${apiRoot}/logout`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
  });
  await page.getByPlaceholder(/search/i).fill('Thabo');
  await page.waitForURL('**/home/unauthorized');
  await page.getByText('Your session has ended. Please sign in again.').waitFor();
  await page.getByRole('link', { name: 'Sign in again' }).click();
  await typeSignIn(page, lerato);
  await page.waitForURL('**/home/attorneys/attorney-list*');
  await expect.poll(() => focused(page)).toBe('Attorneys');
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('token'))).not.toBe(token);
});

test('a first sign-in leads to the change of password and nowhere else', async () => {
  const person = { email: 'new.person@nkosi.co.za', password: 'paper-station-quiet-3' };
  const { firm } = await readMe(lerato);
  const body = {
    ...person,
    firm: firm._id,
    name: 'New Person',
    cell: '0821239999',
    role: 0,
    status: 2,
  };
  await callApi(lerato, 'POST', userEndpoints.register.path, body);
  const { page, consoleErrors } = await openWindow();
  await signInByForm(page, recoup.url, person);
  await page.waitForURL('**/home/update-password');
  await page.goto(`${recoup.url}/home/firms`);
  await page.waitForURL('**/home/update-password');
  await page.getByLabel(/^Old Password/).fill(person.password);
  await page.getByLabel(/^New Password/).fill('seven-quiet-lanterns');
  await page.getByLabel(/^Confirm Password/).fill('seven-quiet-lanterns');
  await page.getByRole('button', { name: 'Update' }).click();
  await page.waitForURL('**/home/entries');
  expect(consoleErrors).toEqual([]);
});

test('logging out ends the session on the server, too', async () => {
  const { page } = await openWindow();
  await signInByForm(page, recoup.url, lerato);
  const token = await page.evaluate(() => sessionStorage.getItem('token'));
  await logOut(page);
  await page.waitForURL('**/logon*');
  await expect
    .poll(() =>
      page.evaluate(() => [sessionStorage.getItem('token'), sessionStorage.getItem('role')]),
    )
    .toEqual([null, null]);
  const me = await fetch(`${recoup.url}${apiRoot}/me`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(me.status).toBe(401);
  // Another user of the same window is led home, not to the page that was left.
  const attorney = demoAttorneys.thabo;
  await typeSignIn(page, attorney);
  await page.waitForURL('**/home/entries');
});

test('a walk over the pages breaks no rule of the Content-Security-Policy', async () => {
  const { page, consoleErrors } = await openWindow();
  await signInByForm(page, recoup.url, demoAttorneys.thabo);
  for (const name of ['entries', 'update-password', 'firms']) {
    const reply = await page.goto(`${recoup.url}/home/${name}`);
    expect(reply?.headers()['content-security-policy'], name).toContain(
      "require-trusted-types-for 'script'",
    );
    await waitForIdle(page);
  }
  await page.getByRole('button', { name: /^Account of / }).click();
  expect(consoleErrors).toEqual([]);
  const isRefused = await page.evaluate(() => {
    try {
      document.body.innerHTML = '<img src=x onerror=alert(1)>';
      return false;
    } catch {
      return true;
    }
  });
  expect(isRefused).toBe(true);
});

deepIt('ignores a wrong link of an invitation, and tells signed-in users', async () => {
  const { page, consoleErrors } = await openWindow();
  await page.goto(`${recoup.url}/logon?email=%3Cimg%20src%3Dx%3E&to=%2Fhome%2Fprofile`);
  await page.waitForURL('**/logon?to=%2Fhome%2Fprofile');
  await expect(page.getByLabel('Email')).toHaveValue('');
  await expect(page.getByText('Welcome to Recoup.')).toHaveCount(0);
  await typeSignIn(page, lerato);
  await page.waitForURL('**/home/profile');
  await page.goto(`${recoup.url}/logon?email=${encodeURIComponent(demoFirmAdmins.chantal.email)}`);
  await page.getByText('You are signed in already. To use an invitation, log out first.').waitFor();
  await page.waitForURL('**/home/attorneys/attorney-list');
  expect(consoleErrors).toEqual([]);
});
