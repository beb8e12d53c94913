import {
  columnLetter,
  xlsxColumns,
  quoted,
  escapeXml,
  mainNs,
  officeNs,
  packageNs,
  relationships,
  xmlHead,
} from './xlsx-columns.ts';
import { readJpegShape } from '../../platform/core/jpeg-shape.ts';
import type { Extra } from '../snapshot/extra-columns.repository.ts';

export type DocumentFacts = { title: string; firmName: string; createdAt: Date };
export type XlsxFacts = DocumentFacts & { rowCount: number; extras: readonly Extra[] };

type Part = { name: string; text: (string | Buffer)[] };

/** All files of an export's workbook (ECMA-376) but its sheets; a logo is on the second one. */
export function workbookParts(facts: XlsxFacts, picture?: Picture): Part[] {
  const around = partsAround([linesSheet, 'Totals'], facts, {
    names: definedNamesXml(facts),
    picture,
  });
  return picture ? [...around, ...pictureParts('sheet2.xml', picture)] : around;
}

/** The same of a workbook whose sheet `name` has no filter and no repeated rows. */
export function plainWorkbookParts(name: string, facts: DocumentFacts): Part[] {
  return partsAround([name], facts, { dayFormat: 'd\\ mmm\\ yyyy' });
}

type Contents = { names?: string; picture?: Picture | undefined; dayFormat?: string };

function partsAround(
  sheets: readonly string[],
  facts: DocumentFacts,
  { names = '', picture, dayFormat = 'yyyy\\-mm\\-dd' }: Contents = {},
): Part[] {
  const ofPackage = relationships(
    [`${officeNs}/relationships/officeDocument`, 'xl/workbook.xml'],
    [`${packageNs}/relationships/metadata/core-properties`, 'docProps/core.xml'],
  );
  const ofWorkbook = relationships(
    ...sheets.map((_, index): [string, string] => [
      `${officeNs}/relationships/worksheet`,
      `worksheets/sheet${index + 1}.xml`,
    ]),
    [`${officeNs}/relationships/styles`, 'styles.xml'],
  );
  return [
    { name: '[Content_Types].xml', text: [contentTypes(sheets.length, picture !== undefined)] },
    { name: '_rels/.rels', text: [ofPackage] },
    { name: 'docProps/core.xml', text: [coreProperties(facts)] },
    { name: 'xl/workbook.xml', text: [workbookXml(sheets, names)] },
    { name: 'xl/_rels/workbook.xml.rels', text: [ofWorkbook] },
    { name: 'xl/styles.xml', text: [stylesXml(dayFormat)] },
  ];
}

const officeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const packageType = 'application/vnd.openxmlformats-package';
const parts = {
  '/xl/workbook.xml': `${officeType}.sheet.main+xml`,
  '/xl/styles.xml': `${officeType}.styles+xml`,
  '/docProps/core.xml': `${packageType}.core-properties+xml`,
};

function contentTypes(sheetCount: number, hasPicture: boolean): string {
  const [extension, type] = pictureTypes.extension;
  const sheets = Array.from({ length: sheetCount }, (_, index): [string, string] => [
    `/xl/worksheets/sheet${index + 1}.xml`,
    `${officeType}.worksheet+xml`,
  ]);
  return [
    `${xmlHead}<Types xmlns="${packageNs}/content-types">`,
    `<Default Extension="rels" ContentType="${packageType}.relationships+xml"/>`,
    '<Default Extension="xml" ContentType="application/xml"/>',
    hasPicture ? `<Default Extension="${extension}" ContentType="${type}"/>` : '',
    ...[...Object.entries(parts), ...sheets, ...(hasPicture ? [pictureTypes.drawing] : [])].map(
      ([name, ofPart]) => `<Override PartName="${name}" ContentType="${ofPart}"/>`,
    ),
    '</Types>',
  ].join('');
}

const linesSheet = 'Disbursements';

