import { csvLine, escapeFormula, unescapeFormula } from '@recoup/contract/core/formula-escaping';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { formulaPayloads } from '../../../test/formulas.ts';
import { textError, cleanCell } from '../../platform/csv/clean-text.ts';
import { spreadsheetLines, csvHeader, csvLineEncoder } from '../snapshot/csv-lines.ts';

/** How a spreadsheet treats a quotation mark that follows blanks at the start of a cell. */
type Manner = 'keeps blanks' | 'skips blanks';

/** The cells of a CSV under an assumed delimiter: quotes count at the start of a cell only. */
function assumedCells(text: string, delimiter: string, manner: Manner): string[] {
  const cells: string[] = [];
  let at = text.startsWith('\uFEFF') ? 1 : 0;
  while (at < text.length) {
    const { cell, end } = cellFrom(text, { at, delimiter, manner });
    cells.push(cell);
    at = text.startsWith('\r\n', end) ? end + 2 : end + 1;
  }
  return cells;
}

function cellFrom(
  text: string,
  { at, delimiter, manner }: { at: number; delimiter: string; manner: Manner },
) {
  const open = manner === 'keeps blanks' ? at : at + (/^ */.exec(text.slice(at))?.[0].length ?? 0);
  const quoted = text[open] === '"' ? quotedFrom(text, open + 1) : { cell: '', end: at };
  let { cell, end } = quoted;
  for (; end < text.length && !`${delimiter}\r\n`.includes(text[end] ?? ''); end += 1)
    cell += text[end];
  return { cell, end };
}

/** The text between quotation marks, and the place behind the closing one. */
function quotedFrom(text: string, start: number) {
  let cell = '';
  for (let end = start; end < text.length; end += 1) {
    if (text[end] === '"' && text[end + 1] !== '"') return { cell, end: end + 1 };
    if (text[end] === '"') end += 1;
    cell += text[end];
  }
  return { cell, end: text.length };
}

const delimiters = [',', ';', '\t', '|'] as const;
const manners: readonly Manner[] = ['keeps blanks', 'skips blanks'];
const amounts = [-1_234_550, -5, 0, 1_234_550];
/**
 * What a spreadsheet runs, behind what it trims. A minus before nothing or before a delimiter is a
 * text, and so is a line end that the mark behind a last delimiter swallows.
 */
const isDangerous = (cell: string): boolean =>
  /^(?:\t|\r(?!\n))/.test(cell) ||
  /^["\s\u200B-\u200F\u2060\uFEFF]*(?:[=+@\uFF1D\uFF0B\uFF0D\uFF20]|-(?!["'\s]*(?:$|[,;|])))/.test(
    cell,
  );
const number = /^[+-]?\d+(?:[.,]\d+)?$/;

const piece = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom(
      ',',
      ';',
      '\t',
      '|',
      '\r',
      '\n',
      '\r\n',
      '"',
      "'",
      ' ',
      '=',
      '+',
      '-',
      '@',
      '＝',
      'a',
      '1',
    ),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 3 }) },
);
const cellText = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));
const examples = [
  ...formulaPayloads.slice(0, 8),
  'x;=1+1',
  'x\n-1+1',
  'x|"=1+1"',
  'x;',
  'x\t\ty',
  'Call\r\n\r\n- to client',
  "x;'=1",
  '| "\t,',
];

/** Each writer of CSV in the product, with such a text in each of its text columns. */
const writers: Readonly<Record<string, (text: string, cents: number) => string>> = {
  ...Object.fromEntries(
    delimiters.map((delimiter) => [
      `list with ${JSON.stringify(delimiter)}`,
      (text: string) => listOf(text, delimiter),
    ]),
  ),
  systems: (text, cents) => csvHeader([]) + exportLine(text, cents),
  'people with ,': (text, cents) => forPeople(csvHeader([]) + exportLine(text, cents), ','),
  'people with ;': (text, cents) => forPeople(csvHeader([]) + exportLine(text, cents), ';'),
};

it.each(Object.keys(writers))(
  'writes no cell that runs under any assumed delimiter: %s',
  (name) => {
    // Between empty cells of a file with tabs a row begins with its own delimiters.
    const ownTabs = name.includes('\\t');
    const check = (text: string, cents: number): void => {
      const written = writers[name]?.(text, cents) ?? '';
      for (const assumed of delimiters) {
        for (const manner of manners) {
          const ctx = assumedCells(written, assumed, manner).map((cell) =>
            ownTabs ? cell.replace(/^\t+/, '') : cell,
          );
          const running = ctx.filter((cell) => isDangerous(cell) && !number.test(cell));
          expect({ assumed, running }).toEqual({ assumed, running: [] });
        }
      }
    };
    for (const text of examples) check(text, -5);
    fc.assert(fc.property(cellText, fc.constantFrom(...amounts), check), { numRuns: 150 });
  },
);

