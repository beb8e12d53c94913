import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import {
  accessibilityFaults,
  savedFile,
  sidewaysScroll,
  signIn,
  type Visit,
  visit,
} from '../support/browser.ts';
import { browser, recoup, useStage } from '../support/stage.ts';

useStage();

const fixture = (name: string) =>
  fileURLToPath(new URL(`../../apps/server/src/matters/csv/fixtures/${name}`, import.meta.url));
let visitor: Visit;
let page: Page;

beforeAll(async () => {
  visitor = await visit(browser);
  page = visitor.page;
  await signIn(page, recoup.url, demoFirmAdmins.lerato);
});

const uploadButton = () => page.getByRole('button', { name: 'Upload', exact: true });
const preview = () => page.getByRole('region', { name: 'Preview' });
const csv = (name: string, text: string) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(text),
});

async function openManager(): Promise<void> {
  await page.goto(`${recoup.url}/home/attorneys/file-handler`);
}

async function choose(file: string | ReturnType<typeof csv>): Promise<void> {
  await page.getByLabel('Matter File Upload').setInputFiles(file);
}

/** Counts as the page shows them: ['250', '0', ...]. */
async function countsIn(text: 'Preview' | 'File upload Successful!'): Promise<string[]> {
  const place = text === 'Preview' ? preview() : page.getByRole('status').filter({ hasText: text });
  await place.locator('dd').first().waitFor();
  return place.locator('dd').allInnerTexts();
}

/** The cells of the one matter with this number, on the matters screen. */
async function matterCells(number: string): Promise<string[]> {
  await page.goto(`${recoup.url}/home/attorneys/matters?search=${number}`);
  const row = page.getByRole('row').filter({ hasText: number });
  await row.waitFor();
  const words = row.getByRole('cell').filter({ hasNot: page.getByRole('link') });
  return (await words.allInnerTexts()).map((cell) => cell.replaceAll('\u00A0', ' ').trim());
}

describe('every file of the other systems comes in', () => {
  test.each([
    [
      'recoup.csv',
      120,
      [
        'VM0010',
        'Bond registration (FNB) “Unit 5074”',
        'Lévesque & Erasmus (Pty) Ltd',
        'Thabo Mokoena',
        'Closed',
        '20 Mar 2024',
      ],
    ],
    [
      'excel-za-semicolon-cp1252.csv',
      250,
      ['VA0021', 'Opposed motion – High Court', 'Botha', 'Saras Naidoo', 'Open', '6 May 2026'],
    ],
    [
      'excel-utf8-bom-sep.csv',
      80,
      [
        'AV0009',
        'Sale of business\nand stock',
        'Dlamini & Lévesque (Pty) Ltd',
        'Thabo Mokoena',
        'Open',
        '5 Mar 2022',
      ],
    ],
    [
      'clio-matters.csv',
      90,
      [
        'KK0007',
        'Bond registration (FNB) “Unit 494”',
        'Müller & Müller (Pty) Ltd',
        '',
        'Closed',
        '2 Jan 2024',
      ],
    ],
    [
      'excel-unicode-text.csv',
      60,
      ['MA0053', 'Estate late J. Müller', '', 'Pieter Botha', 'Open', '25 Feb 2024'],
    ],
    [
      'matters-cloud.csv',
      70,
      ['VS0016', 'Opposed motion – High Court', 'LÉVE', '', 'Open', '27 Dec 2024'],
    ],
  ])('%s', async (name, rows, cells) => {
    await openManager();
    await choose(fixture(name));
    const [created, updated, unchanged, refused] = (await countsIn('Preview')).map(Number);
    expect([(created ?? 0) + (updated ?? 0) + (unchanged ?? 0), refused]).toEqual([rows, 0]);
    await uploadButton().click();
    expect((await countsIn('File upload Successful!')).slice(0, 3).map(Number)).toEqual([
      created,
      updated,
      unchanged,
    ]);
    const shown = await matterCells(cells[0] ?? '');
    expect(shown.map((cell) => cell.replace(/\s+/g, ' '))).toEqual(
      cells.map((cell) => cell.replace(/\s+/g, ' ')),
    );
  });
});

