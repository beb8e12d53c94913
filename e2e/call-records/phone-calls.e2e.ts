import { beforeAll, it } from 'vitest';
import type { Matter } from '@recoup/contract/matters/endpoints';
import type { Page } from 'playwright-core';
import { demoAttorneys, demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { a11yViolationsInLooks } from '../support/a11y.ts';
import { openWindow, recoup, useApp, useVisit } from '../support/app.ts';
import { notices, signIn, signInByForm, typeSignIn } from '../support/browser.ts';
import { callDay, importCalls, makeSender, sendCalls } from '../support/calls.ts';
import { isKeptOffline } from '../support/call-on-matter.ts';
import { clickTwiceAtOnce } from '../support/dialog-presses.ts';
import { expect } from '../support/test.ts';
import { callApi, readData } from '../support/wire.ts';

useApp();
const attorney = demoAttorneys.thabo;
const open = useVisit(attorney, 390);
const place = '/home/entries/phone-calls';
const client = '082 555 0455';

beforeAll(async () => {
  const admin = demoFirmAdmins.lerato;
  const [matter] = await readData<Matter[]>(admin, '/matters?search=NP000&status=Open');
  await callApi(admin, 'PUT', `/matters/${matter?._id ?? ''}`, { phones: [client] });
});

/** Two calls with the client, and a private one, as the app SMS Backup & Restore writes them. */
const log = (day: string) => {
  const calls = [
    [client, '09:00', 304],
    [client, '10:00', 60],
    ['083 444 0999', '11:00', 60],
  ].map(([number, time, seconds]) => {
    const date = Date.parse(`${day}T${time}:00+02:00`);
    return `<call number="${number}" duration="${seconds}" date="${date}" type="2" />`;
  });
  const text = `<?xml version="1.0"?><calls count="3">${calls.join('')}</calls>`;
  return { name: 'calls-2026.xml', mimeType: 'text/xml', buffer: Buffer.from(text) };
};

/** All that the browser keeps of the page: storages, caches and names of databases. */
async function keptByBrowser(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const kept = [JSON.stringify(localStorage), JSON.stringify(sessionStorage)];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const stored = await cache.match(request);
        kept.push(request.url, (await stored?.text()) ?? '');
      }
    }
    return [...kept, JSON.stringify(await indexedDB.databases())].join('\n');
  });
}

async function countsIn(page: Page, region: string): Promise<Record<string, string>> {
  const groups = page.getByRole('region', { name: region }).locator('dl > div');
  return Object.fromEntries(
    await groups.evaluateAll((all) =>
      all.map((group) => [
        group.querySelector('dt')?.textContent ?? '',
        group.querySelector('dd')?.textContent ?? '',
      ]),
    ),
  );
}

it('adds the calls of a log from the page of calls, once, and undoes that', async () => {
  const page = await open('/home/entries/calls');
  await page.getByRole('link', { name: 'Add calls of your phone' }).click();
  await page.getByRole('heading', { level: 1, name: 'Add calls of your phone' }).waitFor();
  await page.getByLabel('Call log or bill').setInputFiles(log('2026-03-17'));
  await expect
    .poll(() => countsIn(page, 'Preview'))
    .toEqual({ 'New calls': '2', 'Other calls': '1' });
  await page.getByText('1 other call has no number of a matter').waitFor();
  expect(await a11yViolationsInLooks(page)).toEqual([]);
  await clickTwiceAtOnce(page.getByRole('button', { name: 'Add calls', exact: true }));
  await notices(page).getByText('Calls added: 2 new calls.').waitFor();
  await expect
    .poll(() => countsIn(page, 'Added'))
    .toEqual({ 'New calls': '2', 'Other calls': '1' });
  const kept = await keptByBrowser(page);
  expect(kept).toContain('lastUser');
  expect(kept).not.toMatch(/444 ?0999/);
  await clickTwiceAtOnce(page.getByRole('button', { name: 'Undo', exact: true }));
  await expect(page.getByText('The calls of this file were removed again.')).toBeVisible();
});

it('undoes the last file later, from the history of files', async () => {
  const page = await open(place);
  await page.getByLabel('Call log or bill').setInputFiles(log('2026-03-16'));
  await page.getByRole('button', { name: 'Add calls', exact: true }).click();
  await notices(page).getByText('Calls added: 2 new calls.').waitFor();
  await page.reload();
  const history = page.getByRole('region', { name: 'Import history' });
  const [last] = await history.getByRole('row').filter({ hasText: 'Call log' }).all();
  await expect(last ?? history).toContainText('Undo');
  expect(await a11yViolationsInLooks(page)).toEqual([]);
  await history.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('The 2 calls that the file added are removed').waitFor();
  await page.getByRole('button', { name: 'Undo import' }).dblclick();
  await notices(page).getByText('The import of the file was undone.').waitFor();
  await expect(last ?? history).toContainText('Undone');
});

