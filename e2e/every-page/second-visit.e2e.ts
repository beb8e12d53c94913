import type { Page } from 'playwright-core';
import { it } from 'vitest';
import { deepIt } from '../support/deep.ts';
import { demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { expect } from '../support/expect.ts';
import { asAdmin, recoup, useApp, openWindow } from '../support/app.ts';
import { startNetwork, holdRequests } from '../support/network.ts';
import { signIn } from '../support/browser.ts';
import { startReleases } from '../support/release.ts';

useApp();

it('draws the frame from the device while the data comes', async () => {
  const { page, consoleErrors } = await asAdmin();
  await isKept(page);
  const answer = await holdRequests(page, '**/core/api/users?**');
  const fromServer: string[] = [];
  page.on('response', (response) => {
    if (!response.fromServiceWorker() && !response.url().includes('/core/api/'))
      fromServer.push(response.url());
  });
  await page.reload({ waitUntil: 'commit' });
  await page.getByRole('navigation', { name: 'Attorney area' }).waitFor();
  await expect(page.getByRole('link', { name: /^Edit / })).toHaveCount(0);
  expect(fromServer.filter((url) => !url.endsWith('.svg'))).toEqual([]);
  answer();
  await page
    .getByRole('link', { name: /^Edit / })
    .first()
    .waitFor();
  expect(consoleErrors).toEqual([]);
});

it('keeps nothing but the page and its files', async () => {
  const { page } = await asAdmin();
  await isKept(page);
  await page.reload();
  await page
    .getByRole('link', { name: /^Edit / })
    .first()
    .waitFor();
  const kept = await page.evaluate(async () => {
    const caught = await Promise.all(
      (await caches.keys()).map(async (name) => (await caches.open(name)).keys()),
    );
    return caught.flat().map(({ url }) => new URL(url).pathname);
  });
  expect(kept.filter((url) => !url.startsWith('/assets/'))).toEqual(['/home']);
});

deepIt('says that a kept page has no network, and shows the list once there is one', async () => {
  const network = await startNetwork(recoup.url);
  const { page } = await openWindow();
  await signIn(page, network.url, demoFirmAdmins.lerato, '/home/attorneys/attorney-list');
  await isKept(page);
  await Promise.all([page.context().setOffline(true), network.cut()]);
  await page.reload();
  await page.getByText('The service cannot be reached.').first().waitFor();
  await network.restore();
  await page.context().setOffline(false);
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect.poll(() => page.getByRole('link', { name: /^Edit / }).count()).toBeGreaterThan(0);
});

deepIt('shows a new release on the first visit after it, unless the user was faster', async () => {
  const releases = await startReleases(recoup.url);
  const { page, end } = await openWindow();
  await signIn(page, releases.url, demoFirmAdmins.lerato, '/home/attorneys/attorney-list');
  await isKept(page);
  const count = () => page.locator('meta[name="release"]').count();
  await page.reload();
  expect(await count()).toBe(0);
  releases.deploy();
  await page.addInitScript(() =>
    document.addEventListener('DOMContentLoaded', () =>
      window.dispatchEvent(new KeyboardEvent('keydown')),
    ),
  );
  await page.reload();
  await page.evaluate(untilNewWorker);
  expect(await count()).toBe(0);
  await page.reload();
  await expect.poll(count).toBe(1);
  await end();
  releases.close();
});

deepIt('loads an untouched page again when a new release has come', async () => {
  const releases = await startReleases(recoup.url);
  const { page, end } = await openWindow();
  await signIn(page, releases.url, demoFirmAdmins.lerato, '/home/attorneys/attorney-list');
  await isKept(page);
  releases.deploy();
  await page.reload();
  await expect(page.locator('meta[name="release"]')).toHaveCount(1);
  await page
    .getByRole('link', { name: /^Edit / })
    .first()
    .waitFor();
  await end();
  releases.close();
});

function untilNewWorker(): Promise<void> {
  return new Promise((resolve) => {
    const look = () => void caches.has('assets-next').then((is) => (is ? resolve() : wait()));
    const wait = () => setTimeout(look, 50);
    look();
  });
}

/** The worker runs and has kept the page. */
async function isKept(page: Page): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
}
