import { toRand } from '@recoup/contract/core/money';
import { escapeFormula } from '@recoup/contract/core/formula-escaping';
import type { ExportLine } from '../snapshot/csv-lines.ts';
import {
  type Extra,
  type ExtraColumn,
  extraColumns,
} from '../snapshot/extra-columns.repository.ts';

type XlsxColumn = {
  name: string;
  width: number;
  /** An id, which no reader of a printed page needs. */
  isLeftOutInPrint?: true;
  headerStyle: number;
  cell: (line: ExportLine) => Content | null;
};
/** The XML of a cell behind its name, and into how many lines its text is wrapped. */
type Content = { xml: string; lines: number };

type Text = (line: ExportLine) => string | null | undefined;
type Value = (line: ExportLine) => number | null | undefined;

type Look = {
  room?: number;
  styleId?: number;
  headerStyle?: number;
  /** The texts mostly differ from line to line. */
  isUnshared?: boolean;
};

const ofText = (
  name: string,
  width: number,
  of: Text,
  {
    room = width,
    styleId = style.text,
    headerStyle = style.columnHeader,
    isUnshared = false,
  }: Look = {},
): XlsxColumn => {
  const toContent = (text: string): Content => ({
    xml: textContent(text, styleId),
    lines: wrappedLines(text, room),
  });
  const shared = remembered(toContent);
  return {
    name,
    width,
    headerStyle,
    cell: (line) => {
      const text = of(line) ?? '';
      if (text === '') return null;
      return isUnshared ? toContent(text) : shared(text);
    },
  };
};
/** Indented, because a number or a full line of text may stand before it. */
const ofTextApart = (name: string, width: number, of: Text, look: Look = {}): XlsxColumn =>
  ofText(name, width, of, {
    ...look,
    room: width - indentWidth,
    styleId: style.narration,
    headerStyle: style.indentedColumnHeader,
  });
const ofNumber = (name: string, width: number, of: Value, styleId: number): XlsxColumn => ({
  name,
  width,
  headerStyle: style.numberColumnHeader,
  cell: (line) => {
    const value = of(line) ?? null;
    return value === null ? null : { xml: numberContent(value, styleId), lines: 1 };
  },
});
const indentWidth = 2;
const maxRemembered = 2_000;

/** Many lines share the texts of a matter, an attorney or a type. */
function remembered(contentOf: (text: string) => Content): (text: string) => Content {
  const known = new Map<string, Content>();
  return (text) => {
    const found = known.get(text);
    if (found) return found;
    if (known.size >= maxRemembered) known.clear();
    const content = contentOf(text);
    known.set(text, content);
    return content;
  };
}

/** Narrow, so that a printed page, which is one page wide, has large letters. */
const usualColumns = (): XlsxColumn[] => [
  {
    ...ofNumber('Date', 11, ({ date }) => dayNumber(date), style.date),
    headerStyle: style.columnHeader,
  },
  ofText('Matter Number', 13, ({ matterNumber }) => matterNumber),
  ofText('Client', 18, ({ client }) => client),
  ofTextApart('Matter', 23, ({ matterDescription }) => matterDescription),
  ofTextApart('Attorney', 17, ({ attorney }) => attorney),
  ofText('Disbursement', 14, ({ disbursementType }) => disbursementType),
  ofNumber('Minutes', 9, ({ minutes }) => minutes, style.whole),
  ofNumber('Quantity', 9, ({ quantity }) => quantity, style.whole),
  ofNumber('Amount', 12, ({ amountCents }) => toRand(amountCents), style.amount),
  ofTextApart('Narration', 28, ({ narration }) => narration, { isUnshared: true }),
];

function extraColumn(column: ExtraColumn): XlsxColumn {
  const { isLeftOutInPrint } = column;
  return { ...shownColumn(column), ...(isLeftOutInPrint && { isLeftOutInPrint }) };
}

function shownColumn(column: ExtraColumn): XlsxColumn {
  const { name, width, isApart, isUnshared = false } = column;
  switch (column.kind) {
    case 'text':
    case 'code':
      return (isApart ? ofTextApart : ofText)(name, width, column.value, { isUnshared });
    case 'whole':
      return ofNumber(name, width, column.value, style.whole);
    case 'percent':
      return ofNumber(name, width, column.value, style.amount);
    case 'cents':
      return ofNumber(name, width, (line) => inRand(column.value(line)), style.amount);
  }
}

function inRand(cents: number | null | undefined): number | null {
  return cents === null || cents === undefined ? null : toRand(cents);
}

export type PlacedColumn = XlsxColumn & { letter: string };

/**
 * For one workbook, since the columns remember its texts. The columns to print come first: a print
 * area is one block.
 */
export function xlsxColumns(extras: readonly Extra[]): readonly PlacedColumn[] {
  const own = extraColumns(extras).map(extraColumn);
  const printed = own.filter(({ isLeftOutInPrint }) => !isLeftOutInPrint);
  const leftOut = own.filter(({ isLeftOutInPrint }) => isLeftOutInPrint);
  return [...usualColumns(), ...printed, ...leftOut].map((column, index) => ({
    ...column,
    letter: columnLetter(index),
  }));
}

