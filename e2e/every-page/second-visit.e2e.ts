import { it } from 'vitest';
import type { Page, Route } from 'playwright-core';
import { demoAttorneys, demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { deepIt, expect } from '../support/test.ts';
import { asAdmin, browser, openWindow, recoup, signedIn, useApp } from '../support/app.ts';
import { traced } from '../support/trace.ts';
import { changeAnswers, holdRequests, startNetwork } from '../support/network.ts';
import { signIn, waitForIdle } from '../support/browser.ts';
import { dayIn } from '../support/days.ts';
import { createServer, request as forward } from 'node:http';
import type { AddressInfo } from 'node:net';
import { role } from '@recoup/contract/core/access';
import type { CurrentUser } from '@recoup/contract/users/user';

useApp();

it('draws the frame from the device while the data comes', async () => {
  const { page, consoleErrors } = await asAdmin();
  await isKept(page);
  // At its next start: until then an answer may save the copy again.
  await page.addInitScript(() => sessionStorage.removeItem('copy:page'));
  const answer = await holdRequests(page, '**/core/api/users?**');
  const fromServer: string[] = [];
  page.on('response', (response) => {
    if (!response.fromServiceWorker() && !response.url().includes('/core/api/'))
      fromServer.push(response.url());
  });
  await page.reload({ waitUntil: 'commit' });
  await page.getByRole('navigation', { name: 'Main menu' }).waitFor();
  await expect(page.getByRole('link', { name: /^Edit / })).toHaveCount(0);
  expect(fromServer.filter((url) => !url.endsWith('.svg'))).toEqual([]);
  answer();
  await expect(page.getByRole('link', { name: /^Edit / }).first()).toBeVisible();
  expect(consoleErrors).toEqual([]);
});

it('runs the start as Chromium compiled it when the worker kept it', async () => {
  const { page } = await asAdmin();
  await isKept(page);
  const events = await traced(browser, page, ['devtools.timeline'], async () => {
    await page.reload();
    await page
      .getByRole('link', { name: /^Edit / })
      .first()
      .waitFor();
  });
  const compiled = events.flatMap(({ name, args }) => {
    const data = args?.data ?? {};
    return name === 'v8.compile' && String(data.url).includes('/assets/start-') ? [data] : [];
  });
  expect(compiled).toMatchObject([{ cacheKind: 'full', cacheRejected: false }]);
});

it('draws a page with the copy of its user while the answer comes', async () => {
  const { page, consoleErrors } = await asAdmin();
  const answer = await holdRequests(page, '**/core/api/me');
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  await page.reload({ waitUntil: 'commit' });
  await expect(page.getByRole('button', { name: 'Account of Lerato Nkosi' })).toBeVisible();
  await expect(page.getByRole('link', { name: /^Edit / }).first()).toBeVisible();
  // A page of many requests waits for those that it shows first.
  const data = requested.filter((url) => url.includes('/core/api/'));
  expect(data.findIndex((url) => url.endsWith('/me'))).toBe(1);
  answer();
  await page.waitForLoadState('networkidle');
  expect(requested.filter((url) => url.endsWith('/me'))).toHaveLength(1);
  expect(consoleErrors).toEqual([]);
});

const me = '**/core/api/me';

it.each([
  ['has to choose a password', { pwdResetRequired: true }, /\/update-password$/],
  ['has another role', { role: role.attorney }, /\/unauthorized$/],
])('leaves the page of a user who %s since the copy', async (_, change, place) => {
  const { page } = await asAdmin();
  await changeAnswers<CurrentUser>(page, me, (user) => ({ ...user, ...change }));
  await page.reload();
  await expect.poll(() => page.url()).toMatch(place);
});

it.each([
  ['update-cell', 'Cell Number'],
  ['sign-in', 'Issuer'],
])('draws the form of %s, in which the user is no value, with the copy', async (name, label) => {
  const { page } = await asAdmin();
  const answer = await holdRequests(page, me);
  await page.goto(`${recoup.url}/home/attorneys/${name}`);
  await expect(page.getByLabel(label)).toBeVisible();
  answer();
});

it('begins a form with the answer, not with the copy of the user', async () => {
  const { page } = await asAdmin();
  await page.goto(`${recoup.url}/home/profile`);
  await expect(page.getByLabel('Name')).toHaveValue('Lerato Nkosi');
  await changeAnswers<CurrentUser>(page, me, (user) => ({ ...user, name: 'Lerato Khumalo' }));
  await page.reload();
  await expect(page.getByLabel('Name')).toHaveValue('Lerato Khumalo');
});

it('says that a page cannot be shown where no user comes, and the tab has no copy', async () => {
  const { page } = await asAdmin();
  await page.route(me, (route) => route.fulfill({ status: 500, json: { message: 'No.' } }));
  await page.evaluate(() => sessionStorage.removeItem('copy:me'));
  await page.reload();
  await page.getByText('This page cannot be shown.').waitFor();
  await page.unroute(me);
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('link', { name: /^Edit / }).first()).toBeVisible();
});

