import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, test } from 'vitest';
import { expect } from '../support/expect.ts';
import { demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { signIn, type Visit, visit } from '../support/browser.ts';
import { choose, countsIn, csv, openImport, uploadButton } from '../support/import-page.ts';
import { browser, recoup, useApp } from '../support/app.ts';

useApp();

let visitor: Visit;
let page: Page;

beforeAll(async () => {
  visitor = await visit(browser);
  page = visitor.page;
  await signIn(page, recoup.url, demoFirmAdmins.lerato);
});

test('a large file shows its progress, keeps the page usable, and can be cancelled', async () => {
  await openImport(page);
  const rows = Array.from(
    { length: 100_000 },
    (_, row) => `BIG${row},Debt recovery ${row},Zulu & Xaba (Pty) Ltd\n`,
  ).join('');
  await page.evaluate(watchForLongTasks);
  const big = path.join(recoup.dataDir, 'big.csv');
  await writeFile(big, `Ref,Name,Client\n${rows}`);
  await page.getByText('Choose a CSV file of at most 150 MB, or drop it here.').waitFor();
  await choose(page, big);
  await page
    .getByRole('progressbar', {
      name: /(?:Checking|Sending|Reading) \d+\.\d\sMB, which takes a while/,
    })
    .waitFor();
  await expect
    .poll(async () => (await countsIn(page, 'Preview'))[0]?.replace('\u00A0', ''))
    .toBe('100000');
  expect(await page.evaluate(() => Number(document.body.dataset.longest ?? 0))).toBeLessThan(1_000);
  await uploadButton(page).click();
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await page
    .getByRole('status')
    .filter({ hasText: /Cancelled\. (?:Nothing was imported|If the file)/ })
    .waitFor();
  // The server has finished with it when the next file has its turn.
  await choose(page, csv('small.csv', 'Ref,Name\nSMALL1,A\n'));
  await uploadButton(page).click();
  await countsIn(page, 'File upload Successful!');
  await page.goto(`${recoup.url}/home/attorneys/matters?search=BIG1`);
  await page.getByText('Nothing matches “BIG1”.').waitFor();
});

function watchForLongTasks(): void {
  new PerformanceObserver((list) => {
    const longest = Math.max(
      Number(document.body.dataset.longest ?? 0),
      ...list.getEntries().map(({ duration }) => duration),
    );
    document.body.dataset.longest = String(longest);
  }).observe({ type: 'longtask' });
}
