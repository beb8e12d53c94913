import { describe, it } from 'vitest';
import { apiRoot } from '@recoup/contract/core/endpoint';
import type { Page } from 'playwright-core';
import { deepIt, expect } from '../support/test.ts';
import { demoAttorneys, demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { a11yViolations } from '../support/a11y.ts';
import { logon, openWindow, recoup, useApp } from '../support/app.ts';
import { pageLists } from '../support/page-list.ts';
import { notices, signInByForm, typeSignIn, type Visit, waitForIdle } from '../support/browser.ts';
import { editAttorney } from '../support/attorney-form.ts';
import { systemAdmin } from '../support/recoup.ts';
import { keepNothing, holdRequests } from '../support/network.ts';

useApp();
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Sign in to go on' });
const { lerato, chantal } = demoFirmAdmins;

describe('a session that ends while a changed form is open', () => {
  it('lets the same user sign in over the page and save what was typed', async () => {
    const { page, consoleErrors } = await endedForm('0825550188', 390);
    await expect.poll(() => page.evaluate(() => sessionStorage.getItem('token'))).toBeNull();
    await dialogOf(page).getByText('Your session has ended. Please sign in again.').waitFor();
    expect(await a11yViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    const email = dialogOf(page).getByLabel('Email');
    await expect(email).toHaveValue(lerato.email);
    await expect(email).not.toBeEditable();
    await signInThere(page, 'not-the-password');
    await dialogOf(page)
      .getByRole('alert')
      .filter({ hasText: 'Incorrect email or password.' })
      .waitFor();
    await signInThere(page, lerato.password);
    await dialogOf(page).waitFor({ state: 'detached' });
    await expect(page.getByLabel('Cell')).toHaveValue('0825550188');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Attorney updated successfully!').waitFor();
    await page.getByRole('cell', { name: '0825550188' }).waitFor();
    expect(consoleErrors).toEqual([]);
  });

  deepIt('confirms before another user signs in, and shows that user nothing of it', async () => {
    const { page, consoleErrors } = await endedForm('0825550189');
    const seenByOther: string[] = [];
    page.on('request', (request) => {
      if (request.headers().authorization !== undefined)
        seenByOther.push(`${request.method()} ${new URL(request.url()).pathname}`);
    });
    await dialogOf(page).getByRole('button', { name: 'Use another account' }).click();
    const question = page.getByRole('dialog', { name: 'Use another account?' });
    await question.getByText('What you typed on this page is discarded.').waitFor();
    await question.getByRole('button', { name: 'Keep it' }).click();
    await question.waitFor({ state: 'detached' });
    await expect(page.getByLabel('Cell')).toHaveValue('0825550189');
    await dialogOf(page).getByRole('button', { name: 'Use another account' }).click();
    await question.getByRole('button', { name: 'Discard' }).click();
    await page.waitForURL('**/logon');
    await typeSignIn(page, chantal);
    await page.waitForURL('**/home/attorneys/attorney-list');
    await waitForIdle(page);
    await expect(page.getByText('Mokoena')).toHaveCount(0);
    // The first user's page sent no request with the other's token.
    expect(seenByOther.filter((call) => !/\/(?:me|users|overview)$/.test(call))).toEqual([]);
    expect(consoleErrors).toEqual([]);
  });

  deepIt('opens the page of the specification when the typed text is discarded', async () => {
    const { page } = await endedForm('0825550189');
    await dialogOf(page).getByRole('button', { name: 'Leave without saving' }).click();
    await page.waitForURL('**/home/unauthorized');
    await page.getByText('Your session has ended. Please sign in again.').waitFor();
    await page.getByRole('link', { name: 'Sign in again' }).click();
    await typeSignIn(page, lerato);
    await page.getByRole('heading', { name: 'Edit Attorney' }).waitFor();
    await expect(page.getByLabel('Name')).toHaveValue('Thabo Mokoena');
  });
});

deepIt('asks once whether the session has ended while the server is silent', async () => {
  const { page } = await openWindow();
  await page.clock.install();
  await signInByForm(page, recoup.url, demoAttorneys.thabo);
  await waitForIdle(page);
  let requested = 0;
  await page.route('**/core/api/me', () => {
    requested += 1;
  });
  await page.clock.fastForward('31:00');
  await page.clock.runFor(10_000);
  await expect.poll(() => requested).toBe(1);
});

deepIt('leaves an unchanged form once the next page has loaded, then calls nothing', async () => {
  const { page, consoleErrors } = await openWindow();
  await keepNothing(page);
  await signInByForm(page, recoup.url, lerato);
  await editAttorney(page, 'Thabo Mokoena');
  const cell = page.getByLabel('Cell');
  await cell.waitFor();
  const arrive = await holdRequests(page, '**/assets/*.js');
  await endSession(page);
  const without: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes(apiRoot) && request.headers().authorization === undefined)
      without.push(request.url());
  });
  const loading = page.waitForRequest('**/assets/*.js');
  await page.getByRole('button', { name: 'Save' }).click();
  await loading;
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
  await expect(cell).toBeVisible();
  arrive();
  await page.waitForURL('**/home/unauthorized');
  await expect(page.getByText('Mokoena')).toHaveCount(0);
  expect(without).toEqual([]);
  expect(consoleErrors).toEqual([]);
});

