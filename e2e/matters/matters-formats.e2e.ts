import type { Page } from 'playwright-core';
import { beforeAll, test } from 'vitest';
import { expect } from '../support/expect.ts';
import { demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { signIn, type Visit, visit } from '../support/browser.ts';
import { choose, countsIn, fixture, openImport, uploadButton } from '../support/import-page.ts';
import { browser, recoup, useApp } from '../support/app.ts';

// The files of bookkeeping systems and spreadsheets, each with a matter as the page shows it.
useApp();

let visitor: Visit;
let page: Page;

beforeAll(async () => {
  visitor = await visit(browser);
  page = visitor.page;
  await signIn(page, recoup.url, demoFirmAdmins.lerato);
});

/** The cells of the one matter with this number, on the matters screen. */
async function matterCells(number: string): Promise<string[]> {
  await page.goto(`${recoup.url}/home/attorneys/matters?search=${number}`);
  const row = page.getByRole('row').filter({ hasText: number });
  await row.waitFor();
  const words = row.getByRole('cell').filter({ hasNot: page.getByRole('link') });
  return (await words.allInnerTexts()).map((cell) => cell.replaceAll('\u00A0', ' ').trim());
}

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
])('imports %s', async (name, rows, cells) => {
  await openImport(page);
  await choose(page, fixture(name));
  const [created, updated, unchanged, refused] = (await countsIn(page, 'Preview')).map(Number);
  expect([(created ?? 0) + (updated ?? 0) + (unchanged ?? 0), refused]).toEqual([rows, 0]);
  await uploadButton(page).click();
  await expect
    .poll(async () => (await countsIn(page, 'File upload Successful!')).slice(0, 3).map(Number))
    .toEqual([created, updated, unchanged]);
  const shown = await matterCells(cells[0] ?? '');
  // No file brings a cap.
  expect(shown.map((cell) => cell.replace(/\s+/g, ' '))).toEqual(
    [...cells, ''].map((cell) => cell.replace(/\s+/g, ' ')),
  );
});

test('the imports above leave nothing on the console', () => {
  expect(visitor.consoleErrors).toEqual([]);
});
