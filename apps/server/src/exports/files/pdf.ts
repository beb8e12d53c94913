import type { PassThrough, Readable } from 'node:stream';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { createPdf } from '../../platform/pdf/document.ts';
import { drawLogo, logoSource } from '../../platform/pdf/sheet.ts';
import { createPauses } from '../../platform/core/pauses.ts';
import { drawFigures, type Figure } from '../../platform/pdf/figures.ts';
import { oneLine, wrapIn } from '../../platform/pdf/wrap.ts';
import type { ExportLine } from '../snapshot/csv-lines.ts';
import {
  faces,
  setFace,
  type Item,
  type PageFormat,
  paginate,
  type SumItem,
  sumRoom,
} from './pdf-layout.ts';
import { pdfColumns, sheet } from './pdf-columns.ts';
import type { TotalsFacts } from './xlsx.ts';

export type PdfFacts = TotalsFacts & { logo: Buffer | null };

const ink = '#111318';
const faint = '#5a6070';
const rule = '#c9cdd6';
const pageNumberWidth = 110;

/** Pages by matter under a repeated header. The same lines give the same bytes. */
export function pdf(lines: readonly ExportLine[], facts: PdfFacts): Readable {
  const { title, firmName: author, createdAt } = facts;
  return createPdf(
    { title, author, createdAt, size: [sheet.width, sheet.height] },
    async (document, output) => drawPages(document, output, { lines, facts }),
  );
}

type Draft = { lines: readonly ExportLine[]; facts: PdfFacts };

async function drawPages(
  document: PDFKit.PDFDocument,
  output: PassThrough,
  { lines, facts }: Draft,
): Promise<void> {
  const wrap = wrapIn(document, faces);
  const logo = logoSource(facts.logo);
  const format = { wrap, columns: pdfColumns(facts.hasVat), hasVat: facts.hasVat };
  const pages = await paginate(lines, format);
  const pause = createPauses();
  for (const [index, items] of pages.entries()) {
    if (output.destroyed) return;
    document.addPage();
    const pageNumber = `Page ${index + 1} of ${pages.length}`;
    drawHead(document, { facts, logo, format, pageNumber });
    await drawItems(document, items, { pause, format });
    if (items.some((item) => 'isCut' in item && item.isCut)) drawFoot(document);
    // Yields to other requests, and sends the page before the next one is drawn.
    await yieldToEventLoop();
  }
}

type Head = { facts: PdfFacts; logo: string | null; format: PageFormat; pageNumber: string };

function drawHead(document: PDFKit.PDFDocument, { facts, logo, format, pageNumber }: Head): void {
  const left = sheet.margin + drawLogo(document, logo, { x: sheet.margin, y: sheet.margin - 2 });
  const right = {
    width: sheet.width - 2 * sheet.margin,
    align: 'right',
    lineBreak: false,
  } as const;
  const { text: name } = oneLine(facts.firmName, {
    wrap: format.wrap,
    width: sheet.width - sheet.margin - left - pageNumberWidth,
    face: 'firm',
  });
  setFace(document.fillColor(ink), 'firm').text(name, left, sheet.margin, { lineBreak: false });
  document
    .fillColor(faint)
    .font('plain', 8.5)
    .text(subtitleText(facts), left, sheet.margin + 18, { lineBreak: false });
  document.font('plain', 8.5).text(pageNumber, sheet.margin, sheet.margin + 3, right);
  const y = sheet.top - 20;
  document.fillColor(ink);
  setFace(document, 'subtotal');
  for (const { name: column, x, width, align } of format.columns)
    document.text(column, x, y, { width, align, lineBreak: false });
  drawRule(document, sheet.top - 7);
}

function subtitleText({ title, period, vatNumber }: PdfFacts): string {
  const vat = vatNumber === null ? [] : [`VAT number ${vatNumber}`];
  return [title, period, ...vat].join(' · ');
}

/** The rest of the page has no room for a text as long as a person can type. */
function drawFoot(document: PDFKit.PDFDocument): void {
  const note = 'Texts that end with … are shortened here. They are whole in the CSV and the XLSX.';
  document
    .fillColor(faint)
    .font('plain', 7)
    .text(note, sheet.margin, sheet.height - sheet.margin + 8, { lineBreak: false });
}

async function drawItems(
  document: PDFKit.PDFDocument,
  items: readonly Item[],
  { pause, format: { columns } }: { pause: () => Promise<void>; format: PageFormat },
): Promise<void> {
  let y: number = sheet.top;
  for (const item of items) {
    if (item.kind === 'matter')
      drawFigures(document, faces.matter, [leftFigure(item.title, sheet.margin, y + 4)]);
    else if (item.kind === 'entry')
      drawFigures(document, faces.cell, cellFigures(item.cells, { y, columns }));
    else drawSums(document, item, { y, columns });
    y += item.lines * sheet.lineHeight;
    await pause();
  }
}

function cellFigures(
  cells: readonly (readonly string[])[],
  { y, columns }: { y: number; columns: PageFormat['columns'] },
): Figure[] {
  return columns.flatMap(({ x, width, align }, index) =>
    (cells[index] ?? []).map((text, line) => ({
      text,
      x: align === 'left' ? x : x + width,
      y: y + line * sheet.lineHeight,
      align,
    })),
  );
}

function leftFigure(text: string, x: number, y: number): Figure {
  return { text, x, y, align: 'left' };
}

/** Sums that would reach into each other are written smaller. */
function drawSums(
  document: PDFKit.PDFDocument,
  { kind, title, amounts }: SumItem,
  { y, columns }: { y: number; columns: PageFormat['columns'] },
): void {
  if (kind !== 'part') drawRule(document, y + 1);
  const { font, size: usual } = faces[kind === 'part' ? 'cell' : 'subtotal'];
  const size = kind === 'total' ? usual + 1.5 : usual;
  document.font(font, size);
  const sums = columns.slice(columns.length - amounts.length).map(({ x, width }, index) => {
    const text = amounts[index] ?? '';
    const room = width + (index === 0 ? sumRoom : 0);
    const scale = Math.min(1, room / document.widthOfString(text));
    return { scale, figure: { text, x: x + width, y: y + 4, align: 'right' as const } };
  });
  const smallest = Math.min(1, ...sums.map(({ scale }) => scale));
  drawFigures(document, { font, size }, [leftFigure(title, sheet.margin, y + 4)]);
  drawFigures(
    document,
    { font, size: size * smallest },
    sums.map(({ figure }) => figure),
  );
}

function drawRule(document: PDFKit.PDFDocument, y: number): void {
  document
    .moveTo(sheet.margin, y)
    .lineTo(sheet.width - sheet.margin, y)
    .lineWidth(0.5)
    .strokeColor(rule)
    .stroke();
}
