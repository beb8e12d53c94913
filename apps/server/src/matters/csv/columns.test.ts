import { describe, expect, it } from 'vitest';
import { countKnownHeaders } from './columns.ts';
import { mapColumns } from './columns.ts';
import { readFile } from 'node:fs/promises';
import { cellsOf, readMatters, type ReadableFile } from '../../../test/matter-file.ts';
import { decodeMatterFile } from '../../../test/decode-matter-file.ts';

const map = (headers: string, requested?: Parameters<typeof mapColumns>[1]) =>
  mapColumns(headers.split(','), requested);

const fields = ['number', 'description', 'client', 'attorney', 'status', 'opened'] as const;
const none = undefined;

describe('mapColumns', () => {
  it.each<[string | null, string, unknown[]]>([
    ['Recoup', 'Matter Number,Description,Client,Attorney,Status,Opened', [0, 1, [[2]], 3, 4, 5]],
    [
      'Excel',
      'File Ref,Client Name,Matter Name,Fee Earner,Status,Date Opened',
      [0, 2, [[1]], 3, 4, 5],
    ],
    [
      'Casengine',
      'MatterNo,ClientCode,ClientName,Description_EN,Description_AR,Practice Area,' +
        'ResponsibleLawyer,Supervisor,OpeningDate,Status,ClosingDate',
      [0, 3, [[2]], 6, 9, 8],
    ],
    [
      'Clio',
      'status,location,client_reference,description,open_date,close_date,pending_date,' +
        'custom_number,note,client_first_name,client_last_name,client_company_name',
      [7, 3, [[11], [9, 10]], none, 0, 4],
    ],
    [
      'Clio report',
      'Client,Matter,Description,Practice area,Status,' +
        'Responsible solicitor,Originating solicitor,Billable',
      [1, 2, [[0]], 5, 4, none],
    ],
    [
      'Actionstep',
      'Matter Identifier,Matter Type,Matter Name,File Reference,Date Created,Date Closed,' +
        'Assigned to,Step tree node,Status',
      [0, 2, [], 6, 8, 4],
    ],
    [
      'Matters.Cloud',
      'client_code,matter_code,name,status,open_date,matter_type,location,currency',
      [1, 2, [[0]], none, 3, 4],
    ],
    [
      'CaseClock',
      'Client ID,Client Name,Matter ID,Matter Name,Jurisdiction,Law Practice Area,Hourly Rate',
      [2, 3, [[1]], none, none, none],
    ],
    [null, 'Matter No.,Matter,Who', [0, 1, [], none, none, none]],
  ])('knows the columns of %s', (name, headers, columns) => {
    const mapped = map(headers);
    expect(mapped.ok && fields.map((field) => mapped.columns[field])).toEqual(columns);
    expect(mapped.ok && (mapped.layout?.name ?? null)).toBe(name);
  });

  it('has a date order of its own only for Clio', () => {
    const clio = map('description,open_date,custom_number,client_last_name,client_company_name');
    expect(clio).toMatchObject({ layout: { name: 'Clio', dateOrder: 'MDY' } });
    expect(map('File Ref,Client Name,Matter Name,Fee Earner')).toMatchObject({
      layout: { name: 'Excel' },
    });
  });

  it('lets a user map columns, in any case, and omit one', () => {
    const mapped = map('File Ref,Matter Name,Our Ref,Status', { number: 'our ref', status: '' });
    expect(mapped).toMatchObject({
      ok: true,
      columns: { number: 2, description: 1, status: undefined },
    });
    expect(mapped).toMatchObject({ mapping: { number: 'Our Ref', description: 'Matter Name' } });
    expect(map('Ref,Name,State', { status: null })).toMatchObject({
      columns: { status: undefined },
    });
  });

  it('does not use a requested column for another field', () => {
    expect(map('Matter,Name,Description', { client: 'Description' })).toMatchObject({
      columns: { number: 0, description: 1, client: [[2]] },
    });
  });

  it('accepts its own mapping as a request', () => {
    const headers =
      'custom_number,description,client_first_name,client_last_name,client_company_name';
    const first = map(headers);
    const mapping = first.ok ? first.mapping : {};
    expect(mapping.client).toBe('client_company_name | client_first_name + client_last_name');
    expect(map(headers, mapping)).toEqual(first);
  });

  it('rejects a column that is not there, naming those that are', () => {
    const message =
      'The file has no column "Reference" for the matter number. Its columns are: Ref, Name.';
    expect(map('Ref,Name', { number: 'Reference' })).toEqual({ ok: false, message });
    expect(map('Ref,Name', { client: 'Ref + Other' })).toMatchObject({ ok: false });
  });

  it.each([
    ['Ref,Status', 'no column for the description.'],
    ['Status,Description', 'no column for the matter number.'],
    [
      'SA0001,Divorce,Zulu',
      'no column for the matter number and the description. ' +
        'Its columns are: SA0001, Divorce, Zulu.',
    ],
  ])('rejects %s', (headers, part) => {
    expect(map(headers)).toMatchObject({ ok: false, message: expect.stringContaining(part) });
  });
});

