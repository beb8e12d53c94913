import { readFile } from 'node:fs/promises';
import { it } from 'vitest';
import type { Page } from 'playwright-core';
import {
  demoAttorneys,
  demoFirmAdmins,
  demoOffice,
} from '../../apps/server/src/seeds/demo-people.ts';
import { expect } from '../support/test.ts';
import { role } from '@recoup/contract/core/access';
import { logon, openWindow, recoup, useApp } from '../support/app.ts';
import { systemAdmin } from '../support/recoup.ts';
import { holdRequests } from '../support/network.ts';
import { signIn, waitForFrame } from '../support/browser.ts';

useApp();

const firstPages = [
  { who: 'the system admin', as: systemAdmin, own: role.systemAdmin, at: '/home/firms' },
  {
    who: 'a firm admin',
    as: demoFirmAdmins.lerato,
    own: role.attorneyAdmin,
    at: '/home/attorneys/attorney-list',
  },
  { who: 'an attorney', as: demoAttorneys.thabo, own: role.attorney, at: '/home/entries' },
] as const;
const list = /\/core\/api\/(?:firms\?|users\?role|entries\?)/;

it.each(firstPages)(
  'requests the user and the first list of $who before the program, and once',
  async ({ as, own, at }) => {
    const { page } = await openWindow();
    await beSignedIn(page, await logon(as), own);
    const requested = recordCalls(page);
    const release = await holdRequests(page, '**/assets/*.js');
    await page.goto(recoup.url + at, { waitUntil: 'commit' });
    await expect.poll(() => requested.length).toBe(2);
    release();
    await waitForFrame(page);
    await expect(page.getByRole('progressbar')).toHaveCount(0);
    expect(requested.filter((url) => url.endsWith('/me'))).toHaveLength(1);
    expect(requested.filter((url) => list.test(url))).toHaveLength(1);
  },
);

it('requests the data of a page before its files', async () => {
  const { page } = await openWindow();
  await beSignedIn(page, await logon(demoFirmAdmins.lerato), role.attorneyAdmin);
  const urls: string[] = [];
  page.on('request', (request) => urls.push(new URL(request.url()).pathname));
  await page.goto(`${recoup.url}/home/attorneys/matters`);
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  const files = urls.findIndex((url) => /shared-\d+-.*js$/.test(url));
  expect(files).toBeGreaterThan(0);
  expect(urls.slice(0, files)).toEqual(
    expect.arrayContaining(['/core/api/me', '/core/api/matters']),
  );
});

it('requests the files of a page before the rest of its data', async () => {
  const { page } = await openWindow();
  await beSignedIn(page, await logon(lerato), role.attorneyAdmin);
  const requested = recordPaths(page);
  await page.goto(`${recoup.url}/home/attorneys/overview`, { waitUntil: 'commit' });
  await expect.poll(() => requested).toContain('/core/api/overview');
  const at = (one: RegExp) => requested.findIndex((each) => one.test(each));
  // Three requests come before the files. A browser may send the fourth before or after them.
  expect(at(/shared-\d+-.*js$/)).toBeGreaterThan(at(/month-ends/));
  expect(at(/shared-\d+-.*js$/)).toBeLessThan(at(/exports/));
});

it('has the start within the page, and requests no file of it', async () => {
  const { page } = await openWindow();
  await beSignedIn(page, await logon(demoFirmAdmins.lerato), role.attorneyAdmin);
  const urls: string[] = [];
  page.on('request', (request) => urls.push(request.url()));
  await page.goto(`${recoup.url}/home/attorneys/matters`);
  await page.getByRole('link', { name: 'Fees', exact: true }).click();
  await page.getByRole('grid', { name: 'Fees' }).waitFor();
  await page.waitForLoadState('networkidle');
  expect(urls.filter((url) => url.includes('/assets/'))).not.toEqual([]);
  expect(urls.filter((url) => url.includes('/assets/start-'))).toEqual([]);
});