deepIt('keeps the letters of a matter that is not chosen yet over a sign-in in place', async () => {
  const { page } = await openWindow();
  await signInByForm(page, recoup.url, demoAttorneys.thabo);
  await page.getByRole('button', { name: 'Add entry' }).click();
  await page.getByLabel('Narration').fill('Three copies');
  const matter = page.getByRole('combobox', { name: 'Matter' });
  await matter.pressSequentially('NP00');
  await page.getByRole('option').first().waitFor();
  await endSession(page);
  await matter.pressSequentially('0');
  await signInThere(page, demoAttorneys.thabo.password);
  await dialogOf(page).waitFor({ state: 'detached' });
  await expect(matter).toHaveValue('NP000');
  await expect(page.getByLabel('Narration')).toHaveValue('Three copies');
  await page.getByLabel('Narration').focus();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Please choose the matter.').waitFor();
  await expect(matter).toHaveValue('NP000');
  await matter.press('ArrowDown');
  await page.getByRole('option').first().click();
  await expect(matter).toHaveValue(/^NP0001 · /);
});

deepIt('names the sign-in as the time when an entry of an ended session is sent', async () => {
  const { page } = await openWindow();
  await signInByForm(page, recoup.url, demoAttorneys.thabo);
  await page.getByRole('button', { name: 'Add entry' }).click();
  await page.getByRole('combobox', { name: 'Matter' }).fill('NP0001');
  await page.getByRole('option').first().click();
  await page.getByLabel('Unit price (R)').fill('12.50');
  await endSession(page);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await notices(page)
    .getByText('Saved on this device: R 12.50 on NP0001. It is sent after you sign in.')
    .waitFor();
  await signInByForm(page, recoup.url, demoAttorneys.thabo);
  await page.getByText('Recorded: R 12.50 on NP0001.').waitFor();
  await expect(page.getByRole('region', { name: 'Not sent yet' })).toHaveCount(0);
});

deepIt.each(pageLists)(
  'shows $who on every page why the session ended, with a link to the sign-in',
  async ({ as, pages }) => {
    expect(await endSessionOnPages(as, pages)).toEqual([]);
  },
);

/** As another tab or an administrator ends it. */
async function endSession(page: Page): Promise<void> {
  const token = await page.evaluate(() => sessionStorage.getItem('token'));
  await fetch(`${recoup.url}${apiRoot}/logout`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
  });
}

/** Thabo's form with another cell, whose session ends when it is saved. */
async function endedForm(cell: string, width = 1440): Promise<Visit> {
  const seen = await openWindow({ width });
  await signInByForm(seen.page, recoup.url, lerato);
  await editAttorney(seen.page, 'Thabo Mokoena');
  await seen.page.getByLabel('Cell').fill(cell);
  // A later request would tell the page before the form does.
  await seen.page.waitForLoadState('networkidle');
  await endSession(seen.page);
  await seen.page.getByRole('button', { name: 'Save' }).click();
  await dialogOf(seen.page).waitFor();
  return seen;
}

async function signInThere(page: Page, password: string): Promise<void> {
  await dialogOf(page).getByLabel('Password').fill(password);
  await dialogOf(page).getByLabel('Password').press('Enter');
}

/** Ends the session on each page, which must link to the sign-in. Returns console errors. */
async function endSessionOnPages(
  as: { email: string; password: string },
  pages: readonly string[],
): Promise<readonly string[]> {
  const { page, consoleErrors, end } = await openWindow();
  await page.clock.install();
  await page.goto(`${recoup.url}/logon`);
  const token = await logon(as);
  for (const place of pages.filter((each) => each !== '/home/unauthorized')) {
    // As a sign-in leaves it.
    await page.evaluate(
      ([now, role]) => {
        sessionStorage.clear();
        sessionStorage.setItem('token', now);
        sessionStorage.setItem('role', role);
      },
      [token, roleOf(as.email)] as const,
    );
    await page.goto(recoup.url + place);
    await waitForIdle(page);
    await page.evaluate(() => sessionStorage.setItem('token', 'x'.repeat(43)));
    await page.clock.fastForward('31:00');
    await page.waitForURL('**/home/unauthorized');
    // Until the next page has loaded, each list of the last one may say the same.
    await page.getByRole('link', { name: 'Sign in again' }).waitFor();
    await page.getByText('Your session has ended. Please sign in again.').waitFor();
  }
  await end();
  return consoleErrors;
}

function roleOf(email: string): string {
  if (email === systemAdmin.email) return '10';
  return email === lerato.email ? '1' : '0';
}
