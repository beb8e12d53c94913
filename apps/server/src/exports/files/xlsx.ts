import { exportColumns } from '@recoup/contract/exports/files';
import { toRand, toRandTotal } from '@recoup/contract/core/money';
import { escapeFormula, printable } from '@recoup/contract/core/formula-escaping';
import type { ExportLine } from '../snapshot/csv-lines.ts';
import { workbookParts, type XlsxFacts } from './xlsx-parts.ts';
import { quoted, style } from './xlsx-style-ids.ts';
import { escapeXml, mainNs, xmlHead } from './xlsx-xml.ts';
import { zip } from '../../platform/zip/zip.ts';

/** Right-aligned, like their headers. */
const numberColumns: readonly string[] = ['Minutes', 'Quantity', 'Amount'];
const letters = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I', 'J'] as const;
const widths = [12, 18, 26, 34, 24, 20, 10, 10, 14, 48];

/**
 * Streams the lines as a workbook (ECMA-376). Numbers and days are numbers; all else are text
 * cells, which no spreadsheet runs. The total is outside the column of amounts, so that a sum over
 * the column is right. The same lines give the same bytes.
 */
export function xlsx(
  lines: AsyncIterable<readonly ExportLine[]>,
  input: XlsxFacts,
): AsyncGenerator<Buffer> {
  const facts = { ...input, firmName: printable(input.firmName) };
  return zip([
    ...workbookParts(facts),
    { name: 'xl/worksheets/sheet1.xml', text: sheet(lines, facts) },
  ]);
}

async function* sheet(
  lines: AsyncIterable<readonly ExportLine[]>,
  facts: XlsxFacts,
): AsyncGenerator<string> {
  const columns = widths
    .map(
      (width, index) =>
        `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
    )
    .join('');
  const pane = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>';
  yield `${xmlHead}<worksheet xmlns="${mainNs}"><sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>`;
  yield `<sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews>`;
  yield `<cols>${columns}</cols><sheetData><row r="1">`;
  const headerStyle = (name: string): number =>
    numberColumns.includes(name) ? style.numberHeader : style.header;
  for (const [index, name] of exportColumns.entries())
    yield textCell(`${letters[index]}1`, name, headerStyle(name));
  yield '</row>';
  let sumCents = 0n;
  let last = 1;
  for await (const batch of lines) {
    for (const { amountCents } of batch) sumCents += BigInt(amountCents);
    const first = last + 1;
    last += batch.length;
    yield batch.map((line, index) => row(line, first + index)).join('');
  }
  const total = last + 2;
  yield `<row r="${total}">${textCell(`A${total}`, 'Total', style.header)}`;
  yield `${numberCell(`B${total}`, toRandTotal(sumCents), style.total)}</row>`;
  yield `</sheetData><autoFilter ref="A1:J${last}"/>${printing(facts)}`;
  // Spreadsheets would otherwise mark matter numbers as numbers stored as text.
  const ignored = `<ignoredError sqref="A1:J${last}" numberStoredAsText="1"/>`;
  yield `<ignoredErrors>${ignored}</ignoredErrors></worksheet>`;
}

function row(line: ExportLine, at: number): string {
  return (
    `<row r="${at}">` +
    numberCell(`A${at}`, dayNumber(line.date), style.date) +
    textCell(`B${at}`, line.matterNumber) +
    textCell(`C${at}`, line.client) +
    textCell(`D${at}`, line.matterDescription) +
    textCell(`E${at}`, line.attorney) +
    textCell(`F${at}`, line.disbursementType) +
    numberCell(`G${at}`, line.minutes, style.whole) +
    numberCell(`H${at}`, line.quantity, style.whole) +
    numberCell(`I${at}`, toRand(line.amountCents), style.amount) +
    textCell(`J${at}`, line.narration, style.narration) +
    '</row>'
  );
}

function textCell(name: string, text: string | null, styleId: number = style.text): string {
  if (text === null || text === '') return '';
  const shown = escapeFormula(text) === text ? styleId : (quoted[styleId] ?? styleId);
  const content = `<is><t xml:space="preserve">${escapeXml(text)}</t></is>`;
  return `<c r="${name}" t="inlineStr" s="${shown}">${content}</c>`;
}

function numberCell(name: string, value: number | string | null, styleId: number): string {
  return value === null ? '' : `<c r="${name}" s="${styleId}"><v>${value}</v></c>`;
}

/** A4 landscape, one page wide; the workbook names the rows to repeat. */
function printing({ title, firmName }: XlsxFacts): string {
  const margins =
    '<pageMargins left="0.5" right="0.5" top="0.75" bottom="0.6" header="0.3" footer="0.3"/>';
  const setup = '<pageSetup paperSize="9" orientation="landscape" fitToWidth="1" fitToHeight="0"/>';
  const header = escapeXml(`&L${firmName.replaceAll('&', '&&')}&R${title}`);
  const footer = '&amp;RPage &amp;P of &amp;N';
  const texts = `<oddHeader>${header}</oddHeader><oddFooter>${footer}</oddFooter>`;
  return `${margins}${setup}<headerFooter>${texts}</headerFooter>`;
}

/** Days since 30 December 1899, as spreadsheets count them. */
function dayNumber(isoDate: string): number {
  return Date.parse(isoDate) / 86_400_000 + 25_569;
}