it('reads a bill by the columns that the user matches', async () => {
  const page = await open(place);
  const text = `Date,Time,Na wie,Duration\n2026-03-18,09:00:00,${client},304\n`;
  const file = { name: 'bill.csv', mimeType: 'text/csv', buffer: Buffer.from(text) };
  await page.getByLabel('Call log or bill').setInputFiles(file);
  await page.getByText('no column for the other number of a call').waitFor();
  await page.getByLabel('Other number').selectOption('Na wie');
  await expect.poll(() => countsIn(page, 'Preview')).toEqual({ 'New calls': '1' });
});

/** As the share menu posts it. */
async function shareFile(page: Page, file: ReturnType<typeof log>): Promise<void> {
  await page.goto('about:blank');
  await page.setContent(
    `<form method="post" action="${recoup.url}/home/shared" enctype="multipart/form-data">
      <input type="file" name="file" aria-label="File"><button>Share</button></form>`,
  );
  await page.getByLabel('File').setInputFiles(file);
  await page.getByRole('button', { name: 'Share' }).click();
}

/** A file is shared on the attorney's phone, after the session has ended. */
async function shareSignedOut(): Promise<Page> {
  const { page } = await openWindow({ width: 390 });
  await signInByForm(page, recoup.url, attorney);
  await page.waitForURL('**/home/entries');
  await isKeptOffline(page);
  await page.evaluate(() => sessionStorage.clear());
  await shareFile(page, log('2026-03-19'));
  return page;
}

it('takes a file from the share menu, kept until the sign-in, once', async () => {
  const page = await shareSignedOut();
  await typeSignIn(page, attorney);
  const question = page.getByRole('region', { name: 'Shared file' });
  await question.getByText('Use the shared file “calls-2026.xml”?').waitFor();
  await expect(page.getByRole('region', { name: 'Preview' })).toHaveCount(0);
  expect(await a11yViolationsInLooks(page)).toEqual([]);
  await question.getByRole('button', { name: 'Use file' }).click();
  await expect(question).toHaveCount(0);
  await expect
    .poll(() => countsIn(page, 'Preview'))
    .toEqual({ 'New calls': '2', 'Other calls': '1' });
  expect(await page.evaluate(() => caches.match('/shared-file').then(Boolean))).toBe(false);
  await page.reload();
  await page.getByLabel('Call log or bill').waitFor();
  await expect(page.getByRole('region', { name: 'Preview' })).toHaveCount(0);
  await shareFile(page, log('2026-03-19'));
  await question.getByRole('button', { name: 'Delete file' }).click();
  await expect(question).toHaveCount(0);
  expect(await page.evaluate(() => caches.match('/shared-file').then(Boolean))).toBe(false);
  await expect(page.getByRole('region', { name: 'Preview' })).toHaveCount(0);
});

it('gives a shared file to nobody else who signs in on the phone', async () => {
  const page = await shareSignedOut();
  await typeSignIn(page, demoAttorneys.pieter);
  await notices(page).getByText('The shared file is gone.').waitFor();
  expect(await page.evaluate(() => caches.match('/shared-file').then(Boolean))).toBe(false);
});

it('tells of a call without its number, if the user switches that on', async () => {
  const { page } = await openWindow({ width: 390 });
  await page.addInitScript(() => {
    const told: string[] = [];
    const asked = { count: 0 };
    function Notice(text: string) {
      told.push(text);
    }
    Notice.permission = 'default';
    Notice.requestPermission = async () => {
      asked.count += 1;
      Notice.permission = 'granted';
      return Promise.resolve('granted');
    };
    document.hasFocus = () => false;
    Object.assign(window, { Notification: Notice, told, asked });
    Object.defineProperty(navigator, 'serviceWorker', { value: undefined });
  });
  await importCalls([attorney], [{ at: '08:00', minutes: 3, other: '0825550490' }]);
  const { source, secret } = await makeSender();
  await signIn(page, recoup.url, attorney, '/home/entries/calls');
  const asked = async (): Promise<unknown> => page.evaluate(() => Reflect.get(window, 'asked'));
  await page.getByLabel('Tell me of new calls on this device').waitFor();
  expect(await asked()).toEqual({ count: 0 });
  await page.getByLabel('Tell me of new calls on this device').check();
  await page.waitForResponse('**/core/api/call-arrivals');
  await sendCalls(source, secret, {
    startedAt: `${callDay} 11:15:00`,
    seconds: 200,
    direction: 'in',
    ownParty: '204',
    otherParty: client,
  });
  const told = async (): Promise<unknown> => page.evaluate(() => Reflect.get(window, 'told'));
  await expect.poll(told).toEqual(['A call of 4 minutes is ready to record.']);
});
