import { beforeAll, it } from 'vitest';
import type { Page } from 'playwright-core';
import { demoAttorneys, demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { deepIt, expect } from '../support/test.ts';
import { signIn, waitForIdle } from '../support/browser.ts';
import { jpeg } from '../support/firms.ts';
import { open } from '../support/page-sweep.ts';
import { systemAdmin } from '../support/recoup.ts';
import { openWindow, recoup, useApp } from '../support/app.ts';
import {
  nothing,
  payloadsInLists,
  shortPayloads,
  storePayloads,
} from '../support/stored-payloads.ts';
import {
  inTaskOfThePage,
  payloads,
  payloadsShown,
  poisonAnswers,
  sinks,
  watch,
} from '../support/xss-payloads.ts';

useApp();

beforeAll(async () => {
  await storePayloads();
});

it('has more than a hundred payloads', () => {
  expect(shortPayloads.length).toBeGreaterThan(100);
});

it.each([
  [systemAdmin, ['firms?search=hit(']],
  [
    demoFirmAdmins.lerato,
    [
      'attorneys/disbursement-list?search=hit(',
      'attorneys/matters?search=hit(',
      'attorneys/entries',
    ],
  ],
] as const)('runs no stored script: %o', async (who, lists) => {
  for (const shown of await payloadsInLists(who, lists)) expect(shown).toBeGreaterThan(100);
});

deepIt.each([
  [
    systemAdmin,
    [
      'firms',
      'add-firm',
      'update-firm?firmId=0190a6f2-0000-7000-8000-000000000000',
      'add-attorney-admin?firmId=0190a6f2-0000-7000-8000-000000000000',
    ],
  ],
  [
    demoFirmAdmins.lerato,
    [
      'attorneys/attorney-list',
      'attorneys/disbursement-list',
      'attorneys/matters',
      'attorneys/entries',
      'attorneys/exports',
      'attorneys/file-handler',
      'attorneys/call-imports',
      'attorneys/telephones',
      'attorneys/add-attorney',
      'attorneys/update-cell',
      'update-password',
    ],
  ],
  [demoAttorneys.thabo, ['entries']],
] as const)('runs no script of a forged response: %o', async (who, pages) => {
  const { page } = await openWindow();
  const seen = await watch(page);
  await signIn(page, recoup.url, who);
  await page.route('**/core/api/**', poisonAnswers);
  let most = 0;
  for (const path of pages) {
    await open(page, `/home/${path}`);
    most = Math.max(most, await payloadsShown(page));
  }
  expect(seen).toEqual(nothing);
  expect(most).toBeGreaterThan(100);
});

deepIt('runs nothing of an address, whichever part of it', async () => {
  const { page } = await openWindow();
  const seen = await watch(page);
  const all = payloads.join(' ');
  const query = new URLSearchParams({ email: all, to: 'javascript:hit(1)' });
  await page.goto(`${recoup.url}/logon?${query.toString()}#${encodeURIComponent(all)}`);
  await waitForIdle(page);
  await signIn(page, recoup.url, demoFirmAdmins.lerato);
  await page.evaluate(async (texts) => {
    const names = [
      'search',
      'page',
      'size',
      'sort',
      'firmId',
      'attorneyId',
      'disbursementId',
      'from',
      'to',
      'matter',
      'status',
    ];
    for (const [index, text] of texts.entries()) {
      const place = [
        'attorneys/attorney-list',
        'attorneys/update-attorney',
        'attorneys/matters',
        encodeURIComponent(text),
      ][index % 4];
      const search = new URLSearchParams(names.map((name) => [name, text])).toString();
      history.pushState({}, '', `/home/${place}?${search}#${encodeURIComponent(text)}`);
      dispatchEvent(new PopStateEvent('popstate', { state: {} }));
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    }
  }, payloads);
  await waitForIdle(page);
  expect(seen).toEqual(nothing);
});

it('runs nothing of a file, its name, headers, cells, nor of server messages', async () => {
  const { page } = await openWindow();
  const seen = await watch(page);
  const all = payloads.join(' ');
  await page.route('**/core/api/logon', (route) =>
    route.fulfill({
      status: 400,
      json: { code: 'invalid_input', message: all, fields: { email: all, password: all } },
    }),
  );
  await page.goto(`${recoup.url}/logon`);
  await page.getByLabel('Email').fill('a@lawfirm.co.za');
  await page.getByLabel('Password').fill('x');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('hit(1)').first().waitFor();
  await page.unroute('**/core/api/logon');
  await signIn(page, recoup.url, demoFirmAdmins.lerato, '/home/attorneys/file-handler');
  const cells = shortPayloads.map((text) => `"${text.replaceAll('"', '""')}"`);
  const header = ['Matter Number', 'Description', ...cells].join(',');
  const text = [header, ...cells.map((cell) => `${cell},${cell}`)].join('\n');
  await page.getByLabel('Matter File Upload').setInputFiles({
    name: '"><img src=x onerror=hit(0)>.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(text),
  });
  await page.getByText('hit(0)').first().waitFor();
  await page.getByRole('region', { name: 'Preview' }).waitFor();
  await waitForIdle(page);
  await signInAsSystem(page);
  await page.goto(`${recoup.url}/home/add-firm`);
  await page
    .getByLabel('Logo')
    .setInputFiles({ ...jpeg(), name: '"><img src=x onerror=hit(0)>.jpg' });
  await page.getByRole('img', { name: 'New logo' }).waitFor();
  expect(seen).toEqual(nothing);
});

async function signInAsSystem(page: Page): Promise<void> {
  await page.evaluate(() => sessionStorage.clear());
  await signIn(page, recoup.url, systemAdmin);
}

it('blocks texts in every sink by Trusted Types and by the policy', async () => {
  const { page } = await openWindow();
  const seen = await watch(page);
  await page.goto(`${recoup.url}/logon`);
  await waitForIdle(page);
  const through: string[] = [];
  for (const [name, sink] of Object.entries(sinks)) {
    if ((await page.evaluate(inTaskOfThePage(sink))) === true) through.push(name);
  }
  await page.evaluate(() => {
    const add = (name: string, attributes: Record<string, string>) => {
      const element = document.createElement(name);
      for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
      document.body.append(element);
      return element;
    };
    add('a', { href: 'javascript:hit(2)' }).click();
    add('img', { src: 'https://evil.example/x.png' });
    add('link', { rel: 'stylesheet', href: 'https://evil.example/x.css' });
    add('base', { href: 'https://evil.example/' });
    add('iframe', { src: 'https://evil.example/' });
    // by its name
    (add('form', { action: 'https://evil.example/', method: 'post' }) as HTMLFormElement).submit();
    void fetch('https://evil.example/').catch(() => {});
  });
  await expect
    .poll(() => new Set(seen.violations.map((text) => text.split(' ')[0])))
    .toEqual(
      new Set([
        'require-trusted-types-for',
        'script-src-elem',
        'img-src',
        'style-src-elem',
        'base-uri',
        'frame-src',
        'form-action',
        'connect-src',
      ]),
    );
  expect({ through, hits: seen.hits }).toEqual({ through: [], hits: [] });
});