/** The filter of the lines, the columns to print, and the rows to repeat; sorted by name. */
function definedNamesXml({ rowCount, extras }: XlsxFacts): string {
  const all = xlsxColumns(extras);
  const printed = all.filter(({ isLeftOutInPrint = false }) => !isLeftOutInPrint);
  const lastLine = rowCount + 1;
  const lastRow = lastLine + sumsGap + sumNames(extras.includes('vat')).length - 1;
  const to = (columnCount: number, row: number): string =>
    `${linesSheet}!$A$1:$${columnLetter(columnCount - 1)}$${row}`;
  const names = [
    definedName('_xlnm._FilterDatabase', to(all.length, lastLine), ' hidden="1"'),
    printed.length < all.length ? definedName('_xlnm.Print_Area', to(printed.length, lastRow)) : '',
    definedName('_xlnm.Print_Titles', `${linesSheet}!$1:$1`),
  ];
  return `<definedNames>${names.join('')}</definedNames>`;
}

function definedName(name: string, range: string, more = ''): string {
  return `<definedName name="${name}" localSheetId="0"${more}>${range}</definedName>`;
}

function workbookXml(sheets: readonly string[], names: string): string {
  const ns = `xmlns="${mainNs}" xmlns:r="${officeNs}/relationships"`;
  const each = sheets.map((name, index) => {
    const number = index + 1;
    return `<sheet name="${name}" sheetId="${number}" r:id="rId${number}"/>`;
  });
  const content = `<sheets>${each.join('')}</sheets>${names}`;
  return `${xmlHead}<workbook ${ns}>${content}</workbook>`;
}

function coreProperties({ title, firmName, createdAt }: DocumentFacts): string {
  const time = `${createdAt.toISOString().slice(0, 19)}Z`;
  return [
    `${xmlHead}<cp:coreProperties xmlns:cp="${packageNs}/metadata/core-properties"`,
    ' xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/"',
    ' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">',
    `<dc:title>${escapeXml(title)}</dc:title><dc:creator>${escapeXml(firmName)}</dc:creator>`,
    `<dcterms:created xsi:type="dcterms:W3CDTF">${time}</dcterms:created></cp:coreProperties>`,
  ].join('');
}

/** Number format, font and alignment, in the order of the ids. */
const formats = [
  { format: 0, font: 0, alignment: '' },
  { format: 49, font: 1, alignment: '<alignment vertical="top"/>' },
  { format: 164, font: 0, alignment: '<alignment horizontal="left" vertical="top"/>' },
  { format: 4, font: 0, alignment: '<alignment vertical="top" shrinkToFit="1"/>' },
  { format: 49, font: 0, alignment: '<alignment vertical="top" wrapText="1"/>' },
  { format: 4, font: 1, alignment: '<alignment horizontal="left" shrinkToFit="1"/>' },
  { format: 1, font: 0, alignment: '<alignment vertical="top"/>' },
  { format: 49, font: 1, alignment: '<alignment horizontal="right"/>' },
  {
    format: 49,
    font: 0,
    alignment: '<alignment horizontal="left" vertical="top" wrapText="1" indent="1"/>',
  },
  { format: 4, font: 1, alignment: '<alignment vertical="top" shrinkToFit="1"/>' },
  { format: 1, font: 0, alignment: '<alignment horizontal="left" vertical="top"/>' },
  { format: 49, font: 0, alignment: '<alignment horizontal="right" vertical="top"/>' },
  { format: 49, font: 1, alignment: '<alignment vertical="top" wrapText="1"/>' },
  { format: 49, font: 1, alignment: '<alignment horizontal="right" vertical="top" wrapText="1"/>' },
  {
    format: 49,
    font: 1,
    alignment: '<alignment horizontal="left" vertical="top" wrapText="1" indent="1"/>',
  },
];
const quotedFormats = Object.keys(quoted).flatMap((id) => formats[Number(id)] ?? []);

const cellFormats = [...formats, ...quotedFormats]
  .map(({ format, font, alignment }, index) => {
    const quote = index < formats.length ? '' : 'quotePrefix="1" ';
    const applyFont = font === 1 ? ' applyFont="1"' : '';
    const applyAlignment = alignment === '' ? '' : ' applyAlignment="1"';
    const ids = `numFmtId="${format}" fontId="${font}" fillId="0" borderId="0" xfId="0"`;
    const applied = `${quote}applyNumberFormat="1"${applyFont}${applyAlignment}`;
    return `<xf ${ids} ${applied}>${alignment}</xf>`;
  })
  .join('');

