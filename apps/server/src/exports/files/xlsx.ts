import { exportColumns } from '@recoup/contract/exports/files';
import { toRand, toRandTotal } from '@recoup/contract/core/money';
import { escapeFormula, printable } from '@recoup/contract/core/formula-escaping';
import type { ExportLine } from '../snapshot/csv-lines.ts';
import { zip } from './zip.ts';

export type XlsxFacts = { title: string; firmName: string; createdAt: Date; rowCount: number };

/** Indexes of `cellXfs` in the styles below. */
const style = {
  header: 1,
  date: 2,
  amount: 3,
  text: 4,
  total: 5,
  whole: 6,
  numberHeader: 7,
  narration: 8,
} as const;
/** The style with quotePrefix (ECMA-376): a text stays a text when a user edits it. */
const quoted: Readonly<Record<number, number>> = { [style.text]: 9, [style.narration]: 10 };
/** Right-aligned, like their headers. */
const numberColumns: readonly string[] = ['Minutes', 'Quantity', 'Amount'];
const letters = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I', 'J'] as const;
const widths = [12, 18, 26, 34, 24, 20, 10, 10, 14, 48];

const xmlHead = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const packageNs = 'http://schemas.openxmlformats.org/package/2006';
const officeNs = 'http://schemas.openxmlformats.org/officeDocument/2006';

/**
 * Streams the lines as a workbook (ECMA-376). Numbers and days are numbers; all else are text
 * cells, which no spreadsheet runs. The total is outside the column of amounts, so that a sum over
 * the column is right. The same lines give the same bytes.
 */
