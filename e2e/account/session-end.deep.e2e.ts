import { apiRoot } from '@recoup/contract/core/endpoint';
import { describe, it } from 'vitest';
import { expect } from '../support/expect.ts';
import { demoAttorneys, demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { signInByForm, visit } from '../support/browser.ts';
import { waitForIdle } from '../support/idle.ts';
import { editAttorney } from '../support/attorney-form.ts';
import { keepNothing } from '../support/network.ts';
import { browser, recoup, useApp } from '../support/app.ts';
import {
  endSession,
  endedForm,
  dialogOf,
  signInThere,
  endSessionOnPages,
} from '../support/session-end.ts';
import { pageLists } from '../support/page-list.ts';

useApp();
const { lerato } = demoFirmAdmins;

describe('a session that ends while a changed form is open', () => {
  it('opens the page of the specification when the typed text is discarded', async () => {
    const { page, end } = await endedForm('0825550189');
    await dialogOf(page).getByRole('button', { name: 'Leave without saving' }).click();
    await page.waitForURL('**/home/unauthorized');
    await page.getByText('Your session has ended. Please sign in again.').waitFor();
    await page.getByRole('link', { name: 'Sign in again' }).click();
    await page.getByLabel('Email').fill(lerato.email);
    await page.getByLabel('Password').fill(lerato.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Edit Attorney' }).waitFor();
    await expect(page.getByLabel('Name')).toHaveValue('Thabo Mokoena');
    await end();
  });
});

it('asks once whether the session has ended while the server is silent', async () => {
  const { page, end } = await visit(browser);
  await page.clock.install();
  await signInByForm(page, recoup.url, demoAttorneys.thabo);
  await waitForIdle(page);
  let asked = 0;
  await page.route('**/core/api/me', () => {
    asked += 1;
  });
  await page.clock.fastForward('31:00');
  await page.clock.runFor(10_000);
  await expect.poll(() => asked).toBe(1);
  await end();
});

it('leaves an unchanged form once the next page has loaded, and then calls nothing', async () => {
  const { page, consoleErrors, end } = await visit(browser);
  await keepNothing(page);
  await signInByForm(page, recoup.url, lerato);
  await editAttorney(page, 'Thabo Mokoena');
  const cell = page.getByLabel('Cell');
  await cell.waitFor();
  let arrive = () => {};
  const arrival = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route('**/assets/unauthorized-page-*.js', async (route) => {
    await arrival;
    await route.continue();
  });
  await endSession(page);
  const without: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes(apiRoot) && request.headers().authorization === undefined)
      without.push(request.url());
  });
  const loading = page.waitForRequest('**/assets/unauthorized-page-*.js');
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
  await end();
});

it('keeps the letters of a matter that is not chosen yet over a sign-in in place', async () => {
  const { page, end } = await visit(browser);
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
  await end();
});

it('names the sign-in as the time when an entry of an ended session is sent', async () => {
  const { page, end } = await visit(browser);
  await signInByForm(page, recoup.url, demoAttorneys.thabo);
  await page.getByRole('button', { name: 'Add entry' }).click();
  await page.getByRole('combobox', { name: 'Matter' }).fill('NP0001');
  await page.getByRole('option').first().click();
  await page.getByLabel('Unit price (R)').fill('12.50');
  await endSession(page);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page
    .getByRole('region', { name: 'Notifications' })
    .getByText('Saved on this device: R 12.50 on NP0001. It is sent after you sign in.')
    .waitFor();
  await signInByForm(page, recoup.url, demoAttorneys.thabo);
  await page.getByText('Recorded: R 12.50 on NP0001.').waitFor();
  await expect(page.getByRole('region', { name: 'Not sent yet' })).toHaveCount(0);
  await end();
});

it.each(pageLists.filter(({ as }) => as !== demoAttorneys.thabo))(
  'shows $who on every page why the session ended, with a link to the sign-in',
  async ({ as, pages }) => {
    expect(await endSessionOnPages(as, pages)).toEqual([]);
  },
);