const font = '<sz val="11"/><name val="Calibri"/>';
const stylesXml = (dayFormat: string) =>
  [
    `${xmlHead}<styleSheet xmlns="${mainNs}">`,
    `<numFmts count="1"><numFmt numFmtId="164" formatCode="${dayFormat}"/></numFmts>`,
    `<fonts count="2"><font>${font}</font><font><b/>${font}</font></fonts>`,
    '<fills count="2"><fill><patternFill patternType="none"/></fill>',
    '<fill><patternFill patternType="gray125"/></fill></fills>',
    '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>',
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>',
    `<cellXfs count="${formats.length + quotedFormats.length}">${cellFormats}</cellXfs>`,
    '</styleSheet>',
  ].join('');

/** Width and height in points. */
type Picture = { jpeg: Buffer; width: number; height: number };

/** The logo as large as in the PDF; an invalid picture is left out. */
export function logoPicture(logo: Buffer | null): Picture | undefined {
  const shape = logo === null ? undefined : readJpegShape(logo);
  if (!logo || !shape) return undefined;
  const scale = Math.min(90 / shape.width, 32 / shape.height);
  return { jpeg: logo, width: shape.width * scale, height: shape.height * scale };
}

/** The first cell of the drawing, counted from zero: right of the firm's name. */
const place = { column: 2, row: 0 };
const drawing = 'xl/drawings/drawing1.xml';
const media = 'xl/media/logo.jpeg';

const pictureTypes = {
  extension: ['jpeg', 'image/jpeg'],
  drawing: [`/${drawing}`, 'application/vnd.openxmlformats-officedocument.drawing+xml'],
} as const;

/** The drawing of a sheet, which names it as `rId1`. */
function pictureParts(sheet: string, picture: Picture) {
  const ofSheet = relationships([`${officeNs}/relationships/drawing`, `../drawings/drawing1.xml`]);
  const ofDrawing = relationships([`${officeNs}/relationships/image`, '../media/logo.jpeg']);
  return [
    { name: `xl/worksheets/_rels/${sheet}.rels`, text: [ofSheet] },
    { name: drawing, text: [drawingXml(picture)] },
    { name: 'xl/drawings/_rels/drawing1.xml.rels', text: [ofDrawing] },
    { name: media, text: [picture.jpeg] },
  ];
}

/** English Metric Units of a point. */
const emu = 12_700;

function drawingXml({ width, height }: Picture): string {
  const main = 'http://schemas.openxmlformats.org/drawingml/2006/main';
  const ns = [
    'xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing"',
    `xmlns:a="${main}" xmlns:r="${officeNs}/relationships"`,
  ];
  const size = `cx="${Math.round(width * emu)}" cy="${Math.round(height * emu)}"`;
  const { column, row } = place;
  return [
    `${xmlHead}<xdr:wsDr ${ns.join(' ')}><xdr:oneCellAnchor>`,
    `<xdr:from><xdr:col>${column}</xdr:col><xdr:colOff>0</xdr:colOff>`,
    `<xdr:row>${row}</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:from><xdr:ext ${size}/>`,
    '<xdr:pic><xdr:nvPicPr><xdr:cNvPr id="2" name="Logo" descr="Logo of the firm"/>',
    '<xdr:cNvPicPr><a:picLocks noChangeAspect="1"/></xdr:cNvPicPr></xdr:nvPicPr>',
    '<xdr:blipFill><a:blip r:embed="rId1"/><a:stretch><a:fillRect/></a:stretch></xdr:blipFill>',
    `<xdr:spPr><a:xfrm><a:off x="0" y="0"/><a:ext ${size}/></a:xfrm>`,
    '<a:prstGeom prst="rect"><a:avLst/></a:prstGeom></xdr:spPr></xdr:pic>',
    '<xdr:clientData/></xdr:oneCellAnchor></xdr:wsDr>',
  ].join('');
}

/** The sums below the lines, by what they add up. */
export const sumTitles = { amount: 'Total', net: 'Net', vat: 'VAT', gross: 'Gross' } as const;

export function sumNames(hasVat: boolean): readonly (keyof typeof sumTitles)[] {
  return hasVat ? ['amount', 'net', 'vat', 'gross'] : ['amount'];
}

/** Rows from the last line to the first sum. */
export const sumsGap = 2;
