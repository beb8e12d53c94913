import { describe, expect, it } from 'vitest';
import { cellsOf, readMatters } from '../../../test/matter-file.ts';
import { normalizeNumber } from './rows.ts';
import iconv from 'iconv-lite';
import { decodeMatterFile } from '../../../test/decode-matter-file.ts';
import { createAttorneyFinder } from './reading.ts';

describe('readMatterFile', () => {
  it('treats columns that the header line does not name as absent', async () => {
    expect(cellsOf(await readMatters('Ref,Name\n1,Divorce\n'), 2)).toEqual([
      '1',
      'Divorce',
      null,
      null,
      null,
      null,
    ]);
  });

  it.each([
    ['', null],
    ['ACTIVE', 'Open'],
    ['on hold', 'Pending'],
    ['Archived', 'Closed'],
    [' closed ', 'Closed'],
  ])('reads the status %j as %s', async (status, expected) => {
    expect((await readMatters(`Ref,Name,Status\n1,Divorce,${status}\n`)).rows[0]?.status).toBe(
      expected,
    );
  });

  it('reads an unproved column day first', async () => {
    const file = await readMatters('Ref,Name,Opened\n1,A,01/02/2026\n2,B,03/04/2026\n');
    expect(file.shape).toMatchObject({ dateOrder: 'DMY', dateOrderReason: 'habit' });
    expect(file.rows.map((matter) => matter.opened)).toEqual(['2026-02-01', '2026-04-03']);
  });

  it('reads the cells before the proof in the order that a later cell proves', async () => {
    const file = await readMatters('Ref,Name,Opened\n1,A,01/02/2026\n2,B,03/24/2026\n');
    expect(file.shape).toMatchObject({ dateOrder: 'MDY', dateOrderReason: 'column' });
    expect(file.rows.map((matter) => matter.opened)).toEqual(['2026-01-02', '2026-03-24']);
  });

  it('reads Clio month first unless the column proves the opposite', async () => {
    const clio = (date: string) =>
      readMatters(
        'custom_number,description,open_date,client_last_name,client_company_name\n' +
          `1,A,${date},B,\n`,
      );
    expect((await clio('03/04/2026')).rows[0]?.opened).toBe('2026-03-04');
    expect((await clio('23/04/2026')).rows[0]?.opened).toBe('2026-04-23');
  });

  it('rejects dates that contradict the column, in their rows and among the problems', async () => {
    const file = await readMatters(
      'Ref,Name,Opened\n1,A,13/02/2026\n2,B,02/13/2026\n3,,02/14/2026\n4,D,01/02/2026\n',
    );
    expect(file.rows.map((matter) => [matter.row, matter.opened])).toEqual([
      [2, '2026-02-13'],
      [5, '2026-02-01'],
    ]);
    expect(file.problems.map(({ row, column }) => [row, column])).toEqual([
      [3, 'Opened'],
      [4, 'Name'],
      [4, 'Opened'],
    ]);
    expect([file.problemCount, file.rejectedRows]).toEqual([3, 2]);
    expect(file.problems[0]?.message).toBe(
      '"02/13/2026" is not a date in this column, which reads as day/month/year. ' +
        'Write it as YYYY-MM-DD.',
    );
  });

  it('reads long cells in a time that grows with their length alone', async () => {
    const blank = ' '.repeat(45_000);
    const cells = [`A${blank}B`, `"A\n${blank}B"`, `${'ab'.repeat(20_000)} Andr\u201A`];
    const lines = cells.map((cell, at) => `${at + 1},${cell},011 555 0101${blank}x`);
    const numbers = cells.map((cell) => `${cell},Divorce,`);
    const header = `Ref,Name,Phone${blank.slice(0, 9_000)}number`;
    const file = await readMatters([header, ...lines, ...numbers, ''].join('\n').repeat(30));
    expect(file.problemCount).toBeGreaterThan(10);
  });

  it('finds the same number again in any case, and names the first row', async () => {
    const file = await readMatters('Ref,Name\nab1,A\nAB1,B\nAb\u200B1,C\n');
    expect(
      file.problems.map(({ row, message }) => [row, message.includes('already appears in row 2')]),
    ).toEqual([
      [3, true],
      [4, true],
    ]);
  });

  it('names every problem of a row', async () => {
    const file = await readMatters('Ref,Name,Fee Earner,Status,Opened\n,,Nobody,Maybe,soon\n');
    expect(file.problems.map(({ column }) => column)).toEqual([
      'Ref',
      'Name',
      'Fee Earner',
      'Status',
      'Opened',
    ]);
    expect([file.problemCount, file.rejectedRows]).toEqual([5, 1]);
  });

  it.each([
    ['Ref', (excess: number) => `${'9'.repeat(60 + excess)},A,B`],
    ['Name', (excess: number) => `1,${'x'.repeat(500 + excess)},B`],
    ['Client', (excess: number) => `1,A,${'x'.repeat(200 + excess)}`],
  ])('accepts a %s of the maximum length, and rejects one more character', async (column, row) => {
    expect((await readMatters(`Ref,Name,Client\n${row(0)}\n`)).problemCount).toBe(0);
    expect((await readMatters(`Ref,Name,Client\n${row(1)}\n`)).problems).toMatchObject([
      { row: 2, column },
    ]);
  });

  it('counts blank rows as a spreadsheet does, and allows empty cells at the end', async () => {
    const file = await readMatters('\r\nRef;Name\r\n\r\n1;A;;\r\n;;\r\n2;B;;x\r\n3;C;;\r\n');
    expect(file.rows.map((matter) => matter.row)).toEqual([4, 7]);
    expect(file.problems).toMatchObject([{ row: 6, column: 'Name' }]);
  });

  it('reads by the mapping that a person gave', async () => {
    const file = await readMatters('A,B,C\n1,Divorce,Zulu\n', {
      number: 'A',
      description: 'B',
      client: 'C',
    });
    expect(file.shape.mapping).toEqual({ number: 'A', description: 'B', client: 'C' });
    expect(cellsOf(file, 2)).toEqual(['1', 'Divorce', 'Zulu', null, null, null]);
  });

  it('counts all problems and lists the first 200', async () => {
    const file = await readMatters(`Ref,Name,Opened\n${'x,,\n'.repeat(300)}`);
    expect([file.problems.length, file.problemCount, file.rejectedRows]).toEqual([200, 599, 300]);
  });

  it('yields to other work in a large file', async () => {
    let turns = 0;
    const timer = setInterval(() => turns++, 1);
    const rows = Array.from(
      { length: 20_000 },
      (_, index) => `K${index},Debt recovery,Zulu\n`,
    ).join('');
    const file = await readMatters(`Ref,Name,Client\n${rows}`);
    clearInterval(timer);
    expect(file.rows.length).toBe(20_000);
    expect(turns).toBeGreaterThan(5);
  });
});

