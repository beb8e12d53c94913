import type { Page } from 'playwright-core';
import { it } from 'vitest';
import { demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { openWindow, recoup, useApp } from '../support/app.ts';
import { signIn, signInByForm } from '../support/browser.ts';
import { holdRequests } from '../support/network.ts';
import { expect } from '../support/test.ts';

useApp();

it('requests the page of a link where the pointer rests, and not again at the click', async () => {
  const { matters, firstMatter, countRequests } = await openSuppliers();
  await matters.hover();
  await expect.poll(countRequests).toBe(1);
  await matters.click();
  await firstMatter.waitFor();
  expect(countRequests()).toBe(1);
});

it('requests the page of a link that the keyboard reaches', async () => {
  const { matters, countRequests } = await openSuppliers();
  await matters.focus();
  await expect.poll(countRequests).toBe(1);
});

it('requests a page again after a write, though the pointer rested on its link', async () => {
  const { page, matters, firstMatter, countRequests } = await openSuppliers();
  await page.getByRole('button', { name: 'Add supplier' }).press('Enter');
  await page.getByLabel('Name').fill('Vaal Sheriff');
  await matters.dispatchEvent('pointerover');
  await expect.poll(countRequests).toBe(1);
  await page.getByLabel('Name').press('Enter');
  await page.getByText('Supplier added.').waitFor();
  await matters.click();
  await firstMatter.waitFor();
  expect(countRequests()).toBe(2);
});

it('ends requests ahead where the query of the page changes', async () => {
  const { page, matters, firstMatter } = await openSuppliers(async (window) =>
    window.clock.install(),
  );
  await matters.click();
  await firstMatter.waitFor();
  // No time passes: after some seconds the request would end by itself.
  await page.clock.pauseAt(Date.now() + 60_000);
  await holdRequests(page, '**/core/api/rate-matrix**');
  const ended = page.waitForEvent('requestfailed', (request) =>
    request.url().includes('rate-matrix'),
  );
  const requested = page.waitForRequest('**/core/api/rate-matrix**');
  await page.getByRole('link', { name: 'Fees', exact: true }).hover();
  await page.clock.runFor(100);
  await requested;
  await page.getByLabel('Status', { exact: true }).selectOption('Closed');
  expect((await ended).method()).toBe('GET');
});

it('draws a page that was seen before its answer comes again', async () => {
  const { page, matters, firstMatter } = await openSuppliers();
  await matters.click();
  await firstMatter.waitFor();
  await page.getByRole('link', { name: 'Fees', exact: true }).click();
  await page.getByRole('heading', { name: 'Fees', level: 1 }).waitFor();
  const release = await holdRequests(page, '**/core/api/matters?**');
  await matters.click();
  await expect(firstMatter).toBeVisible();
  release();
});

it('ends requests ahead once the pointer rests elsewhere, and previews nothing', async () => {
  const { page, matters } = await openSuppliers();
  const sent: string[] = [];
  page.on('request', (request) => sent.push(`${request.method()} ${request.url()}`));
  await holdRequests(page, '**/core/api/matters?**');
  const ended = page.waitForEvent('requestfailed', (request) => request.url().includes('matters?'));
  const requested = page.waitForRequest('**/core/api/matters?**');
  await matters.hover();
  await requested;
  await page.getByRole('link', { name: 'Month end' }).hover();
  await ended;
  await expect.poll(() => sent.some((one) => one.includes('/month-ends/'))).toBe(true);
  expect(sent.filter((one) => one.startsWith('POST'))).toEqual([]);
});

it('keeps the files of the menu once the first page after a sign-in rests', async () => {
  const { page } = await openWindow();
  const fetched: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'fetch' && request.url().includes('/assets/'))
      fetched.push(request.url());
  });
  await signInByForm(page, recoup.url, demoFirmAdmins.lerato);
  const countKept = () =>
    page.evaluate(async () => {
      const names = (await caches.keys()).filter((name) => name.startsWith('assets-'));
      const kept = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
      return kept.flat().length;
    });
  await expect.poll(countKept).toBeGreaterThan(10);
  await expect.poll(() => fetched.length).toBeGreaterThan(10);
  // Files that pages share come once.
  expect(fetched).toEqual([...new Set(fetched)]);
});

/** A firm admin on a page, and the link to another one that was not seen yet. */
async function openSuppliers(prepare = async (_page: Page): Promise<void> => {}) {
  const { page } = await openWindow();
  await prepare(page);
  let requests = 0;
  page.on('request', (request) => {
    if (request.url().includes('/core/api/matters?')) requests += 1;
  });
  // The links are followed once the first data is drawn and this file has run.
  const follower = page.waitForResponse(/\/assets\/ahead-/);
  await signIn(page, recoup.url, demoFirmAdmins.lerato, '/home/attorneys/suppliers');
  await page.getByRole('button', { name: 'Add supplier' }).waitFor();
  const file = (await follower).url();
  // As a text, because Vite would replace `import` in a function.
  await page.evaluate(`import('${file}').then(() => undefined)`);
  return {
    page,
    matters: page.getByRole('link', { name: 'Matters', exact: true }),
    firstMatter: page.getByText(/^NP/).first(),
    countRequests: () => requests,
  };
}