describe('countKnownHeaders', () => {
  it('counts names in any spelling', () => {
    expect(countKnownHeaders(['MATTER_NO', 'Matter #', 'clïent', 'Colour', ''])).toBe(3);
  });
});

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

  // An empty cell is none.
  const cells = {
    'recoup.csv': {
      2: 'SA0001|Lease dispute, "Shop 2473"|Smit|thabo|Open|2026-01-17',
      5: 'SD0004|Sale of business\nand stock|Van|pieter|Pending|2023-02-19',
      11:
        'VM0010|Bond registration (FNB) “Unit 5074”|Lévesque & Erasmus (Pty) Ltd|thabo|' +
        'Closed|2024-03-20',
      121: 'NM0120|Bond registration (FNB) “Unit 6461”|Ndlovu|sarah|Open|2024-06-25',
    },
    'excel-za-semicolon-cp1252.csv': {
      14: 'NK0013|Sale of business\nand stock|Merwe & Smit (Pty) Ltd|thabo|Closed|2026-08-16',
      22: 'VA0021|Opposed motion – High Court|Botha|sarah|Open|2026-05-06',
      78: 'AA0077|Bond registration (FNB) “Unit 1372”|Müller|sarah|Closed|2025-02-28',
      251: 'AV0250|Opposed motion – High Court|Govender & Naidoo (Pty) Ltd|pieter|Open|2024-10-19',
    },
    'excel-utf8-bom-sep.csv': {
      3: 'NK0002|Debt recovery; R 23|Botha & Erasmus (Pty) Ltd|thabo|Open|2024-06-15',
      10: 'AV0009|Sale of business\nand stock|Dlamini & Lévesque (Pty) Ltd|thabo|Open|2022-03-05',
    },
    'clio-matters.csv': {
      8: 'KK0007|Bond registration (FNB) “Unit 494”|Müller & Müller (Pty) Ltd||Closed|2024-01-02',
      58: 'BK0057|Rule 43 application|Müller||Pending|2023-11-26',
      91: `DD0090|Rule 43 application|Lévesque & O'Brien (Pty) Ltd||Open|2025-09-20`,
    },
    'excel-unicode-text.csv': {
      19: 'VM0018|Sale of business\nand stock||sarah|Open|2024-01-11',
      54: 'MA0053|Estate late J. Müller||pieter|Open|2024-02-25',
    },
    'matters-cloud.csv': {
      14: 'NB0013|Sale of business\nand stock|VAN||Open|2022-03-23',
      17: 'VS0016|Opposed motion – High Court|LÉVE||Open|2024-12-27',
    },
  };
  const cases = Object.entries(cells).flatMap(([name, rows]) =>
    Object.entries(rows).map(([row, text]) => [name, Number(row), text] as const),
  );
  it.each(cases)('reads the cells of %s, row %d', async (name, row, text) => {
    const read = cellsOf(await readFixture(name), row);
    expect(read?.map((cell) => cell ?? '').join('|')).toBe(text);
    expect(read).not.toContain('');
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
