import { expect, it } from 'vitest';
import sharp from 'sharp';
import readExcelFile, { readSheet } from 'read-excel-file/node';
import { unzip, unzipFiles } from '../../../test/spreadsheet.ts';
import type { ExportLine } from '../snapshot/csv-lines.ts';
import { type ExportXlsxFacts, xlsx } from './xlsx.ts';
import { rowStart, wrappedLines } from './xlsx-columns.ts';

const line: ExportLine = {
  date: '2026-03-01',
  matterNumber: '00123',
  client: 'Smit & Sons',
  matterDescription: '=1+1',
  attorney: 'Thabo Mokoena',
  disbursementType: 'Call',
  minutes: 5,
  quantity: null,
  amountCents: -12_345,
  narration: null,
};
const facts = {
  title: 'Recoup export 7',
  firmName: 'Nkosi & Partners',
  createdAt: new Date('2026-03-31T22:30:00Z'),
  rowCount: 2,
  logo: null,
  vatNumber: null,
  period: 'March',
};

it('names each row and each cell, which half of the readers of XLSX need', async () => {
  const sheet = (await unzipParts([line, line])).get('xl/worksheets/sheet1.xml') ?? '';
  expect([...sheet.matchAll(/<row ([^>]*)>/g)].map(([, input]) => input)).toEqual([
    'r="1" ht="30"',
    'r="2"',
    'r="3"',
    'r="5"',
  ]);
  const names = [...sheet.matchAll(/<c ([^>]*)>/g)].map(
    ([, value = '']) => /^r="([A-J]\d)"/.exec(value)?.[1],
  );
  expect(names.join(' ')).toBe(
    'A1 B1 C1 D1 E1 F1 G1 H1 I1 J1 A2 B2 C2 D2 E2 F2 G2 I2 A3 B3 C3 D3 E3 F3 G3 I3 A5 B5',
  );
  expect(sheet).not.toMatch(/<f[ >]/);
});

it('marks only the texts that a spreadsheet could run as typed with an apostrophe', async () => {
  const parts = await unzipParts([{ ...line, narration: '\t-2+3' }]);
  const sheet = parts.get('xl/worksheets/sheet1.xml') ?? '';
  const formats = [
    ...((parts.get('xl/styles.xml') ?? '').split('<cellXfs')[1]?.matchAll(/<xf ([^>]*)>/g) ?? []),
  ].map(([, fields]) => fields ?? '');
  const isQuoted = (cell: string) =>
    formats[Number(new RegExp(`r="${cell}"[^>]* s="(\\d+)"`).exec(sheet)?.[1])]?.includes(
      'quotePrefix="1"',
    );
  expect(['B2', 'C2', 'D2', 'J2'].map(isQuoted)).toEqual([false, false, true, true]);
});

it('prints landscape pages of its width, each with header, firm and page number', async () => {
  const parts = await unzipParts([line, line]);
  const sheet = parts.get('xl/worksheets/sheet1.xml') ?? '';
  expect(sheet).toContain('<pageSetUpPr fitToPage="1"/>');
  expect(sheet).toMatch(
    /<pageSetup paperSize="9" orientation="landscape" fitToWidth="1" fitToHeight="0"\/>/,
  );
  expect(sheet).toContain(
    '<oddHeader>&amp;LNkosi &amp;&amp; Partners&amp;RRecoup export 7</oddHeader>',
  );
  expect(sheet).toContain('<oddFooter>&amp;RPage &amp;P of &amp;N</oddFooter>');
  expect(sheet).toContain('state="frozen"');
  expect(parts.get('xl/workbook.xml')).toContain(
    'name="_xlnm.Print_Titles" localSheetId="0">Disbursements!$1:$1<',
  );
});

it.each(['0000', '001B', '202E', 'FFFE'])(
  'writes XML that can be read for a firm whose name holds U+%s',
  async (code) => {
    const parts = await unzipParts(
      [line],
      `Nkosi${String.fromCodePoint(Number.parseInt(code, 16))} & <Partners>`,
    );
    expect(parts.get('docProps/core.xml')).toContain(
      '<dc:creator>Nkosi &amp; &lt;Partners&gt;</dc:creator>',
    );
    expect(parts.get('xl/worksheets/sheet1.xml')).toContain(
      '&amp;LNkosi &amp;&amp; &lt;Partners&gt;&amp;R',
    );
  },
);

it('keeps a negative amount a number', async () => {
  expect((await readSheet(await bytesOf([line, line])))[1]?.[8]).toBe(-123.45);
});