const read = async (cell: string) =>
  readMatters(`Ref,Name,Telephone\n1,A,"${cell}"\n2,B,011 555 0142\n`);

describe('the telephone numbers of a matter file', () => {
  it.each([
    ['082 555 0101', ['+27825550101']],
    ['Tel: (011) 555-0142 (w); 082 555 0101 (cell)', ['+27115550142', '+27825550101']],
    ['0115550142/0825550101', ['+27115550142', '+27825550101']],
    ['27825550101\n+27 (0)82 555 0101', ['+27825550101']],
    ['0044 20 7946 0018 or 011 555 0142', ['+442079460018', '+27115550142']],
    ['825550101; 115550142', ['+27825550101', '+27115550142']],
    ['', []],
    ['N/A', []],
    ['-', []],
    ['082 555 0101; none', ['+27825550101']],
  ])('reads %j', async (cell, phones) => {
    const file = await read(cell);
    expect([file.problems, file.rows[0]?.phones]).toEqual([[], phones]);
  });

  it('rejects a row with a text that is no number, and says how to go on', async () => {
    const file = await read('082 555 0101; see file');
    expect(file.problems).toEqual([
      {
        row: 2,
        column: 'Telephone',
        message:
          '"see file" is not a telephone number with its area code. Write it as 011 555 0101 or ' +
          '+27 82 555 0101, several with a semicolon between them, ' +
          'or import the file without this column.',
      },
    ]);
  });

  it.each(['2.78E+10', '82555010', '955501012'])('rejects %s', async (cell) => {
    expect((await read(cell)).problems).toMatchObject([{ row: 2, column: 'Telephone' }]);
  });

  it('rejects more numbers than a matter keeps', async () => {
    const numbers = Array.from({ length: 21 }, (_, at) => `08255501${10 + at}`);
    expect((await read(numbers.join(';'))).problems).toMatchObject([
      { row: 2, message: 'There are 21 telephone numbers; at most 20 are kept.' },
    ]);
  });
});