it('draws a page with the data that came before its program, without one that waits', async () => {
  const { page } = await openWindow();
  await beSignedIn(page, await logon(demoFirmAdmins.lerato), role.attorneyAdmin);
  await page.addInitScript(() => {
    const seen = { waiting: 0 };
    Object.assign(globalThis, { seen });
    new MutationObserver(() => {
      seen.waiting += document.querySelectorAll('main table[aria-busy="true"]').length;
    }).observe(document, { childList: true, subtree: true });
  });
  const release = await holdRequests(page, '**/assets/*.js');
  const answer = page.waitForResponse('**/core/api/matters?**');
  await page.goto(`${recoup.url}/home/attorneys/matters`, { waitUntil: 'commit' });
  await (await answer).finished();
  release();
  await page
    .getByRole('link', { name: /^Statement/ })
    .first()
    .waitFor();
  expect(await page.evaluate(() => Reflect.get(globalThis, 'seen'))).toEqual({ waiting: 0 });
});

const lastClosing = 'GET /exports?page=1&itemsPerPage=1&closing=true';
const { lerato } = demoFirmAdmins;
const { thabo } = demoAttorneys;
const firstViews = [
  {
    at: '/home/attorneys/overview',
    as: lerato,
    own: role.attorneyAdmin,
    needs: ['GET /overview', 'POST /exports', lastClosing],
  },
  {
    at: '/home/attorneys/month-end',
    as: lerato,
    own: role.attorneyAdmin,
    needs: ['POST /exports', lastClosing],
  },
  {
    at: '/home/attorneys/add-posting-layout',
    as: lerato,
    own: role.attorneyAdmin,
    needs: ['POST /posting-layouts/test-line'],
  },
  {
    at: '/home/entries/calls',
    as: thabo,
    own: role.attorney,
    needs: ['GET /private-numbers'],
  },
  {
    at: '/home/firms',
    as: thabo,
    own: role.attorney,
    needs: ['GET /firms?page=1&itemsPerPage=10'],
  },
] as const;

it.each(firstViews)('requests before the program, and once, what $at waits for', async (row) => {
  const { page } = await openWindow();
  await beSignedIn(page, await logon(row.as), row.own);
  const requested = recordNames(page);
  const release = await holdRequests(page, '**/assets/*.js');
  await page.goto(recoup.url + row.at, { waitUntil: 'commit' });
  await expect.poll(() => requested).toEqual(expect.arrayContaining([...row.needs]));
  release();
  await waitForFrame(page);
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
  expect(requested.filter((each) => row.needs.some((need) => need === each))).toHaveLength(
    row.needs.length,
  );
});

it('requests the sections of the integrations before the program', async () => {
  const { page } = await openWindow();
  await beSignedIn(page, await logon(lerato), role.attorneyAdmin);
  const requested = recordNames(page);
  await holdRequests(page, '**/assets/*.js');
  await page.goto(`${recoup.url}/home/attorneys/integrations`, { waitUntil: 'commit' });
  await expect
    .poll(() => requested)
    .toEqual([
      'GET /me',
      'GET /api-keys',
      'GET /webhooks',
      'GET /sftp-servers',
      'GET /hand-overs',
      'GET /hand-over-runs?itemsPerPage=10',
      'GET /posting-layouts',
    ]);
});

it('takes no answer of another session', async () => {
  const { page } = await openWindow();
  await beSignedIn(page, await logon(lerato), role.attorneyAdmin);
  const release = await holdRequests(page, '**/assets/*.js');
  const answer = page.waitForResponse('**/core/api/matters?**');
  await page.goto(`${recoup.url}/home/attorneys/matters`, { waitUntil: 'commit' });
  await (await answer).finished();
  const other = await logon(demoFirmAdmins.anneke);
  await page.evaluate((token) => sessionStorage.setItem('token', token), other);
  release();
  await expect(page.getByRole('table', { name: 'Matters' })).toContainText(/VM0\d\d\d/);
  await expect(page.getByText('NP0001')).toHaveCount(0);
});

