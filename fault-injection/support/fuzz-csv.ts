import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import {
  csvHeader,
  spreadsheetLines,
  type ExportLine,
  csvLineEncoder,
  readLines,
} from '../../apps/server/src/exports/snapshot/csv-lines.ts';
import { piecesOf, type Reader } from './fuzz-reader.ts';

const cellText = piecesOf([...'"",;\t|\r\n \'=+-@a7\ufeff\u200b😀', '\r\n', 'Müller'], 6).map(
  // What no kind of file can hold is dropped when it is written (spreadsheet-cells.ts); a lone
  // surrogate is rejected by the server.
  (text) =>
    text.replace(/[^\P{Cc}\t\n\r]|[\u202A-\u202E\u2066-\u2069\uFFFE\uFFFF\uD800-\uDFFF]/gu, ''),
);
const optionalText = cellText.map((text) => (text === '' ? null : text));
const exportLine: fc.Arbitrary<ExportLine> = fc.record(
  {
    date: fc.constantFrom('2026-03-01', '1999-12-31'),
    matterNumber: cellText,
    client: optionalText,
    matterDescription: cellText,
    attorney: cellText,
    disbursementType: cellText,
    minutes: fc.option(fc.nat(100_000)),
    quantity: fc.option(fc.nat(100_000)),
    amountCents: fc.nat(10_000_000_000),
    narration: optionalText,
  },
  { noNullPrototype: true },
);

/** A line as `export-lines.repository.ts` reads it. */
function asRead(line: ExportLine): string {
  const matter = [line.matterNumber, line.client ?? '', line.matterDescription].join('\u001F');
  const { date, attorney, disbursementType, minutes, quantity, amountCents, narration } = line;
  return [
    date,
    matter,
    attorney,
    disbursementType,
    minutes ?? '',
    quantity ?? '',
    amountCents,
    narration ?? '',
  ].join('\u001E');
}

const people = { delimiter: ';', extras: [] };
export const csv: Reader<ExportLine[]> = {
  made: fc.array(exportLine, { minLength: 1, maxLength: 3 }),
  holds(lines) {
    const write = csvLineEncoder([]);
    const text = lines.map((line) => write(asRead(line)).csv).join('');
    if (!isDeepStrictEqual([...readLines(text, [])], lines))
      throw new Error('read back it is another file');
    if ([...spreadsheetLines(csvHeader([]) + text, people)].length === 0)
      throw new Error('nothing is left for people');
  },
};