describe('normalizeNumber', () => {
  it.each([
    ['SA\u200D00\u202E01', 'SA0001'],
    ['="00123"', '00123'],
    ['=""', '=""'],
    ['="1"&A1', '="1"&A1'],
    ["'-12", '-12'],
    ['SA\u00A01', 'SA 1'],
    ['SA\r\n1', 'SA\n1'],
  ])('makes %j into %j', (cell, number) => {
    expect(normalizeNumber(cell)).toBe(number);
  });
});

const matterText = 'Matter,Description\r\nSA0001,Lévesque – “Unit 5” ’s\r\n';

describe('decodeMatterFile', () => {
  it.each([
    ['utf-8', iconv.encode(matterText, 'utf8')],
    ['utf-8', iconv.encode(matterText, 'utf8', { addBOM: true })],
    ['utf-16le', iconv.encode(matterText, 'utf16le', { addBOM: true })],
    ['utf-16le', iconv.encode(matterText, 'utf16le', { addBOM: false })],
    ['utf-16be', iconv.encode(matterText, 'utf16be', { addBOM: true })],
    ['utf-16be', iconv.encode(matterText, 'utf16be', { addBOM: false })],
    ['windows-1252', iconv.encode(matterText, 'win1252')],
  ])('reads %s', (encoding, bytes) => {
    expect(decodeMatterFile(bytes)).toEqual({ ok: true, text: matterText, encoding });
  });

  it('reads a part of a larger buffer', () => {
    const bytes = iconv.encode(`xx${matterText}`, 'win1252').subarray(2);
    expect(decodeMatterFile(bytes)).toMatchObject({ text: matterText });
  });

  it.each([
    ['UTF-8', Buffer.from([0xef, 0xbb, 0xbf, 0xe9, 0x2c])],
    ['UTF-16LE', Buffer.from([0xff, 0xfe, 0x00, 0xd8, 0x41, 0x00])],
  ])('rejects bytes that claim to be %s and are not', (name, bytes) => {
    expect(decodeMatterFile(bytes)).toEqual({
      ok: false,
      message: `The file says that it is ${name} and is not. Save it again as CSV UTF-8.`,
    });
  });

  it('rejects a workbook', () => {
    const workbook = Buffer.concat([
      Buffer.from('PK\u0003\u0004'),
      Buffer.from([0x14, 0x00, 0x06, 0x00, 0x08, 0x00, 0xe9, 0xff]),
    ]);
    expect(decodeMatterFile(workbook)).toEqual({
      ok: false,
      message: expect.stringContaining('not a text file'),
    });
  });
});

