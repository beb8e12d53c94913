import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { cellsOf, readMatters, type ReadableFile } from '../../../test/matter-file.ts';
import { decodeMatterFile } from './decode.ts';

async function readFixture(name: string): Promise<ReadableFile> {
  const decoded = decodeMatterFile(await readFile(new URL(`fixtures/${name}`, import.meta.url)));
  if (!decoded.ok) throw new Error(decoded.message);
  return readMatters(decoded.text);
}

describe('the files of the other systems', () => {
  it.each([
    ['recoup.csv', ',', 'Recoup', 'YMD', 120],
    ['excel-za-semicolon-cp1252.csv', ';', 'Excel', 'YMD', 250],
    ['excel-utf8-bom-sep.csv', ';', 'Casengine', 'YMD', 80],
    ['clio-matters.csv', ',', 'Clio', 'MDY', 90],
    ['excel-unicode-text.csv', '\t', 'Actionstep', 'YMD', 60],
    ['matters-cloud.csv', ',', 'Matters.Cloud', 'YMD', 70],
  ])('imports every row of %s', async (name, delimiter, layout, dateOrder, count) => {
    const file = await readFixture(name);
    expect(file.shape).toMatchObject({ delimiter, layout, dateOrder });
    expect([file.problems, file.problemCount, file.rejectedRows]).toEqual([[], 0, 0]);
    // Row 1 is the header line, and a quoted line break starts no row.
    expect(file.rows.map((matter) => matter.row)).toEqual(
      Array.from({ length: count }, (_, index) => index + 2),
    );
  });

  const sale = 'Sale of business\nand stock';
  it.each([
    ['recoup.csv', 5, ['SD0004', sale, 'Van', 'pieter', 'Pending', '2023-02-19']],
    [
      'recoup.csv',
      11,
      [
        'VM0010',
        'Bond registration (FNB) “Unit 5074”',
        'Lévesque & Erasmus (Pty) Ltd',
        'thabo',
        'Closed',
        '2024-03-20',
      ],
    ],
    [
      'recoup.csv',
      2,
      ['SA0001', 'Lease dispute, "Shop 2473"', 'Smit', 'thabo', 'Open', '2026-01-17'],
    ],
    [
      'recoup.csv',
      121,
      ['NM0120', 'Bond registration (FNB) “Unit 6461”', 'Ndlovu', 'sarah', 'Open', '2024-06-25'],
    ],
    [
      'excel-za-semicolon-cp1252.csv',
      22,
      ['VA0021', 'Opposed motion – High Court', 'Botha', 'sarah', 'Open', '2026-05-06'],
    ],
    [
      'excel-za-semicolon-cp1252.csv',
      78,
      ['AA0077', 'Bond registration (FNB) “Unit 1372”', 'Müller', 'sarah', 'Closed', '2025-02-28'],
    ],
    [
      'excel-za-semicolon-cp1252.csv',
      14,
      ['NK0013', sale, 'Merwe & Smit (Pty) Ltd', 'thabo', 'Closed', '2026-08-16'],
    ],
    [
      'excel-za-semicolon-cp1252.csv',
      251,
      [
        'AV0250',
        'Opposed motion – High Court',
        'Govender & Naidoo (Pty) Ltd',
        'pieter',
        'Open',
        '2024-10-19',
      ],
    ],
    [
      'excel-utf8-bom-sep.csv',
      10,
      ['AV0009', sale, 'Dlamini & Lévesque (Pty) Ltd', 'thabo', 'Open', '2022-03-05'],
    ],
    [
      'excel-utf8-bom-sep.csv',
      3,
      ['NK0002', 'Debt recovery; R 23', 'Botha & Erasmus (Pty) Ltd', 'thabo', 'Open', '2024-06-15'],
    ],
    [
      'clio-matters.csv',
      8,
      [
        'KK0007',
        'Bond registration (FNB) “Unit 494”',
        'Müller & Müller (Pty) Ltd',
        null,
        'Closed',
        '2024-01-02',
      ],
    ],
    [
      'clio-matters.csv',
      58,
      ['BK0057', 'Rule 43 application', 'Müller', null, 'Pending', '2023-11-26'],
    ],
    [
      'clio-matters.csv',
      91,
      ['DD0090', 'Rule 43 application', "Lévesque & O'Brien (Pty) Ltd", null, 'Open', '2025-09-20'],
    ],
    [
      'excel-unicode-text.csv',
      54,
      ['MA0053', 'Estate late J. Müller', null, 'pieter', 'Open', '2024-02-25'],
    ],
    ['excel-unicode-text.csv', 19, ['VM0018', sale, null, 'sarah', 'Open', '2024-01-11']],
    [
      'matters-cloud.csv',
      17,
      ['VS0016', 'Opposed motion – High Court', 'LÉVE', null, 'Open', '2024-12-27'],
    ],
    ['matters-cloud.csv', 14, ['NB0013', sale, 'VAN', null, 'Open', '2022-03-23']],
  ])('reads the cells of %s, row %d', async (name, row, cells) => {
    expect(cellsOf(await readFixture(name), row)).toEqual(cells);
  });

  it('reports exactly the faulty rows of bad-rows.csv', async () => {
    const file = await readFixture('bad-rows.csv');
    expect(file.problems.map(({ row, column }) => [row, column])).toEqual([
      [3, 'Matter Number'],
      [4, 'Matter Number'],
      [5, 'Description'],
      [6, 'Attorney'],
      [7, 'Opened'],
      [8, 'Status'],
      [9, 'Description'],
      [10, 'Client'],
    ]);
    expect(file.problems[1]?.message).toContain('already appears in row 2');
    expect([file.problemCount, file.rejectedRows, file.rows.map((matter) => matter.row)]).toEqual([
      8,
      8,
      [2, 11],
    ]);
  });
});
