import { type Extra, extras } from '@recoup/contract/exports/files';
import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { csvLineEncoder, databaseLineReader, readLines } from './csv-lines.ts';

const [columnEnd, cellEnd] = ['\u001E', '\u001F'];
/** Texts of the database, which never holds the two separators of cells. */
const odd = fc.constantFrom('=', "'", '"', ',', ';', '\r\n', '\n', '\t', '-', ' ', '\u0007', 'é');
const text = fc
  .array(fc.oneof(odd, fc.string()), { maxLength: 5 })
  .map((parts) => parts.join('').replaceAll(columnEnd, '').replaceAll(cellEnd, ''));
const cents = fc.integer({ min: -1_000_000_000, max: 1_000_000_000 });
const count = fc.oneof(fc.constant(''), fc.nat(10_000));

const cellsOfExtras: Readonly<Record<Extra, fc.Arbitrary<(string | number)[]>>> = {
  vat: fc.tuple(fc.constantFrom('standard', 'none'), fc.nat(10_000), cents, cents),
  voucher: fc.tuple(text),
  reversals: fc.tuple(fc.uuid(), fc.oneof(fc.constant(''), fc.uuid()), count),
  suppliers: fc.tuple(text, text, text),
};
const line = (some: readonly Extra[]) =>
  fc
    .tuple(fc.array(text, { minLength: 3, maxLength: 3 }), text, text, count, count, cents, text)
    .chain(([matter, ...cells]) =>
      fc
        .tuple(...some.map((each) => cellsOfExtras[each]))
        .map((more) =>
          ['2026-03-01', matter.join(cellEnd), ...cells, ...more.flat()].join(columnEnd),
        ),
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