/** Supports up to 26 columns. */
export function columnLetter(index: number): string {
  return String.fromCodePoint(65 + index);
}

export function textCell(name: string, text: string | null, styleId: number = style.text): string {
  return text === null || text === '' ? '' : `<c r="${name}"${textContent(text, styleId)}`;
}

function textContent(text: string, styleId: number): string {
  const shown = escapeFormula(text) === text ? styleId : (quoted[styleId] ?? styleId);
  const space = preservedSpace.test(text) ? ' xml:space="preserve"' : '';
  return ` t="inlineStr" s="${shown}"><is><t${space}>${escapeXml(text)}</t></is></c>`;
}

/** Space that a reader of XML could remove. */
const preservedSpace = /^\s|\s$|\s\s|[^\S ]/;

export function numberCell(name: string, value: number | string | null, styleId: number): string {
  return value === null ? '' : `<c r="${name}"${numberContent(value, styleId)}`;
}

function numberContent(value: number | string, styleId: number): string {
  return ` s="${styleId}"><v>${value}</v></c>`;
}

/** Days since 30 December 1899, as spreadsheets count them. */
export function dayNumber(isoDate: string): number {
  return Date.parse(isoDate) / 86_400_000 + 25_569;
}

/** Points of a line of 11 point text. */
const lineHeight = 15;
/** As many points as a spreadsheet gives a row. */
const maxHeight = 409;

/**
 * The start of a row. Without a height LibreOffice prints wrapped texts over the next row; a
 * spreadsheet finds the exact one when the row is edited.
 */
export function rowStart(at: number, lines: number): string {
  if (lines <= 1) return `<row r="${at}">`;
  return `<row r="${at}" ht="${Math.min(lines * lineHeight, maxHeight)}">`;
}

/**
 * The lines of a text that is wrapped in a column as wide as so many digits: estimated, with more
 * lines rather than fewer.
 */
export function wrappedLines(text: string | null, width: number): number {
  if (text === null || (text.length < width / widest && !text.includes('\n'))) return 1;
  return text.split('\n').reduce((lines, part) => lines + countNeededLines(part, width - 1), 0);
}

/** Widths of letters in Calibri, in digits. */
const widest = 1.25;
const narrowest = 0.6;

function wordWidth(word: string): number {
  let width = 0;
  for (let at = 0; at < word.length; at += 1) {
    const code = word.charCodeAt(at);
    // The second half of a character of two.
    if (code < 0xdc00 || code > 0xdfff) width += widthsOfAscii[code] ?? widest;
  }
  return width;
}

const widthsOfAscii = Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCodePoint(code);
  if ("ijlfrt.,:;'!|()-".includes(character)) return narrowest;
  return /[a-z\d]/.test(character) && !'mw'.includes(character) ? 1 : widest;
});

function countNeededLines(text: string, room: number): number {
  let [lines, used] = [1, 0];
  for (const word of text.split(' ')) {
    const width = wordWidth(word);
    const needed = used === 0 ? width : used + narrowest + width;
    if (needed > room && used > 0) lines += 1;
    used = needed > room ? width : needed;
    // A long word is broken.
    const broken = Math.max(0, Math.ceil(used / room) - 1);
    lines += broken;
    used -= room * broken;
  }
  return lines;
}

/** Indexes of `cellXfs` in `xlsx-styles.ts`. */
export const style = {
  header: 1,
  date: 2,
  amount: 3,
  text: 4,
  total: 5,
  whole: 6,
  numberHeader: 7,
  narration: 8,
  /** A total below its column; `total` stands at the left. */
  sum: 9,
  /** The number of a line, at the left. */
  number: 10,
  rightText: 11,
  columnHeader: 12,
  numberColumnHeader: 13,
  indentedColumnHeader: 14,
} as const;
/** The style with quotePrefix (ECMA-376): a text stays a text when a user edits it. */
export const quoted: Readonly<Record<number, number>> = { [style.text]: 15, [style.narration]: 16 };

export const xmlHead = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
export const packageNs = 'http://schemas.openxmlformats.org/package/2006';
export const officeNs = 'http://schemas.openxmlformats.org/officeDocument/2006';
export const mainNs = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';

/** Escapes also `_x0041_`, an A in a spreadsheet. `escapeFormula` removed what XML cannot hold. */
export function escapeXml(text: string): string {
  if (!/[&<>\r_]/.test(text)) return text;
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_');
}

/** Ids are `rId1` and so on, in this order. */
export function relationships(...targets: [type: string, target: string][]): string {
  const each = targets.map(
    ([type, target], index) =>
      `<Relationship Id="rId${index + 1}" Type="${type}" Target="${target}"/>`,
  );
  const ns = `${packageNs}/relationships`;
  return `${xmlHead}<Relationships xmlns="${ns}">${each.join('')}</Relationships>`;
}
