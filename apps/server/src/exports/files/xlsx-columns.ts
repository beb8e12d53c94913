import type { Extra } from '@recoup/contract/exports/files';
import { toRand } from '@recoup/contract/core/money';
import { escapeFormula } from '@recoup/contract/core/formula-escaping';
import type { ExportLine, LineVat } from '../snapshot/csv-lines.ts';
import { quoted, style } from './xlsx-style-ids.ts';
import { wrappedLines } from './xlsx-rows.ts';
import { escapeXml } from './xlsx-xml.ts';

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

type Look = { room?: number; styleId?: number; headerStyle?: number };

const ofText = (
  name: string,
  width: number,
  of: Text,
  { room = width, styleId = style.text, headerStyle = style.columnHeader }: Look = {},
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
      return unshared.has(name) ? toContent(text) : shared(text);
    },
  };
};
/** Indented, because a number or a full line of text may stand before it. */
const ofTextApart = (name: string, width: number, of: Text): XlsxColumn =>
  ofText(name, width, of, {
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
const ofVat = (name: string, cents: (vat: LineVat) => number): XlsxColumn =>
  ofNumber(name, 12, ({ vat }) => vat && toRand(cents(vat)), style.amount);
const indentWidth = 2;
/** Columns whose texts mostly differ from line to line. */
const unshared = new Set(['Narration', 'Voucher', 'Entry', 'Reverses']);
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
  ofTextApart('Narration', 28, ({ narration }) => narration),
];
const extraColumns: Readonly<Record<Extra, () => XlsxColumn[]>> = {
  vat: () => [
    ofText('VAT Treatment', 11, ({ vat }) => vat?.treatment),
    ofNumber('VAT Percent', 9, ({ vat }) => vat?.percent, style.amount),
    ofVat('Net', ({ netCents }) => netCents),
    ofVat('VAT', ({ vatCents }) => vatCents),
    ofVat('Gross', ({ grossCents }) => grossCents),
  ],
  voucher: () => [ofTextApart('Voucher', 13, ({ voucher }) => voucher)],
  reversals: () => [
    { ...ofTextApart('Entry', 40, ({ entryId }) => entryId), isLeftOutInPrint: true },
    { ...ofText('Reverses', 38, ({ reverses }) => reverses), isLeftOutInPrint: true },
    {
      ...ofNumber('Reversed Export', 17, ({ reversedExport }) => reversedExport, style.whole),
      isLeftOutInPrint: true,
    },
  ],
};

export type PlacedColumn = XlsxColumn & { letter: string };

/** For one workbook, since the columns remember its texts. */
export function xlsxColumns(extras: readonly Extra[]): readonly PlacedColumn[] {
  const all = [...usualColumns(), ...extras.flatMap((each) => extraColumns[each]())];
  return all.map((column, index) => ({ ...column, letter: columnLetter(index) }));
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