it('has the sums by type and attorney on a second sheet, as values', async () => {
  const vat = { treatment: 'cost', percent: 15, netCents: 100, vatCents: 15, grossCents: 115 };
  const lines = [
    line,
    { ...line, attorney: '=Anna', amountCents: 12_400 },
    { ...line, disbursementType: 'Advance', vat },
  ] as ExportLine[]; // the sample has no VAT
  const bytes = await bytesOf(lines, 'Nkosi', { extras: ['vat'], vatNumber: '4123456789' });
  const [, totals] = await readExcelFile(bytes);
  expect([totals?.sheet, totals?.data]).toEqual([
    'Totals',
    [
      ['Recoup export 7', ...empty(5)],
      ['Firm', 'Nkosi', ...empty(4)],
      ['VAT number', '4123456789', ...empty(4)],
      ['Period', 'March', ...empty(4)],
      ['Created', new Date('2026-04-01'), ...empty(4)],
      empty(6),
      ['Disbursement', 'Lines', 'Amount', 'Net', 'VAT', 'Gross'],
      ['Advance', 1, -123.45, 1, 0.15, 1.15],
      ['Call', 2, 0.55, 0, 0, 0],
      empty(6),
      ['Attorney', 'Lines', 'Amount', 'Net', 'VAT', 'Gross'],
      ['=Anna', 1, 124, 0, 0, 0],
      ['Thabo Mokoena', 2, -246.9, 1, 0.15, 1.15],
      empty(6),
      ['Total', 3, -122.9, 1, 0.15, 1.15],
    ],
  ]);
  expect(JSON.stringify(await readExcelFile(await bytesOf([line])))).not.toContain('VAT');
});

it('draws the logo on the second sheet, as large as in the PDF', async () => {
  const logo = await jpegOf(300, 50);
  const bytes = await bytesOf([line], 'Nkosi', { logo });
  expect(await bytesOf([line], 'Nkosi', { logo })).toEqual(bytes);
  expect(unzipFiles(bytes).get('xl/media/logo.jpeg')).toEqual(logo);
  const parts = unzip(bytes);
  const types = parts.get('[Content_Types].xml');
  expect(types).toContain('<Default Extension="jpeg" ContentType="image/jpeg"/>');
  expect(types).toContain('<Override PartName="/xl/drawings/drawing1.xml" ContentType="');
  expect(targets(parts, 'xl/worksheets/_rels/sheet2.xml.rels')).toEqual([
    ['rId1', '../drawings/drawing1.xml'],
  ]);
  expect(parts.get('xl/worksheets/sheet2.xml')).toMatch(/<drawing r:id="rId1"\/><\/worksheet>$/);
  expect(targets(parts, 'xl/drawings/_rels/drawing1.xml.rels')).toEqual([
    ['rId1', '../media/logo.jpeg'],
  ]);
  // 90 by 15 points.
  const drawing = parts.get('xl/drawings/drawing1.xml');
  expect(drawing).toContain('<xdr:ext cx="1143000" cy="190500"/>');
  expect(drawing).toContain('<a:blip r:embed="rId1"/>');
  const [, totals] = await readExcelFile(bytes);
  expect(totals?.data.slice(0, 2)).toEqual([
    ['Recoup export 7', null, null],
    ['Firm', 'Nkosi', null],
  ]);
});

it.each([null, Buffer.from('no picture')])('has no drawing without a logo', async (logo) => {
  const parts = unzip(await bytesOf([line], 'Nkosi', { logo }));
  expect([...parts.keys()].filter((name) => /drawing|media|sheet2\.xml\.rels/.test(name))).toEqual(
    [],
  );
  expect([...parts.values()].join('')).not.toMatch(/<drawing|jpeg/);
});