test('bad-rows.csv shows exactly its faulty rows before it is sent, takes nothing in, and gives them as a file', async () => {
  await openManager();
  await choose(fixture('bad-rows.csv'));
  const refused = page.getByRole('region', { name: 'Refused rows' });
  await refused.waitFor();
  const numbers = async () =>
    (await refused.getByRole('row').locator('td:first-child').allInnerTexts()).map(Number);
  expect(await numbers()).toEqual([3, 4, 5, 6, 7, 8, 9, 10]);
  const announced = page.getByRole('status').filter({ hasText: /^Preview: / });
  expect(await announced.textContent()).toMatch(
    /^Preview: 2 new, 0 changed, 0 unchanged, 8 refused\.$/,
  );
  await uploadButton().click();
  await page.getByRole('alert').filter({ hasText: 'Nothing was taken in' }).waitFor();
  expect(await numbers()).toEqual([3, 4, 5, 6, 7, 8, 9, 10]);
  expect(await accessibilityFaults(page)).toEqual([]);

  const file = await savedFile(page, page.getByRole('button', { name: 'Download refused rows' }));
  expect(file.name).toBe('bad-rows-refused.csv');
  expect(file.text).toMatch(/^\uFEFFMatter Number,Description,.*,Why it was refused\r\n/);
  expect(file.text).toContain('The matter number is missing. Every matter needs one.');
  expect(file.text).not.toContain('KM0001,Divorce');
});

test('the example file is taken in as it is', async () => {
  await openManager();
  const { name, text } = await savedFile(page, page.getByRole('button', { name: 'Example file' }));
  await choose(csv(name, text));
  expect((await countsIn('Preview')).map(Number)).toEqual([3, 0, 0, 0]);
});

test('a column can be corrected in the preview, and the correction is offered the next time', async () => {
  await openManager();
  await choose(csv('own.csv', 'A,B,C\n1001,Zulu,Divorce\n'));
  await preview()
    .getByRole('alert')
    .filter({ hasText: 'no column for the matter number' })
    .waitFor();
  await preview().getByLabel('Matter number').focus();
  await page.keyboard.press('ArrowDown');
  await preview().getByRole('alert').filter({ hasText: 'no column for the description' }).waitFor();
  // The field that was corrected keeps the focus, so that the keyboard goes on from there.
  await page.keyboard.press('Tab');
  expect(
    await preview()
      .getByLabel('Description')
      .evaluate((field) => field === document.activeElement),
  ).toBe(true);
  await preview().getByLabel('Description').selectOption('C');
  await preview().getByRole('cell', { name: 'Divorce' }).waitFor();
  expect(await countsIn('Preview')).toEqual(['1', '0', '0', '0']);
  await uploadButton().click();
  await countsIn('File upload Successful!');
  await choose(csv('own-again.csv', 'A,B,C\n1002,Xaba,Lease\n'));
  await preview().getByText('as your firm matched them the last time').waitFor();
  await preview().getByRole('cell', { name: 'Lease' }).waitFor();
});

test('the last import can be undone, and the matters as a file come in again without a change', async () => {
  await openManager();
  await choose(csv('later.csv', 'Ref,Name\nUNDO1,To be undone\n'));
  await uploadButton().click();
  await countsIn('File upload Successful!');
  await page.getByRole('button', { name: 'Undo the import of later.csv' }).click();
  await page.getByRole('dialog').getByText('later.csv: 1 new matter goes.').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Undo import' }).click();
  await page.getByText('The import of later.csv was undone.').waitFor();
  await page.getByRole('row').filter({ hasText: 'later.csv' }).getByText('Undone').waitFor();
  await page.locator('h2:focus').filter({ hasText: 'Imports so far' }).waitFor();
  // The result is no longer true; the file that is still chosen is looked at again.
  expect((await countsIn('Preview')).slice(0, 3)).toEqual(['1', '0', '0']);
  expect(await page.getByText('File upload Successful!').count()).toBe(0);
  await page.goto(`${recoup.url}/home/attorneys/matters?search=UNDO1`);
  await page.getByText('Nothing matches “UNDO1”.').waitFor();

  await page.goto(`${recoup.url}/home/attorneys/matters`);
  const file = await savedFile(page, page.getByRole('button', { name: 'Download Matters' }));
  await openManager();
  await choose(csv(file.name, file.text));
  const [created, updated, unchanged, refused] = (await countsIn('Preview')).map((count) =>
    Number(count.replaceAll('\u00A0', '')),
  );
  expect([created, updated, refused]).toEqual([0, 0, 0]);
  expect(unchanged).toBe(file.text.trim().split(/\r\n(?=[^\n])/).length - 1);
});