it.each(Object.keys(writers))('writes a text so that its reader has it back: %s', (name) => {
  const delimiter =
    name.includes(',') || name === 'systems'
      ? ','
      : (delimiters.find((each) => name.includes(JSON.stringify(each).slice(1, -1))) ?? ',');
  const check = (text: string): void => {
    const rows: string[][] = parse(writers[name]?.(text, -5) ?? '', {
      delimiter,
      bom: true,
      relax_column_count: true,
    });
    expect(unescapeFormula(rows[1]?.[1] ?? '')).toBe(printable(text));
  };
  for (const text of examples) check(text);
  fc.assert(fc.property(cellText, check), { numRuns: 150 });
});

it('comes back through the intake as it was kept', () => {
  const stored = cellText
    .map((text) => cleanCell(text))
    .filter((text) => textError(text, 1_000) === undefined);
  const examplesKept = examples.map((text): [string] => [cleanCell(text)]);
  const check = (text: string): void => {
    expect(cleanCell(escapeFormula(text))).toBe(text);
  };
  fc.assert(fc.property(stored, check), { numRuns: 1_000, examples: examplesKept });
});

it('takes no character of the first plane through the intake that files drop', () => {
  const changed: string[] = [];
  for (let code = 0; code <= 0xff_ff; code += 1) {
    const text = cleanCell(`a${String.fromCodePoint(code)}b`);
    const isTaken = textError(text, 1_000) === undefined;
    if (isTaken && cleanCell(escapeFormula(text)) !== text) changed.push(text);
  }
  expect(changed).toEqual([]);
});

it.each(['a;', 'R5,-', 'paid R5,-', 'Smit & Co |', 'x; - ; y'])(
  'leaves %j as it is, which runs nothing',
  (text) => {
    expect(escapeFormula(text)).toBe(text);
    expect(unescapeFormula(text)).toBe(text);
  },
);

it('escapes a lone sign where a tab stands before the next cell', () => {
  expect([escapeFormula('-', '\t'), escapeFormula('R5,-', '\t')]).toEqual(["'-", "R5,'-"]);
});

it('reads apostrophes that an earlier rule set behind a last delimiter', () => {
  expect(["a;'", "R5,'-", "'-"].map(unescapeFormula)).toEqual(['a;', 'R5,-', '-']);
});

it('does not change amounts and harmless texts', () => {
  expect(forPeople(exportLine('Smit; Jones, T - a = b', -123_450), ';')).toContain(
    ';-1234,50;"Smit; Jones, T - a = b"',
  );
  expect(exportLine('Call (2x), Smit & Sons', -5)).toContain(',-0.05,"Call (2x), Smit & Sons"\r\n');
});

it('escapes any long text fast', () => {
  for (const text of [
    '\n'.repeat(60_000),
    `${'\r\n\t'.repeat(20_000)}=`,
    "'".repeat(60_000),
    '; '.repeat(30_000),
  ]) {
    const start = performance.now();
    expect(unescapeFormula(escapeFormula(text))).toBe(text);
    expect(performance.now() - start).toBeLessThan(5_000);
  }
});

function listOf(text: string, delimiter: string): string {
  return (
    csvLine([text, text], delimiter) +
    csvLine([text, text, null], delimiter) +
    csvLine(['a', text], delimiter)
  );
}

/** A line as the database returns it: its texts never hold the two separators of cells. */
function exportLine(input: string, cents: number): string {
  const text = input.replaceAll('\u001E', '').replaceAll('\u001F', '');
  const matter = [text, text, text].join('\u001F');
  return csvLineEncoder([])(['2026-03-01', matter, text, text, 5, '', cents, text].join('\u001E'))
    .csv;
}

function printable(text: string): string {
  return text.replaceAll(/[^\P{Cc}\t\n\r]|[\u202A-\u202E\u2066-\u2069\uFFFE\uFFFF]/gu, '');
}

function forPeople(csv: string, delimiter: string): string {
  return [...spreadsheetLines(csv, { delimiter, extras: [] })].join('');
}