const find = createAttorneyFinder([
  { id: 'thabo', name: 'Thabo Mokoena', email: 't.mokoena@nkosi.co.za' },
  { id: 'pieter', name: 'Pieter van der Merwe', email: 'pieter@nkosi.co.za' },
  { id: 'rene', name: 'René Müller', email: 'r.muller@nkosi.co.za' },
  { id: 'sarah', name: 'Sarah Jane Naidoo', email: 's.naidoo@nkosi.co.za' },
  { id: 'sipho', name: 'Sipho Naidoo', email: 'sipho@nkosi.co.za' },
  { id: 'siobhan', name: 'Siobhán O’Brien', email: 's.obrien@nkosi.co.za' },
  { id: 'lukasz', name: "Łukasz D'Arcy", email: 'lukasz@nkosi.co.za' },
  { id: 'tj', name: 'TJ Botha', email: 'tj.botha@nkosi.co.za' },
]);

describe('createAttorneyFinder', () => {
  it.each([
    ['t.mokoena@nkosi.co.za', 'thabo'],
    ['T.MOKOENA@NKOSI.CO.ZA', 'thabo'],
    ['Thabo Mokoena <t.mokoena@nkosi.co.za>', 'thabo'],
    ['Thabo Mokoena', 'thabo'],
    ['thabo  mokoena', 'thabo'],
    ['Mokoena, Thabo', 'thabo'],
    ['Mokoena, T', 'thabo'],
    ['Mokoena, T.', 'thabo'],
    ['T Mokoena', 'thabo'],
    ['T. Mokoena', 'thabo'],
    ['Mr T Mokoena', 'thabo'],
    ['TM', 'thabo'],
    ['T.M.', 'thabo'],
    ['t.mokoena', 'thabo'],
    ['P van der Merwe', 'pieter'],
    ['van der Merwe, P', 'pieter'],
    ['PVDM', 'pieter'],
    ['PM', 'pieter'],
    ['Rene Muller', 'rene'],
    ["Siobhan O'Brien", 'siobhan'],
    ['Siobhan O‘Brien', 'siobhan'],
    ["O'Brien, S", 'siobhan'],
    ['Lukasz D’Arcy', 'lukasz'],
    ['R. Müller', 'rene'],
    ['Sarah Jane Naidoo', 'sarah'],
    ['SJ Naidoo', 'sarah'],
    ['S.J. Naidoo', 'sarah'],
    ['s.naidoo', 'sarah'],
    ['Naidoo, S.J.', 'sarah'],
    ['SJN', 'sarah'],
    ['Sipho Naidoo', 'sipho'],
    ['T.J. Botha', 'tj'],
    ['T J Botha', 'tj'],
    ['TJB', 'tj'],
  ])('finds %s', (text, id) => {
    expect(find(text)).toEqual({ id });
  });

  it.each(['S Naidoo', 'Naidoo, S', 'SN'])('rejects %s, which two attorneys may be', (text) => {
    const message =
      `"${text}" matches more than one attorney: ` +
      'Sarah Jane Naidoo (s.naidoo@nkosi.co.za) or Sipho Naidoo (sipho@nkosi.co.za). ' +
      'Use the email address.';
    expect(find(text)).toEqual({ message });
  });

  it.each([
    'nobody@nkosi.co.za',
    't.mokoena@other.co.za',
    'Mokoena',
    'Thabo',
    'XX',
    ',',
    '.',
    '@',
    '__proto__',
  ])('does not know %s', (text) => {
    expect(find(text)).toEqual({
      message:
        `"${text}" is not an attorney at this firm. ` +
        'Use the email address, or add the attorney first.',
    });
  });

  it('prefers a full name to the initials of another attorney', () => {
    const named = createAttorneyFinder([
      { id: 'short', name: 'T Mokoena', email: 'a@nkosi.co.za' },
      { id: 'long', name: 'Tumi Mokoena', email: 'b@nkosi.co.za' },
    ]);
    expect(named('T Mokoena')).toEqual({ id: 'short' });
  });
});