test('a large file shows how far it has come, leaves the page usable, and can be cancelled', async () => {
  await openManager();
  const rows = Array.from(
    { length: 100_000 },
    (_, row) => `BIG${row},Debt recovery ${row},Zulu & Xaba (Pty) Ltd\n`,
  ).join('');
  await page.evaluate(watchForLongTasks);
  const big = path.join(recoup.dataDir, 'big.csv');
  await writeFile(big, `Ref,Name,Client\n${rows}`);
  await page.getByText('Choose a CSV file of at most 150 MB, or drop it here.').waitFor();
  await choose(big);
  await page
    .getByRole('progressbar', {
      name: /(?:Checking|Sending|Reading) \d+\.\d\sMB, which takes a while/,
    })
    .waitFor();
  expect((await countsIn('Preview'))[0]?.replace('\u00A0', '')).toBe('100000');
  expect(await page.evaluate(() => Number(document.body.dataset.longest ?? 0))).toBeLessThan(1_000);
  await uploadButton().click();
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await page
    .getByRole('status')
    .filter({ hasText: /Cancelled\. (?:The file was not taken in|If the file)/ })
    .waitFor();
  // The server has finished with it when the next file has its turn.
  await choose(csv('small.csv', 'Ref,Name\nSMALL1,A\n'));
  await uploadButton().click();
  await countsIn('File upload Successful!');
  await page.goto(`${recoup.url}/home/attorneys/matters?search=BIG1`);
  await page.getByText('Nothing matches “BIG1”.').waitFor();
});

test.each([
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
  ['one column', csv('one.csv', 'hello\nworld\n'), 'one column only'],
])('%s is answered by a sentence', async (_, file, sentence) => {
  await openManager();
  if (file === null) await uploadButton().click();
  else await choose(file);
  await page.getByRole('alert').filter({ hasText: sentence }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
});

test('a status and a page size that are chosen at once both hold, and going back forgets both', async () => {
  await page.goto(`${recoup.url}/home/attorneys/matters`);
  await page.getByRole('table', { name: 'Matters' }).getByText('Closed').first().waitFor();
  // Within one turn of the page, as keys that are waiting come: the address has had no time to
  // change.
  await page.evaluate(chooseAllAtOnce, ['Pending', 'Closed', '20']);
  await page.waitForURL(
    ({ searchParams }) =>
      searchParams.get('status') === 'Closed' && searchParams.get('size') === '20',
  );
  await page.goBack();
  await page.waitForURL(({ search }) => search === '');
  await page.getByLabel('Search number, client or description').fill('Zulu');
  await page.getByLabel('Search number, client or description').press('Enter');
  await page.waitForURL(({ search }) => search !== '');
  expect(new URL(page.url()).search).toBe('?search=Zulu');
});

test('the matters are searched, filtered and paged, on a phone too, with nothing to complain about', async () => {
  const phone = await visit(browser, { width: 390, colorScheme: 'dark' });
  await signIn(phone.page, recoup.url, demoFirmAdmins.lerato, '/home/attorneys/matters');
  await phone.page.getByLabel('Status', { exact: true }).selectOption('Closed');
  await phone.page.waitForURL(/status=Closed/);
  await phone.page.getByRole('table', { name: 'Matters' }).getByText('Closed').first().waitFor();
  await phone.page.getByRole('button', { name: 'Next' }).click();
  await phone.page.waitForURL(/page=2/);
  expect([
    await accessibilityFaults(phone.page),
    await sidewaysScroll(phone.page),
    phone.complaints,
  ]).toEqual([[], 0, []]);
  await phone.end();
  expect(visitor.complaints).toEqual([]);
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

/** The first and second to the status, the third to the page size. */
function chooseAllAtOnce(values: string[]): void {
  const [status, size] = [...document.querySelectorAll('select')].toSorted((a) =>
    a.value === '' ? -1 : 1,
  );
  for (const [at, value] of values.entries()) {
    const select = at < 2 ? status : size;
    if (!select) continue;
    select.value = value;
    select.dispatchEvent(new Event('change', { bubbles: true }));
  }
}
