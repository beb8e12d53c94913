import { describe, expect, it } from 'vitest';
import { checkLines, type FindSchedules, attorneyTypePairs } from './check-lines.ts';
import { differencesBetween, nearestExport, numberIn } from './nearest-export.ts';
import { readExportCsv } from './read-export-file.ts';

const header =
  'Date,Matter Number,Client,Matter,Attorney,Disbursement,Minutes,Quantity,Amount,Narration';
const line = (
  day: string,
  minutes: string,
  amount: string,
  more: Partial<Record<string, string>> = {},
) => `${day},M1,Client,Lease,${more.attorney ?? 'Anna'},Call,${minutes},,${amount},`;
const fileOf = (...lines: string[]) => [header, ...lines, ''].join('\r\n');
const row = (endTime: number, charges: number) => ({
  startTime: 0,
  endTime,
  additionalTime: 0,
  charges,
});
/** R 33 up to 5 minutes, R 40 from April; and R 20 in January, which were replaced. */
const fees = [
  { validFrom: '2026-01-01', replacedAt: null, callFees: [row(5, 33)] },
  { validFrom: '2026-04-01', replacedAt: null, callFees: [row(5, 40)] },
  { validFrom: '2026-01-01', replacedAt: '2026-01-02T00:00:00Z', callFees: [row(5, 20)] },
];
const find: FindSchedules = (attorney) => (attorney === 'Anna' ? fees : undefined);
const read = async (text: string) => {
  const csv = await readExportCsv(text);
  if (!csv) throw new Error('no export');
  return csv;
};
const check = async (...lines: string[]) => checkLines(await read(fileOf(...lines)), find);

describe('the lines of an export file', () => {
  it('are added up, and each call is priced by the fees of its day', async () => {
    const result = await check(
      line('2026-03-05', '4', '33.00'),
      line('2026-04-05', '4', '40.00'),
      line('2026-03-05', '', '7.50'),
    );
    expect(result).toMatchObject({ rows: 3, cents: 8050n, differing: [], unreadable: [] });
    expect(result.calls).toEqual({ good: 2, earlier: 0, given: 0, unknown: 0, differs: 0 });
  });

  it('that cost another price are named', async () => {
    const { calls, differing } = await check(
      line('2026-03-05', '4', '33.00'),
      line('2026-03-05', '4', '33.01'),
      line('2026-03-05', '4', '40.00'),
    );
    expect(calls.differs).toBe(2);
    expect(differing.map((each) => [each.line, each.cents, each.expected])).toEqual([
      [3, 3301, 3300],
      [4, 4000, 3300],
    ]);
  });

  it('keep a replaced price, or of a reversal that of another day', async () => {
    const { calls } = await check(
      line('2026-03-05', '4', '20.00'),
      line('2026-03-05', '-4', '-40.00'),
      line('2026-03-05', '4', '33.00', { attorney: 'Ben' }),
    );
    expect(calls).toEqual({ good: 0, earlier: 2, given: 0, unknown: 1, differs: 0 });
  });

  it('whose amount is no amount are named', async () => {
    const { unreadable, cents } = await check(
      line('2026-03-05', '', '1O.00'),
      line('2026-03-05', '', '1.00'),
    );
    expect([unreadable, cents]).toEqual([[2], 100n]);
  });

  it('are read as people write them, with quotes and lines within a narration', async () => {
    const people =
      `\uFEFF${header.replaceAll(',', ';')}\r\n` +
      `2026-03-05;M1;Client;Lease;Anna;Call;4;;33,00;"two; and\r\nthree ""quoted"""\r\n`;
    const csv = await read(people);
    expect(csv.records).toHaveLength(1);
    expect(csv.records[0]?.cells.slice(8)).toEqual(['33.00', 'two; and\r\nthree "quoted"']);
    expect(attorneyTypePairs(csv)).toEqual([['Anna', 'Call']]);
    expect((await checkLines(csv, find)).calls.good).toBe(1);
    expect(await readExportCsv('Number,Name\r\n1,2\r\n')).toBeUndefined();
  });

  it('are checked by the hundred thousand without holding the page up', async () => {
    const csv = await read(
      fileOf(...Array.from({ length: 100_000 }, () => line('2026-03-05', '4', '33.00'))),
    );
    let longest = 0;
    let last = performance.now();
    const timer = setInterval(() => {
      longest = Math.max(longest, performance.now() - last);
      last = performance.now();
    });
    const { rows, calls } = await checkLines(csv, find);
    clearInterval(timer);
    expect([rows, calls.good]).toEqual([100_000, 100_000]);
    expect(longest).toBeLessThan(1_000);
  }, 60_000);
});

describe('the nearest export', () => {
  const exports = [
    { number: 12, rows: 3, sum: 80.5 },
    { number: 11, rows: 3, sum: 70 },
    { number: 10, rows: 9, sum: 80.5 },
  ];
  it.each([
    ['recoup-export-10.csv', 3, 8050n, 10],
    ['recoup-export-12 (1).csv', 9, 0n, 12],
    ['copy.csv', 3, 7100n, 11],
    ['copy.csv', 8, 0n, 10],
  ])('of %s with %i rows and %i cents is %i', (name, rows, cents, number) => {
    expect(nearestExport(exports, { name, rows, cents })?.number).toBe(number);
  });

  it('has its number in the name of the file', () => {
    expect([numberIn('recoup-export-7.xlsx'), numberIn('entries.csv')]).toEqual([7, undefined]);
  });
});

describe('a file that was changed', () => {
  const lines = ['1', '2', '3', '4'].map((minutes) => line('2026-03-05', minutes, '33.00'));
  const compare = async (...changed: string[]) =>
    differencesBetween(await read(fileOf(...lines)), await read(fileOf(...changed)), 50);

  it('names the line and the cell of one digit', async () => {
    const [one = '', two = '', ...rest] = lines;
    const { differences, lines: count } = await compare(
      one,
      two.replace('33.00', '38.00'),
      ...rest,
    );
    expect(count).toBe(1);
    expect(differences).toEqual([{ line: 3, column: 'Amount', expected: '33.00', found: '38.00' }]);
  });

  it('names an added and a missing line once', async () => {
    const [one = '', ...rest] = lines;
    const added = await compare(one, line('2026-03-05', '9', '1.00'), ...rest);
    expect(added.differences).toMatchObject([{ line: 3, column: 'Line', expected: null }]);
    const missing = await compare(...rest);
    expect(missing.differences).toMatchObject([{ line: 2, column: 'Line', found: null }]);
  });

  it('differs nowhere where only its bytes do', async () => {
    const text = fileOf(...lines).replaceAll('\r\n', '\n');
    const { differences } = differencesBetween(await read(fileOf(...lines)), await read(text), 50);
    expect(differences).toEqual([]);
  });
});