export function xlsx(
  lines: AsyncIterable<readonly ExportLine[]>,
  given: XlsxFacts,
): AsyncGenerator<Buffer> {
  const facts = { ...given, firmName: printable(given.firmName) };
  return zip([
    { name: '[Content_Types].xml', text: [contentTypes] },
    { name: '_rels/.rels', text: [relationships] },
    { name: 'docProps/core.xml', text: [coreProperties(facts)] },
    { name: 'xl/workbook.xml', text: [workbook(facts)] },
    { name: 'xl/_rels/workbook.xml.rels', text: [workbookRelationships] },
    { name: 'xl/styles.xml', text: [styles] },
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
  yield `${xmlHead}<worksheet xmlns="${main}"><sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>`;
  yield `<sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews><cols>${columns}</cols><sheetData><row r="1">`;
  const headerStyle = (name: string): number =>
    numberColumns.includes(name) ? style.numberHeader : style.header;
  yield `${exportColumns.map((name, index) => textCell(`${letters[index]}1`, name, headerStyle(name))).join('')}</row>`;
  let sumCents = 0n;
  let last = 1;
  for await (const batch of lines) {
    for (const { amountCents } of batch) sumCents += BigInt(amountCents);
    const first = last + 1;
    last += batch.length;
    yield batch.map((line, index) => row(line, first + index)).join('');
  }
  const total = last + 2;
  yield `<row r="${total}">${textCell(`A${total}`, 'Total', style.header)}${numberCell(`B${total}`, toRandTotal(sumCents), style.total)}</row>`;
  yield `</sheetData><autoFilter ref="A1:J${last}"/>${printing(facts)}`;
  // Spreadsheets would otherwise mark matter numbers as numbers stored as text.
  yield `<ignoredErrors><ignoredError sqref="A1:J${last}" numberStoredAsText="1"/></ignoredErrors></worksheet>`;
}

function row(line: ExportLine, at: number): string {
  return `<row r="${at}">${numberCell(`A${at}`, dayNumber(line.date), style.date)}${textCell(`B${at}`, line.matterNumber)}${textCell(
    `C${at}`,
    line.client,
  )}${textCell(`D${at}`, line.matterDescription)}${textCell(`E${at}`, line.attorney)}${textCell(
    `F${at}`,
    line.disbursementType,
  )}${numberCell(`G${at}`, line.minutes, style.whole)}${numberCell(`H${at}`, line.quantity, style.whole)}${numberCell(
    `I${at}`,
    toRand(line.amountCents),
    style.amount,
  )}${textCell(`J${at}`, line.narration, style.narration)}</row>`;
}

function textCell(name: string, text: string | null, styleId: number = style.text): string {
  if (text === null || text === '') return '';
  const shown = escapeFormula(text) === text ? styleId : (quoted[styleId] ?? styleId);
  return `<c r="${name}" t="inlineStr" s="${shown}"><is><t xml:space="preserve">${escapeXml(text)}</t></is></c>`;
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
  return `${margins}${setup}<headerFooter><oddHeader>${header}</oddHeader><oddFooter>&amp;RPage &amp;P of &amp;N</oddFooter></headerFooter>`;
}

/** Days since 30 December 1899, as spreadsheets count them. */
function dayNumber(isoDate: string): number {
  return Date.parse(isoDate) / 86_400_000 + 25_569;
}

/** Escapes also `_x0041_`, an A in a spreadsheet. `escapeFormula` removed what XML cannot hold. */
function escapeXml(text: string): string {
  if (!/[&<>\r_]/.test(text)) return text;
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_');
}

const contentTypes = `${xmlHead}<Types xmlns="${packageNs}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/><Override PartName="/docProps/core.xml" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/></Types>`;

const relationships = `${xmlHead}<Relationships xmlns="${packageNs}/relationships"><Relationship Id="rId1" Type="${officeNs}/relationships/officeDocument" Target="xl/workbook.xml"/><Relationship Id="rId2" Type="${packageNs}/relationships/metadata/core-properties" Target="docProps/core.xml"/></Relationships>`;

function workbook({ rowCount }: XlsxFacts): string {
  const titles =
    '<definedName name="_xlnm.Print_Titles" localSheetId="0">Disbursements!$1:$1</definedName>';
  const filter = `<definedName name="_xlnm._FilterDatabase" localSheetId="0" hidden="1">Disbursements!$A$1:$J$${rowCount + 1}</definedName>`;
  const sheets = '<sheets><sheet name="Disbursements" sheetId="1" r:id="rId1"/></sheets>';
  return `${xmlHead}<workbook xmlns="${main}" xmlns:r="${officeNs}/relationships">${sheets}<definedNames>${filter}${titles}</definedNames></workbook>`;
}

const workbookRelationships = `${xmlHead}<Relationships xmlns="${packageNs}/relationships"><Relationship Id="rId1" Type="${officeNs}/relationships/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${officeNs}/relationships/styles" Target="styles.xml"/></Relationships>`;

/** Number format, font and alignment, in the order of `style`. */
const formats = [
  { format: 0, font: 0, alignment: '' },
  { format: 49, font: 1, alignment: '' },
  { format: 164, font: 0, alignment: '<alignment horizontal="left" vertical="top"/>' },
  { format: 4, font: 0, alignment: '<alignment vertical="top"/>' },
  { format: 49, font: 0, alignment: '<alignment vertical="top" wrapText="1"/>' },
  { format: 4, font: 1, alignment: '<alignment horizontal="left"/>' },
  { format: 1, font: 0, alignment: '<alignment vertical="top"/>' },
  { format: 49, font: 1, alignment: '<alignment horizontal="right"/>' },
  {
    format: 49,
    font: 0,
    alignment: '<alignment horizontal="left" vertical="top" wrapText="1" indent="1"/>',
  },
];
const quotedFormats = Object.keys(quoted).flatMap((id) => formats[Number(id)] ?? []);

const cellFormats = [...formats, ...quotedFormats]
  .map(({ format, font, alignment }, index) => {
    const quote = index < formats.length ? '' : 'quotePrefix="1" ';
    const applied = `${quote}applyNumberFormat="1"${font === 1 ? ' applyFont="1"' : ''}${alignment === '' ? '' : ' applyAlignment="1"'}`;
    return `<xf numFmtId="${format}" fontId="${font}" fillId="0" borderId="0" xfId="0" ${applied}>${alignment}</xf>`;
  })
  .join('');

const styles = `${xmlHead}<styleSheet xmlns="${main}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${formats.length + quotedFormats.length}">${cellFormats}</cellXfs></styleSheet>`;

function coreProperties({ title, firmName, createdAt }: XlsxFacts): string {
  const ns = `xmlns:cp="${packageNs}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"`;
  const created = `<dcterms:created xsi:type="dcterms:W3CDTF">${createdAt.toISOString().slice(0, 19)}Z</dcterms:created>`;
  return `${xmlHead}<cp:coreProperties ${ns}><dc:title>${escapeXml(title)}</dc:title><dc:creator>${escapeXml(firmName)}</dc:creator>${created}</cp:coreProperties>`;
}