it('reads the record of a form that another page has just read', async () => {
  const { page } = await openWindow();
  await beSignedIn(page, await logon(lerato), role.attorneyAdmin);
  // No time passes between the two pages.
  await page.clock.setFixedTime(Date.now());
  const release = await holdRequests(page, '**/assets/*.js');
  const answer = page.waitForResponse('**/core/api/firm-settings');
  await page.goto(`${recoup.url}/home/attorneys/add-disbursement`, { waitUntil: 'commit' });
  await (await answer).finished();
  release();
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('heading', { name: 'Firm settings' }).waitFor();
  await expect(page.getByRole('button', { name: 'Save VAT settings' })).toBeVisible();
});

it('loads the chart of the overview beside its page', async () => {
  const manifest: Record<string, { file: string; name?: string }> = JSON.parse(
    await readBuilt('manifest.json'),
  );
  const chart = Object.values(manifest).find(({ name }) => name === 'charts')?.file;
  const { page } = await openWindow();
  await beSignedIn(page, await logon(lerato), role.attorneyAdmin);
  const requested = recordPaths(page);
  await holdRequests(page, '**/assets/*.js');
  await page.goto(`${recoup.url}/home/attorneys/overview`, { waitUntil: 'commit' });
  await expect.poll(() => requested).toContain(`/${chart}`);
});

it('requests before the program the pages that are a secretary’s own', async () => {
  const { page } = await openWindow();
  await signIn(page, recoup.url, demoOffice.precious, '/home/entries');
  await page.getByRole('heading', { name: /^Entries for/ }).waitFor();
  const requested = recordNames(page);
  await holdRequests(page, '**/assets/*.js');
  await page.goto(`${recoup.url}/home/entries/calls`, { waitUntil: 'commit' });
  await expect.poll(() => requested).toContain('GET /private-numbers');
  await page.goto(`${recoup.url}/home/firms`, { waitUntil: 'commit' });
  await expect.poll(() => requested).toContain('GET /firms?page=1&itemsPerPage=10');
});

it('loads the questions of a form behind its data', async () => {
  const { page } = await openWindow();
  await beSignedIn(page, await logon(lerato), role.attorneyAdmin);
  const requested = recordPaths(page);
  const findQuestions = () =>
    requested.filter((name) => /\/(?:questions|sign-in-again)-/.test(name));
  const release = await holdRequests(page, '**/posting-layouts/test-line');
  await page.goto(`${recoup.url}/home/attorneys/add-posting-layout`);
  await page.getByRole('textbox', { name: 'Name' }).waitFor();
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  expect(findQuestions()).toEqual([]);
  release();
  await expect.poll(findQuestions).not.toEqual([]);
});

it.each([
  ['/guide', '/guide'],
  ['/nowhere', '*'],
])('requests all files of %s at once', async (at, row) => {
  const preloads: Record<string, string[]> = JSON.parse(await readBuilt('preloads.json'));
  const files = preloads[row]?.filter((name) => name.endsWith('.js')) ?? [];
  expect(files.length).toBeGreaterThan(1);
  const { page } = await openWindow();
  const requested = recordPaths(page);
  await holdRequests(page, '**/assets/*.js');
  await page.goto(recoup.url + at, { waitUntil: 'commit' });
  await expect.poll(() => requested).toEqual(expect.arrayContaining(files));
});

it('previews the closing of a month before the program, and once', async () => {
  const { page } = await openWindow();
  await beSignedIn(page, await logon(demoFirmAdmins.lerato), role.attorneyAdmin);
  const previews: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') previews.push(request.url());
  });
  const release = await holdRequests(page, '**/assets/*.js');
  await page.goto(`${recoup.url}/home/attorneys/month-end`, { waitUntil: 'commit' });
  await expect.poll(() => previews.length).toBe(1);
  release();
  await page.getByRole('button', { name: /^Close and export/ }).waitFor();
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  expect(previews).toEqual([`${recoup.url}/core/api/exports`]);
});

