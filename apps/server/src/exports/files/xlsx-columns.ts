import type { Extra } from '@recoup/contract/exports/files';
import { toRand } from '@recoup/contract/core/money';
import { escapeFormula } from '@recoup/contract/core/formula-escaping';
import type { ExportLine, LineVat } from '../snapshot/csv-lines.ts';
import { quoted, style } from './xlsx-style-ids.ts';
import { wrappedLines } from './xlsx-rows.ts';
import { escapeXml } from './xlsx-xml.ts';

export type XlsxColumn = {
  name: string;
  width: number;
  /** Right-aligned, like its header. */
  isNumber: boolean;
  cell: (line: ExportLine, at: string) => string;
  /** Into how many its text is wrapped. */
  lines?: (line: ExportLine) => number;
};

type Text = (line: ExportLine) => string | null | undefined;
type Value = (line: ExportLine) => number | null | undefined;

const ofText = (
  name: string,
  width: number,
  of: Text,
  styleId: number = style.text,
): XlsxColumn => ({
  name,
  width,
  isNumber: false,
  cell: (line, at) => textCell(at, of(line) ?? null, styleId),
  lines: (line) => wrappedLines(of(line) ?? null, width),
});
const ofNumber = (name: string, width: number, of: Value, styleId: number): XlsxColumn => ({
  name,
  width,
  isNumber: true,
  cell: (line, at) => numberCell(at, of(line) ?? null, styleId),
});
const ofVat = (name: string, cents: (vat: LineVat) => number): XlsxColumn =>
  ofNumber(name, 14, ({ vat }) => vat && toRand(cents(vat)), style.amount);

const columns: readonly XlsxColumn[] = [
  { ...ofNumber('Date', 12, ({ date }) => dayNumber(date), style.date), isNumber: false },
  ofText('Matter Number', 18, ({ matterNumber }) => matterNumber),
  ofText('Client', 26, ({ client }) => client),
  ofText('Matter', 34, ({ matterDescription }) => matterDescription),
  ofText('Attorney', 24, ({ attorney }) => attorney),
  ofText('Disbursement', 20, ({ disbursementType }) => disbursementType),
  ofNumber('Minutes', 10, ({ minutes }) => minutes, style.whole),
  ofNumber('Quantity', 10, ({ quantity }) => quantity, style.whole),
  ofNumber('Amount', 14, ({ amountCents }) => toRand(amountCents), style.amount),
  ofText('Narration', 48, ({ narration }) => narration, style.narration),
];
const extraColumns: Readonly<Record<Extra, readonly XlsxColumn[]>> = {
  vat: [
    ofText('VAT Treatment', 15, ({ vat }) => vat?.treatment),
    ofNumber('VAT Percent', 13, ({ vat }) => vat?.percent, style.amount),
    ofVat('Net', ({ netCents }) => netCents),
    ofVat('VAT', ({ vatCents }) => vatCents),
    ofVat('Gross', ({ grossCents }) => grossCents),
  ],
  voucher: [ofText('Voucher', 16, ({ voucher }) => voucher)],
  reversals: [
    ofText('Entry', 38, ({ entryId }) => entryId),
    ofText('Reverses', 38, ({ reverses }) => reverses),
    ofNumber('Reversed Export', 17, ({ reversedExport }) => reversedExport, style.whole),
  ],
};

export function xlsxColumns(extras: readonly Extra[]): readonly XlsxColumn[] {
  return [...columns, ...extras.flatMap((each) => extraColumns[each])];
}

/** Of up to 26 columns. */
export function letterOf(index: number): string {
  return String.fromCodePoint(65 + index);
}

export function textCell(name: string, text: string | null, styleId: number = style.text): string {
  if (text === null || text === '') return '';
  const shown = escapeFormula(text) === text ? styleId : (quoted[styleId] ?? styleId);
  const content = `<is><t xml:space="preserve">${escapeXml(text)}</t></is>`;
  return `<c r="${name}" t="inlineStr" s="${shown}">${content}</c>`;
}

export function numberCell(name: string, value: number | string | null, styleId: number): string {
  return value === null ? '' : `<c r="${name}" s="${styleId}"><v>${value}</v></c>`;
}

/** Days since 30 December 1899, as spreadsheets count them. */
export function dayNumber(isoDate: string): number {
  return Date.parse(isoDate) / 86_400_000 + 25_569;
}
