import { it } from 'vitest';
import type { Page } from 'playwright-core';
import { demoAttorneys, demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { deepIt, expect } from '../support/test.ts';
import { openWindow, recoup, useApp } from '../support/app.ts';
import { keepNothing, holdRequests } from '../support/network.ts';
import { signIn, type Visit } from '../support/browser.ts';

useApp();

it('keeps the page where a dialog cannot be loaded, and opens it on Retry', async () => {
  const { page } = await attorneyWithout('open-entry-dialog');
  await page.getByRole('button', { name: 'Start call' }).click();
  await page.getByRole('button', { name: 'Stop' }).click();
  await notice(page).waitFor();
  await page.getByRole('heading', { name: 'My entries' }).waitFor();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Retry' }).click();
  await page.getByRole('dialog').getByLabel('Narration').waitFor();
  await expect(notice(page)).toHaveCount(0);
});

deepIt('tries again at the next click once the notice is dismissed', async () => {
  const { page } = await attorneyWithout('open-entry-dialog');
  const add = page.getByRole('button', { name: 'Add entry' });
  await add.click();
  await notice(page).waitFor();
  await page.getByRole('button', { name: 'Dismiss', exact: true }).click();
  await add.click();
  await notice(page).waitFor();
  await page.getByRole('button', { name: 'Dismiss', exact: true }).click();
  await page.unrouteAll();
  await add.click();
  await page.getByRole('dialog').getByLabel('Narration').waitFor();
  await expect(notice(page)).toHaveCount(0);
});

it('keeps the files of the frame once the first data is there, and no sooner', async () => {
  const { page } = await openWindow();
  const answer = await holdRequests(page, '**/core/api/users?**');
  await page.clock.install();
  await signIn(page, recoup.url, demoFirmAdmins.lerato, '/home/attorneys/attorney-list');
  await page.getByRole('navigation', { name: 'Main menu' }).waitFor();
  await page.clock.runFor(10_000);
  const count = () =>
    page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);
  expect(await count()).toBe(0);
  answer();
  await expect.poll(count).toBe(1);
});

/** An attorney who has touched nothing, on a device that keeps nothing, and without these files. */
async function attorneyWithout(files: string): Promise<Visit> {
  const seen = await openWindow();
  await keepNothing(seen.page);
  await signIn(seen.page, recoup.url, demoAttorneys.thabo, '/home/entries');
  await seen.page.route(`**/assets/${files}*`, (route) => route.abort('internetdisconnected'));
  return seen;
}

function notice(page: Page) {
  return page.getByText('Could not load. Please check your connection and try again.');
}
