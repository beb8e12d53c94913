import { printable } from '@recoup/contract/core/formula-escaping';
import { createPauses } from '../../platform/core/pauses.ts';
import { zip } from '../../platform/zip/zip.ts';
import {
  dayNumber,
  columnLetter,
  numberCell,
  textCell,
  rowStart,
  wrappedLines,
  style,
  mainNs,
  officeNs,
  xmlHead,
} from './xlsx-columns.ts';
import { type DocumentFacts, plainWorkbookParts } from './xlsx-parts.ts';

/** A cell of a workbook; `null` and an empty text leave it empty. */
export type Cell =
  | { text: string | null; isBold?: boolean; isRight?: boolean }
  | { day: string }
  | { whole: number | null; isLeft?: boolean }
  /** A total is bold. */
  | { rand: number | string; isTotal?: boolean }
  | null;
export type Row = readonly Cell[];

type Sheet = {
  /** Widths of the columns, in characters. */
  widths: readonly number[];
  rows: AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>;
  hasPicture?: boolean;
};

/**
 * Streams a workbook of one sheet for other rooms. Numbers and days are numbers; all else are text
 * cells, which no spreadsheet runs. It prints on A4 on its side, one page wide.
 */
export function workbook(
  facts: DocumentFacts,
  sheet: Sheet & { name: string },
): AsyncGenerator<Buffer> {
  const shown = { ...facts, firmName: printable(facts.firmName) };
  return zip([
    ...plainWorkbookParts(sheet.name, shown),
    { name: 'xl/worksheets/sheet1.xml', text: plainSheet(sheet) },
  ]);
}

/** The XML of a sheet. */
export async function* plainSheet({
  widths,
  rows,
  hasPicture = false,
}: Sheet): AsyncGenerator<string> {
  const ofPicture = hasPicture ? ` xmlns:r="${officeNs}/relationships"` : '';
  yield `${xmlHead}<worksheet xmlns="${mainNs}"${ofPicture}>`;
  yield '<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>';
  const columns = widths.map((width, index) => {
    const at = index + 1;
    return `<col min="${at}" max="${at}" width="${width}" customWidth="1"/>`;
  });
  yield `<cols>${columns.join('')}</cols><sheetData>`;
  let last = 0;
  const pause = createPauses();
  for await (const batch of rows) {
    let xml = '';
    for (const row of batch) {
      last += 1;
      xml += rowXml(row, { at: last, widths });
      await pause();
    }
    yield xml;
  }
  yield '</sheetData>';
  yield '<pageMargins left="0.5" right="0.5" top="0.6" bottom="0.6" header="0.3" footer="0.3"/>';
  yield '<pageSetup paperSize="9" orientation="landscape" fitToWidth="1" fitToHeight="0"/>';
  yield '<headerFooter><oddFooter>&amp;RPage &amp;P of &amp;N</oddFooter></headerFooter>';
  // Spreadsheets would otherwise mark matter numbers as numbers stored as text.
  const all = `A1:${columnLetter(widths.length - 1)}${Math.max(last, 1)}`;
  const ignored = `<ignoredError sqref="${all}" numberStoredAsText="1"/>`;
  yield `<ignoredErrors>${ignored}</ignoredErrors>`;
  yield hasPicture ? '<drawing r:id="rId1"/></worksheet>' : '</worksheet>';
}

function rowXml(row: Row, { at, widths }: { at: number; widths: readonly number[] }): string {
  const cells = row.map((cell, index) => cellXml(cell, `${columnLetter(index)}${at}`));
  const lines = row.map((cell, index) => countCellLines(cell, widths[index] ?? 0));
  return `${rowStart(at, Math.max(1, ...lines))}${cells.join('')}</row>`;
}

/** Titles in bold are not wrapped. */
function countCellLines(cell: Cell, width: number): number {
  if (cell === null || !('text' in cell) || cell.isBold === true || cell.isRight === true) return 1;
  return wrappedLines(cell.text, width);
}

function cellXml(cell: Cell, name: string): string {
  if (cell === null) return '';
  if ('day' in cell) return numberCell(name, dayNumber(cell.day), style.date);
  if ('whole' in cell)
    return numberCell(name, cell.whole, cell.isLeft === true ? style.number : style.whole);
  if ('rand' in cell)
    return numberCell(name, cell.rand, cell.isTotal === true ? style.sum : style.amount);
  return textCell(name, cell.text, textStyle(cell));
}

function textStyle({ isBold = false, isRight = false }: { isBold?: boolean; isRight?: boolean }) {
  if (isBold) return isRight ? style.numberHeader : style.header;
  return isRight ? style.rightText : style.text;
}