function targets(parts: Map<string, string>, name: string): (string | undefined)[][] {
  const each = (parts.get(name) ?? '').matchAll(/ Id="(\w+)" Type="[^"]+" Target="([^"]+)"/g);
  return [...each].map(([, id, target]) => [id, target]);
}

async function jpegOf(width: number, height: number): Promise<Buffer> {
  const create = { width, height, channels: 3, background: 'navy' } as const;
  return sharp({ create }).jpeg().toBuffer();
}

it('leaves the columns of ids out of print, and keeps the names in order', async () => {
  const extras = ['vat', 'voucher', 'reversals'] as const;
  const parts = unzip(await bytesOf([line, line], 'Nkosi', { extras: [...extras] }));
  const names = (parts.get('xl/workbook.xml') ?? '').matchAll(
    /<definedName name="(\S+)".*?>(.*?)</g,
  );
  expect([...names].map(([, name, range]) => [name, range])).toEqual([
    ['_xlnm._FilterDatabase', 'Disbursements!$A$1:$S$3'],
    ['_xlnm.Print_Area', 'Disbursements!$A$1:$P$8'],
    ['_xlnm.Print_Titles', 'Disbursements!$1:$1'],
  ]);
  const rows = (parts.get('xl/worksheets/sheet1.xml') ?? '').matchAll(/<row r="(\d+)"/g);
  expect([...rows].at(-1)?.[1]).toBe('8');
});

it('prints the supplier and its invoice, and neither its code nor the ids of entries', async () => {
  const reversed = { ...line, supplier: { name: 'Sheriff', code: 'SH1', invoice: 'INV 7' } };
  const extras = ['reversals', 'suppliers'] as const;
  const bytes = await bytesOf([reversed], 'Nkosi', { extras: [...extras] });
  const workbook = unzip(bytes).get('xl/workbook.xml');
  expect(workbook).toContain('Disbursements!$A$1:$L$4</definedName>');
  const [sheet] = await readExcelFile(bytes);
  expect(sheet?.data[0]?.slice(10)).toEqual([
    'Supplier',
    'Supplier Invoice',
    'Entry',
    'Reverses',
    'Reversed Export',
    'Supplier Code',
  ]);
});

it('prints an export of a vendor in letters of 7 points at least', async () => {
  for (const [extras, points] of [
    [[], 9.5],
    [['vat', 'voucher', 'reversals'], 7],
  ] as const) {
    const sheet = unzip(await bytesOf([line], 'Nkosi', { extras })).get('xl/worksheets/sheet1.xml');
    const widths = [...(sheet ?? '').matchAll(/ width="(\d+)"/g)].map(([, width]) => Number(width));
    const printed = widths.slice(0, 16).reduce((sum, width) => sum + width, 0);
    // A digit of Calibri 11 has 5.25 points; 770 are between the margins.
    expect((11 * 770) / (printed * 5.25)).toBeGreaterThan(points);
  }
});

it('keeps texts apart from the number before them', async () => {
  const given = { ...line, voucher: 'R-1', narration: 'Text', quantity: 2 };
  const parts = unzip(await bytesOf([given], 'Nkosi', { extras: ['voucher'] }));
  const sheet = parts.get('xl/worksheets/sheet1.xml') ?? '';
  const formats = [...(parts.get('xl/styles.xml') ?? '').matchAll(/<xf [^>]*>(<align[^>]*>)?/g)];
  const isIndented = (cell: string): boolean => {
    const id = Number(new RegExp(`r="${cell}"[^>]* s="(\\d+)"`).exec(sheet)?.[1]);
    return formats[id + 1]?.[1]?.includes('indent="1"') ?? false;
  };
  expect(['J1', 'J2', 'K1', 'K2', 'B2'].map(isIndented)).toEqual([true, true, true, true, false]);
});

const empty = (count: number): null[] => Array.from({ length: count }, () => null);

async function unzipParts(lines: readonly ExportLine[], firmName = facts.firmName) {
  return unzip(await bytesOf(lines, firmName));
}

async function bytesOf(
  lines: readonly ExportLine[],
  firmName = facts.firmName,
  more: Partial<ExportXlsxFacts> = {},
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of xlsx(batchOf(lines), {
    ...facts,
    firmName,
    rowCount: lines.length,
    extras: [],
    ...more,
  }))
    chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function* batchOf(lines: readonly ExportLine[]): AsyncGenerator<readonly ExportLine[]> {
  yield await Promise.resolve(lines);
}

it.each([
  [null, 20, 1],
  ['', 20, 1],
  ['short', 20, 1],
  ['one two three', 9, 2],
  ['one two three', 6, 3],
  ['first\nsecond', 20, 2],
  ['a'.repeat(45), 11, 5],
  ['i'.repeat(45), 11, 3],
  ['W'.repeat(45), 11, 6],
  [`a ${'b'.repeat(25)} c`, 11, 4],
  ['Revenue stamps, sheriff and messenger of the court fees', 20, 3],
])('wraps %j in a column of %i digits into %i lines', (text, width, lines) => {
  expect(wrappedLines(text, width)).toBe(lines);
});

it('gives a row of several lines a height, up to the highest', () => {
  expect([1, 2, 1_000].map((lines) => rowStart(7, lines))).toEqual([
    '<row r="7">',
    '<row r="7" ht="30">',
    '<row r="7" ht="409">',
  ]);
});