it('requests first what a secretary sees of the attorney chosen last', async () => {
  const { page } = await openWindow();
  await signIn(page, recoup.url, demoOffice.precious, '/home/entries');
  await page.getByRole('heading', { name: /^Entries for/ }).waitFor();
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  const requested = recordCalls(page);
  const release = await holdRequests(page, '**/assets/*.js');
  await page.goto(`${recoup.url}/home/entries`, { waitUntil: 'commit' });
  await expect.poll(() => requested.length).toBe(3);
  release();
  await page.getByRole('heading', { name: /^Entries for/ }).waitFor();
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  expect(requested.filter((url) => url.includes('/entries?from='))).toHaveLength(1);
});

it('loads the list again where the first request brought no answer', async () => {
  const { page } = await openWindow();
  await beSignedIn(page, await logon(demoFirmAdmins.lerato), role.attorneyAdmin);
  await page.route(list, (route) => route.abort(), { times: 1 });
  const asked = recordCalls(page);
  await page.goto(`${recoup.url}/home/attorneys/attorney-list`);
  await expect(page.getByRole('link', { name: /^Edit / }).first()).toBeVisible();
  expect(asked.filter((url) => list.test(url))).toHaveLength(2);
});

it('leaves a page whose first request finds no session', async () => {
  const { page } = await openWindow();
  await beSignedIn(page, 'of nobody', role.attorneyAdmin);
  await page.goto(`${recoup.url}/home/attorneys/attorney-list`);
  await page.waitForURL('**/home/unauthorized');
  expect(await page.evaluate(() => sessionStorage.getItem('token'))).toBeNull();
});

it('requests no list of another role', async () => {
  const { page } = await openWindow();
  await beSignedIn(page, await logon(demoAttorneys.thabo), role.attorney);
  const asked = recordCalls(page);
  await page.goto(`${recoup.url}/home/attorneys/attorney-list`);
  await page.waitForURL('**/home/unauthorized');
  expect(asked.filter((url) => list.test(url))).toEqual([]);
});

it('draws the sign-in page with its script and styles in it', async () => {
  const { page } = await openWindow();
  const files: string[] = [];
  page.on('request', (request) => files.push(request.resourceType()));
  await page.goto(`${recoup.url}/logon`);
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  await page.waitForLoadState('networkidle');
  expect(files).toContain('document');
  expect(files.filter((kind) => ['script', 'stylesheet', 'fetch'].includes(kind))).toEqual([]);
});

async function beSignedIn(page: Page, token: string, own: number): Promise<void> {
  const headers = { authorization: `Bearer ${token}` };
  const me = await fetch(`${recoup.url}/core/api/me`, { headers });
  const { firm } = (await me.json()) as { firm?: { _id: string } | null }; // or an error
  await page.goto(`${recoup.url}/favicon.svg`);
  await page.evaluate(
    ([held, its, firmId]) => {
      sessionStorage.setItem('token', held);
      sessionStorage.setItem('role', its);
      if (firmId !== undefined) sessionStorage.setItem('firm', firmId);
    },
    [token, String(own), firm?._id] as const,
  );
}

function recordCalls(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/core/api/')) asked.push(request.url());
  });
  return asked;
}

/** Methods and addresses of requests, below the root of the API. */
function recordNames(page: Page): string[] {
  const names: string[] = [];
  page.on('request', (request) => {
    const [, address] = request.url().split('/core/api');
    if (address !== undefined) names.push(`${request.method()} ${address}`);
  });
  return names;
}

function recordPaths(page: Page): string[] {
  const paths: string[] = [];
  page.on('request', (request) => paths.push(new URL(request.url()).pathname));
  return paths;
}

async function readBuilt(name: string): Promise<string> {
  return readFile(new URL(`../../apps/web/dist/.vite/${name}`, import.meta.url), 'utf8');
}