it.each([
  ['a fault', { status: 500, json: { message: 'No.' } }],
  ['too many requests', { status: 429, json: { message: 'Later.' } }],
  ['the page of a proxy', { status: 200, contentType: 'text/html', body: '<p>Sign in</p>' }],
])('keeps a page, and what was typed in it, if its user gets %s', async (_, reply) => {
  const { page } = await signedIn(demoAttorneys.thabo, '/home/entries');
  const answer = await answerLater(page, reply);
  await page.reload();
  await page.getByRole('button', { name: 'Add entry' }).click();
  await page.getByLabel('Narration').fill('Typed');
  await answer();
  await waitForIdle(page);
  await expect(page.getByLabel('Narration')).toHaveValue('Typed');
});

it('asks the user of the copy for a sign-in above typed text', async () => {
  const { page } = await signedIn(demoAttorneys.thabo, '/home/entries');
  const answer = await answerLater(page, {
    status: 401,
    json: { code: 'unauthenticated', message: 'Your session has ended.' },
  });
  await page.reload();
  await page.getByRole('button', { name: 'Add entry' }).click();
  await page.getByLabel('Narration').fill('Typed');
  await answer();
  const dialog = page.getByRole('dialog', { name: 'Sign in to go on' });
  await expect(dialog.getByLabel('Email')).toHaveValue(demoAttorneys.thabo.email);
  await page.unroute(me);
  await dialog.getByLabel('Password').fill(demoAttorneys.thabo.password);
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  await dialog.waitFor({ state: 'detached' });
  await expect(page.getByLabel('Narration')).toHaveValue('Typed');
});

it('stores no answer that comes after the sign-out of its user', async () => {
  const { page } = await asAdmin();
  const copy = await page.evaluate(() => sessionStorage.getItem('copy:me') ?? '');
  const answer = await answerLater(page, { contentType: 'application/json', body: copy });
  const signOut = await holdRequests(page, '**/core/api/logout');
  await page.reload();
  await page.getByRole('button', { name: 'Account of Lerato Nkosi' }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('token'))).toBeNull();
  await answer();
  signOut();
  await page.waitForURL('**/logon');
  const kept = await page.evaluate(() => Object.keys(sessionStorage));
  expect(kept.filter((key) => ['copy:me', 'copy:page', 'role', 'firm'].includes(key))).toEqual([]);
});

it('begins the form of an attorney with the domains of the answer', async () => {
  const { page } = await asAdmin('/home/attorneys/add-attorney');
  await page.getByLabel('Email').waitFor();
  const copy = await page.evaluate(() => sessionStorage.getItem('copy:me') ?? '');
  const body = copy.replaceAll('nkosilaw.africa', 'nkosi.example');
  const answer = await answerLater(page, { contentType: 'application/json', body });
  await page.reload();
  await page.getByRole('button', { name: 'Account of Lerato Nkosi' }).waitFor();
  await answer();
  await expect(page.getByText('Must be at nkosi.co.za or nkosi.example.')).toBeVisible();
});

