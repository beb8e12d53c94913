import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, test } from 'vitest';
import { deepIt, expect } from '../support/test.ts';
import { demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { a11yViolations } from '../support/a11y.ts';
import { notices, savedFile, signIn, type Visit } from '../support/browser.ts';
import {
  choose,
  countsIn,
  csv,
  fixture,
  openImport,
  preview,
  uploadButton,
} from '../support/import-page.ts';
import { openWindow, recoup, useApp } from '../support/app.ts';

useApp();
let visitor: Visit;
let page: Page;

beforeAll(async () => {
  visitor = await openWindow();
  page = visitor.page;
  await signIn(page, recoup.url, demoFirmAdmins.lerato);
});

test('bad-rows.csv shows and offers its rejected rows, and imports nothing', async () => {
  await openImport(page);
  await choose(page, fixture('bad-rows.csv'));
  const refused = page.getByRole('region', { name: 'Rows with errors' });
  await refused.waitFor();
  const numbers = async () =>
    (await refused.getByRole('row').locator('td:first-child').allInnerTexts()).map(Number);
  await expect.poll(numbers).toEqual([3, 4, 5, 6, 7, 8, 9, 10]);
  const alert = page.getByRole('alert');
  await expect(alert).toHaveText(/^8 of 10 rows have errors, so nothing can be imported/, {
    useInnerText: true,
  });
  // The rows, the count and the way out are on the first screen, before the preview.
  const bottom = async (part: Locator) => {
    const box = await part.boundingBox();
    return box === null ? Infinity : box.y + box.height;
  };
  await expect.poll(() => bottom(refused)).toBeLessThan(900);
  await expect
    .poll(() => bottom(page.getByRole('button', { name: 'Download rows with errors' })))
    .toBeLessThan((await preview(page).boundingBox())?.y ?? 0);
  // Upload rests, and says why.
  const outline = await page
    .getByRole('button', { name: 'Download rows with errors' })
    .evaluate((button) => getComputedStyle(button).backgroundColor);
  const colour = () =>
    uploadButton(page).evaluate((button) => getComputedStyle(button).backgroundColor);
  await expect.poll(colour).toBe(outline);
  await expect(page.getByRole('button', { description: /^Nothing would be imported/ })).toHaveText(
    'Upload',
  );
  await expect(uploadButton(page)).toHaveAttribute('aria-disabled', 'true');
  await uploadButton(page).press('Enter');
  await expect.poll(numbers).toEqual([3, 4, 5, 6, 7, 8, 9, 10]);
  expect(await a11yViolations(page)).toEqual([]);

  const file = await savedFile(
    page,
    page.getByRole('button', { name: 'Download rows with errors' }),
  );
  expect(file.name).toBe('bad-rows-refused.csv');
  expect(file.text).toMatch(/^\uFEFFMatter Number,Description,.*,Why it was refused\r\n/);
  expect(file.text).toContain('The matter number is missing. Every matter needs one.');
  expect(file.text).not.toContain('KM0001,Divorce');
});

test('the example file is taken in as it is', async () => {
  await openImport(page);
  const { name, text } = await savedFile(page, page.getByRole('button', { name: 'Example file' }));
  await choose(page, csv(name, text));
  await expect
    .poll(async () => (await countsIn(page, 'Preview')).map(Number))
    .toEqual([3, 0, 0, 0]);
});

test('a column can be corrected in the preview, and the correction is remembered', async () => {
  await openImport(page);
  await choose(page, csv('own.csv', 'A,B,C\n1001,Zulu,Divorce\n'));
  await preview(page)
    .getByRole('alert')
    .filter({ hasText: 'no column for the matter number' })
    .waitFor();
  await preview(page).getByLabel('Matter number').focus();
  await page.keyboard.press('ArrowDown');
  await preview(page)
    .getByRole('alert')
    .filter({ hasText: 'no column for the description' })
    .waitFor();
  // The field that was corrected keeps the focus, so that the keyboard goes on from there.
  await page.keyboard.press('Tab');
  await expect(preview(page).getByLabel('Description')).toBeFocused();
  await preview(page).getByLabel('Description').selectOption('C');
  await preview(page).getByRole('cell', { name: 'Divorce' }).waitFor();
  await expect.poll(() => countsIn(page, 'Preview')).toEqual(['1', '0', '0', '0']);
  await uploadButton(page).click();
  await countsIn(page, 'File upload Successful!');
  await choose(page, csv('own-again.csv', 'A,B,C\n1002,Xaba,Lease\n'));
  await preview(page).getByText('Using your last column match').waitFor();
  await preview(page).getByRole('cell', { name: 'Lease' }).waitFor();
});

test('a match of columns stays for the corrected file of the same headings', async () => {
  await openImport(page);
  await choose(page, csv('first.csv', 'P,Q,R\n1101,,Sale\n'));
  await preview(page).getByLabel('Matter number').selectOption('P');
  await preview(page).getByLabel('Description').selectOption('Q');
  await page.getByText('Nothing would be imported: see below.').waitFor();
  await choose(page, csv('corrected.csv', 'P,Q,R\n1101,Sale of a farm,Sale\n'));
  await preview(page).getByRole('cell', { name: 'Sale of a farm' }).waitFor();
  await expect(preview(page).getByLabel('Description')).toHaveValue('Q');
  await choose(page, csv('others.csv', 'Ref,Name\n1102,Lease of a farm\n'));
  await preview(page).getByRole('cell', { name: 'Lease of a farm' }).waitFor();
  await expect(preview(page).getByLabel('Description')).toHaveValue('Name');
});

test('words of a file are explained once, and Upload rests until then', async () => {
  const text = 'Ref,Name,Attorney,Status\nWORD1,Lease,J Sleeper,Dormant\n';
  await openImport(page);
  await choose(page, csv('words.csv', text));
  await page.getByText('Nothing would be imported: see below.').waitFor();
  await expect(uploadButton(page)).toHaveAttribute('aria-disabled', 'true');
  await preview(page).getByLabel('Status “Dormant” (1 row)').selectOption('Closed');
  await preview(page).getByText('“Dormant” as Closed').waitFor();
  await preview(page)
    .getByLabel('Attorney “J Sleeper” (1 row)')
    .selectOption({ label: 'Thabo Mokoena' });
  await expect.poll(() => countsIn(page, 'Preview')).toEqual(['1', '0', '0', '0']);
  expect(await a11yViolations(page)).toEqual([]);
  await uploadButton(page).click();
  await countsIn(page, 'File upload Successful!');
  await choose(page, csv('words-again.csv', text.replace('WORD1', 'WORD2')));
  await expect.poll(() => countsIn(page, 'Preview')).toEqual(['1', '0', '0', '0']);
  await expect(preview(page).getByLabel('Status “Dormant” (1 row)')).toHaveValue('Closed');
});

test('the last import can be undone; downloaded matters import without a change', async () => {
  await openImport(page);
  await choose(page, csv('later.csv', 'Ref,Name\nUNDO1,To be undone\n'));
  await uploadButton(page).click();
  await countsIn(page, 'File upload Successful!');
  await page.getByRole('button', { name: 'Undo the import of later.csv' }).click();
  await page.getByRole('dialog').getByText('later.csv: 1 new matter will be removed.').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Undo import' }).click();
  await page.getByText('The import of later.csv was undone.').waitFor();
  await page.getByRole('row').filter({ hasText: 'later.csv' }).getByText('Undone').waitFor();
  await page.locator('h2:focus').filter({ hasText: 'Import history' }).waitFor();
  // The result is no longer true; the file that is still chosen is looked at again.
  await expect
    .poll(async () => (await countsIn(page, 'Preview')).slice(0, 3))
    .toEqual(['1', '0', '0']);
  await expect(page.getByText('File upload Successful!')).toHaveCount(0);
  await page.goto(`${recoup.url}/home/attorneys/matters?search=UNDO1`);
  await page.getByText('Nothing matches “UNDO1”.').waitFor();

  await page.goto(`${recoup.url}/home/attorneys/matters`);
  const file = await savedFile(page, page.getByRole('button', { name: 'Download matters' }));
  await openImport(page);
  await choose(page, csv(file.name, file.text));
  const [created, updated, unchanged, refused] = (await countsIn(page, 'Preview')).map((count) =>
    Number(count.replaceAll('\u00A0', '')),
  );
  expect([created, updated, refused]).toEqual([0, 0, 0]);
  expect(unchanged).toBe(file.text.trim().split(/\r\n(?=[^\n])/).length - 1);
});

deepIt.each([
  ['no file at all', null, 'Please select file to upload.'],
  ['an empty file', csv('empty.csv', ''), '“empty.csv” is empty.'],
  [
    'no CSV',
    { name: 'matters.xlsx', mimeType: 'text/csv', buffer: Buffer.from('PK') },
    '“matters.xlsx” is not a .csv file.',
  ],
  [
    'a workbook under another name',
    {
      name: 'book.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('PK\u0003\u0004\u0014\u0000\u0006'),
    },
    'NUL characters',
  ],
  ['one column', csv('one.csv', 'hello\nworld\n'), 'only one column'],
])('%s is answered by a sentence', async (_, file, sentence) => {
  await openImport(page);
  if (file === null) await uploadButton(page).click();
  else await choose(page, file);
  await page.getByRole('alert').filter({ hasText: sentence }).waitFor();
  expect(await a11yViolations(page)).toEqual([]);
});

test('the imports above leave nothing on the console', () => {
  expect(visitor.consoleErrors).toEqual([]);
});

deepIt('a large file shows its progress, keeps the page usable, and can be cancelled', async () => {
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
    .poll(async () => (await countsIn(page, 'Preview'))[0]?.replace('\u00A0', ''), {
      timeout: 60_000,
    })
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

deepIt('a file imported before Cancel is listed, and Cancel claims nothing else', async () => {
  await openImport(page);
  const release = await uploadWithoutAnswer('cancelled-late.csv');
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await page
    .getByRole('status')
    .filter({
      hasText: 'If the file was still imported, it is under “Import history”',
    })
    .waitFor();
  await page
    .getByRole('region', { name: 'Import history' })
    .getByText('cancelled-late.csv')
    .first()
    .waitFor();
  release();
  await expect(page.getByText('Nothing was imported.')).toHaveCount(0);
});

deepIt('a user who has left the page is notified of the finished import', async () => {
  await openImport(page);
  const release = await uploadWithoutAnswer('left-early.csv');
  await page.getByRole('link', { name: 'Disbursements', exact: true }).click();
  await page.getByRole('heading', { name: 'Disbursement Types' }).waitFor();
  release();
  await notices(page).getByText('left-early.csv: File upload Successful!').waitFor();
  await expect(page.getByRole('heading', { name: 'Disbursement Types' })).toHaveCount(1);
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

/** Uploads a file and holds back the server's answer. Returns the function that releases it. */
async function uploadWithoutAnswer(name: string): Promise<() => void> {
  let release = (): void => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  const answered = new Promise<void>((resolve) => {
    void page.route(
      '**/core/api/upload',
      async (route) => {
        const response = await route.fetch();
        resolve();
        await released;
        await route.fulfill({ response }).catch(() => undefined);
      },
      { times: 1 },
    );
  });
  const buffer = Buffer.from(`Ref,Name\n${name},A\n`);
  await page.getByLabel('Matter File Upload').setInputFiles({ name, mimeType: 'text/csv', buffer });
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  await answered;
  return release;
}
