import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { csvLineEncoder, databaseLineReader, readLines, spreadsheetLines } from './csv-lines.ts';
import { type CellKind, type Extra, extraColumns, extras } from './extra-columns.repository.ts';

const [columnEnd, cellEnd] = ['\u001E', '\u001F'];
/** Texts of the database, which never holds the two separators of cells. */
const odd = fc.constantFrom('=', "'", '"', ',', ';', '\r\n', '\n', '\t', '-', ' ', '\u0007', 'é');
const text = fc
  .array(fc.oneof(odd, fc.string()), { maxLength: 5 })
  .map((parts) => parts.join('').replaceAll(columnEnd, '').replaceAll(cellEnd, ''));
const cents = fc.integer({ min: -1_000_000_000, max: 1_000_000_000 });
const count = fc.oneof(fc.constant(''), fc.nat(10_000));

const cellsByKind: Readonly<Record<CellKind, fc.Arbitrary<string | number>>> = {
  text,
  code: fc.oneof(fc.constantFrom('', 'standard', 'none'), fc.uuid()),
  whole: count,
  percent: fc.nat(10_000),
  cents,
};
const line = (some: readonly Extra[]) =>
  fc
    .tuple(fc.array(text, { minLength: 3, maxLength: 3 }), text, text, count, count, cents, text)
    .chain(([matter, ...cells]) =>
      fc
        .tuple(...extraColumns(some).map(({ kind }) => cellsByKind[kind]))
        .map((more) => ['2026-03-01', matter.join(cellEnd), ...cells, ...more].join(columnEnd)),
    );
const linesWithExtras = fc
  .subarray([...extras])
  .chain((some) => fc.tuple(fc.constant(some), line(some)));

it('reads a line of the database as the stored CSV of it', () => {
  fc.assert(
    fc.property(linesWithExtras, ([some, stored]) => {
      const { csv } = csvLineEncoder(some)(stored);
      expect([databaseLineReader(some)(stored)]).toEqual([...readLines(csv, some)]);
    }),
    { numRuns: 2_000 },
  );
});

it('takes the cells of 5,000 matters apart once, beside those of attorneys and types', () => {
  const lines = Array.from({ length: 5_000 }, (_, n) =>
    ['2026-03-01', `M${n}`, 'Thabo', 'Copies', '', '', '100', ''].join(columnEnd),
  );
  const read = databaseLineReader([]);
  lines.forEach(read);
  const split = vi.spyOn(String.prototype, 'split');
  try {
    lines.forEach(read);
    expect(split).toHaveBeenCalledWith(columnEnd);
    expect(split).not.toHaveBeenCalledWith(cellEnd);
  } finally {
    split.mockRestore();
  }
});

it('writes amounts and percents with a decimal comma beside a semicolon', () => {
  const vat = ['cost', '1550', '1000', '155', '1155'];
  const cells = ['2026-03-01', `M1${cellEnd}${cellEnd}One`, 'Thabo', 'Copies', '', '3', '1000', ''];
  const { csv } = csvLineEncoder(['vat'])([...cells, ...vat].join(columnEnd));
  const lines = spreadsheetLines(csv, { delimiter: ';', extras: ['vat'] });
  expect([...lines].join('')).toBe(
    '2026-03-01;M1;;One;Thabo;Copies;;3;10,00;;cost;15,5;10,00;1,55;11,55\r\n',
  );
});