it('suggests the server’s day after a reload on a phone whose clock is a day behind', async () => {
  const { page } = await openWindow({ width: 390 });
  await page.clock.install({ time: Date.now() - 86_400_000 });
  await signIn(page, recoup.url, demoAttorneys.thabo, '/home/entries');
  await page.getByRole('button', { name: 'Add entry' }).waitFor();
  const answer = await holdRequests(page, '**/core/api/**');
  await page.goto(`${recoup.url}/home/entries?new=entry`);
  await expect(page.getByLabel('Date')).toHaveValue(dayIn(0));
  answer();
});

it.each(['/logon', '/guide', '/api'])('opens %s from the device of a visitor', async (at) => {
  const { page, consoleErrors } = await openWindow();
  await page.goto(recoup.url + at);
  await isKept(page);
  const opened = page.waitForResponse(recoup.url + at);
  await page.reload();
  expect((await opened).fromServiceWorker()).toBe(true);
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(consoleErrors).toEqual([]);
});

it('keeps nothing but the page and its files', async () => {
  const { page } = await asAdmin();
  await isKept(page);
  await page.reload();
  await expect(page.getByRole('link', { name: /^Edit / }).first()).toBeVisible();
  const stored = await page.evaluate(async () => {
    const caught = await Promise.all(
      (await caches.keys()).map(async (name) => (await caches.open(name)).keys()),
    );
    return caught.flat().map(({ url }) => new URL(url).pathname);
  });
  expect(stored.filter((url) => !url.startsWith('/assets/'))).toEqual(['/home']);
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
  const attorneys = page.getByRole('region', { name: 'Attorneys' });
  await attorneys.getByRole('button', { name: 'Retry' }).click();
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
  await expect(page.getByRole('link', { name: /^Edit / }).first()).toBeVisible();
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

type Reply = NonNullable<Parameters<Route['fulfill']>[0]>;

/** The user gets this reply once the returned function is called, which waits for its end. */
async function answerLater(page: Page, reply: Reply): Promise<() => Promise<void>> {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(me, async (route) => {
    await released;
    await route.fulfill(reply);
  });
  return async () => {
    const ended = page.waitForEvent('requestfinished', (request) => request.url().endsWith('/me'));
    release();
    await ended;
  };
}

/** The worker runs and has stored the page. */
async function isKept(page: Page): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
}

type Release = {
  /** The server's address through this proxy. */
  url: string;
  /** From now on the page and its worker are those of another release. */
  deploy: () => void;
  close: () => void;
};

/** The product of two releases: the second one marks its page with a meta element. */
async function startReleases(serverUrl: string): Promise<Release> {
  let isNew = false;
  const proxy = createServer((request, response) => {
    // Whole and plain answers, because both releases would have the same etag.
    const { 'if-none-match': _tag, 'if-modified-since': _since, ...requested } = request.headers;
    const headers = { ...requested, 'accept-encoding': 'identity' };
    const onward = forward(
      new URL(request.url ?? '/', serverUrl),
      { method: request.method, headers },
      (reply) => {
        const parts: Buffer[] = [];
        reply.on('data', (part: Buffer) => parts.push(part));
        reply.on('end', () => {
          const body = Buffer.concat(parts);
          const changed = isNew ? ofNewRelease(request.url ?? '', body) : body;
          const { 'content-length': _length, ...rest } = reply.headers;
          response.writeHead(reply.statusCode ?? 500, rest).end(changed);
        });
      },
    );
    request.pipe(onward);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const { port } = proxy.address() as AddressInfo; // it listens on a port, not on a pipe
  return {
    url: `http://127.0.0.1:${port}`,
    deploy: () => (isNew = true),
    close: () => proxy.close(),
  };
}

function ofNewRelease(url: string, body: Buffer): Buffer | string {
  const text = body.toString('utf8');
  if (url === '/service-worker.js') return text.replace(/version = '\w+'/, "version = 'next'");
  return text.startsWith('<!doctype html>')
    ? text.replace('<title>', '<meta name="release" content="next" />$&')
    : body;
}
