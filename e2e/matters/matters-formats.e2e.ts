import type { Page } from 'playwright-core';
import { test } from 'vitest';
import { demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { deepIt, expect } from '../support/test.ts';
import { choose, countsIn, fixture, uploadButton } from '../support/import-page.ts';
import { recoup, useApp, useVisit } from '../support/app.ts';

// Files of several systems, each with a matter as the page shows it.
useApp();
const open = useVisit(demoFirmAdmins.lerato);

type Row = [file: string, rows: number, cells: string[]];
const quickRows: Row[] = [
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
];
const deepRows: Row[] = [
  [
    'excel-utf8-bom-sep.csv',
    80,
    [
      'AV0009',
      'Sale of business and stock',
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
];

test.each(quickRows)('imports %s', importsFile);
deepIt.each(deepRows)('imports %s', importsFile);

async function importsFile(name: string, count: number, cells: string[]): Promise<void> {
  const page = await open('/home/attorneys/file-handler');
  const imported = await importAndFind(page, name, cells[0] ?? '');
  // No file brings a cap.
  expect(imported).toEqual({ rows: count, refused: 0, cells: [...cells, '', 'Actions'] });
}

/** Imports a file, and finds one of its matters on the matters page. */
async function importAndFind(
  page: Page,
  name: string,
  number: string,
): Promise<{ rows: number; refused: number; cells: string[] }> {
  await choose(page, fixture(name));
  const [created = 0, updated = 0, unchanged = 0, refused = 0] = (
    await countsIn(page, 'Preview')
  ).map(Number);
  await uploadButton(page).click();
  await expect
    .poll(async () => (await countsIn(page, 'File upload Successful!')).slice(0, 3).map(Number))
    .toEqual([created, updated, unchanged]);
  return { rows: created + updated + unchanged, refused, cells: await matterCells(page, number) };
}

/** The cells of the one matter with this number. */
async function matterCells(page: Page, number: string): Promise<string[]> {
  await page.goto(`${recoup.url}/home/attorneys/matters?search=${number}`);
  const row = page.getByRole('row').filter({ hasText: number });
  await row.waitFor();
  const words = row.getByRole('cell').filter({ hasNot: page.getByRole('link') });
  return (await words.allInnerTexts()).map((cell) => cell.replaceAll(/\s+/g, ' ').trim());
}
