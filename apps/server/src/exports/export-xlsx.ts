import { exportColumns } from '@recoup/contract/export-files';
import { toRand, toRandTotal } from '@recoup/contract/money';
import type { ExportLine } from './export-lines.ts';
import { zip } from './export-zip.ts';

export type XlsxFacts = { readonly title: string; readonly firmName: string; readonly createdAt: Date; readonly rowCount: number };

/** Indexes of `cellXfs` in the styles below. */
const style = { header: 1, date: 2, amount: 3, text: 4, total: 5, whole: 6 } as const;
const widths = [12, 18, 26, 34, 24, 20, 10, 10, 14, 48];

const xmlHead = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const packageNs = 'http://schemas.openxmlformats.org/package/2006';
const officeNs = 'http://schemas.openxmlformats.org/officeDocument/2006';

/**
 * The lines as a workbook (ECMA-376), made as they come: numbers and days are numbers, everything else is a text cell that no spreadsheet
 * runs, the header stays in sight, and the last row is the total. The same lines make the same bytes.
 */
export function xlsx(lines: AsyncIterable<readonly ExportLine[]>, facts: XlsxFacts): AsyncGenerator<Buffer> {
  return zip([
    { name: '[Content_Types].xml', text: [contentTypes] },
    { name: '_rels/.rels', text: [relationships] },
    { name: 'docProps/core.xml', text: [coreProperties(facts)] },
    { name: 'xl/workbook.xml', text: [workbook] },
    { name: 'xl/_rels/workbook.xml.rels', text: [workbookRelationships] },
    { name: 'xl/styles.xml', text: [styles] },
    { name: 'xl/worksheets/sheet1.xml', text: sheet(lines, facts) },
  ]);
}

async function* sheet(lines: AsyncIterable<readonly ExportLine[]>, { rowCount }: XlsxFacts): AsyncGenerator<string> {
  const columns = widths.map((width, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`).join('');
  const pane = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>';
  yield `${xmlHead}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews>`;
  yield `<cols>${columns}</cols><sheetData><row>${exportColumns.map((name) => textCell(name, style.header)).join('')}</row>`;
  let sumCents = 0n;
  for await (const batch of lines) {
    for (const { amountCents } of batch) sumCents += BigInt(amountCents);
    yield batch.map((line) => row(line)).join('');
  }
  const blanks = '<c/>'.repeat(exportColumns.indexOf('Amount') - 1);
  yield `<row>${textCell('Total', style.header)}${blanks}${numberCell(toRandTotal(sumCents), style.total)}</row>`;
  yield `</sheetData><autoFilter ref="A1:J${rowCount + 1}"/></worksheet>`;
}

function row(line: ExportLine): string {
  return `<row>${numberCell(dayNumber(line.date), style.date)}${textCell(line.matterNumber)}${textCell(line.client)}${textCell(
    line.matterDescription,
  )}${textCell(line.attorney)}${textCell(line.disbursementType)}${numberCell(line.minutes, style.whole)}${numberCell(
    line.quantity,
    style.whole,
  )}${numberCell(toRand(line.amountCents), style.amount)}${textCell(line.narration)}</row>`;
}

function textCell(text: string | null, styleId: number = style.text): string {
  if (text === null || text === '') return '<c/>';
  return `<c t="inlineStr" s="${styleId}"><is><t xml:space="preserve">${escapeXml(text)}</t></is></c>`;
}

function numberCell(value: number | string | null, styleId: number): string {
  return value === null ? '<c/>' : `<c s="${styleId}"><v>${value}</v></c>`;
}

/** Days since 30 December 1899, as spreadsheets count them. */
function dayNumber(isoDate: string): number {
  return Date.parse(isoDate) / 86_400_000 + 25_569;
}

/** Also `_x0041_`, which a spreadsheet would read as a letter. Characters that XML cannot hold are gone since `disarm`. */
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

const workbook = `${xmlHead}<workbook xmlns="${main}" xmlns:r="${officeNs}/relationships"><sheets><sheet name="Disbursements" sheetId="1" r:id="rId1"/></sheets></workbook>`;

const workbookRelationships = `${xmlHead}<Relationships xmlns="${packageNs}/relationships"><Relationship Id="rId1" Type="${officeNs}/relationships/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${officeNs}/relationships/styles" Target="styles.xml"/></Relationships>`;

const styles = `${xmlHead}<styleSheet xmlns="${main}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="7"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="4" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="4" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/><xf numFmtId="1" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs></styleSheet>`;

function coreProperties({ title, firmName, createdAt }: XlsxFacts): string {
  const ns = `xmlns:cp="${packageNs}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"`;
  const created = `<dcterms:created xsi:type="dcterms:W3CDTF">${createdAt.toISOString().slice(0, 19)}Z</dcterms:created>`;
  return `${xmlHead}<cp:coreProperties ${ns}><dc:title>${escapeXml(title)}</dc:title><dc:creator>${escapeXml(firmName)}</dc:creator>${created}</cp:coreProperties>`;
}
