import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { PassThrough, type Readable } from 'node:stream';
import { setImmediate as breathe } from 'node:timers/promises';
import PdfDocument from 'pdfkit';
import type { ExportLine } from './export-lines.ts';
import { columns, type Item, paginate, sheet, type Wrap } from './export-pdf-layout.ts';

export type PdfFacts = {
  readonly title: string;
  readonly firmName: string;
  readonly logo: Buffer | null;
  readonly period: string;
  readonly createdAt: Date;
};

const fonts = join(dirname(createRequire(import.meta.url).resolve('dejavu-fonts-ttf/package.json')), 'ttf');
const size = 7.5;
const ink = '#111318';
const faint = '#5a6070';
const rule = '#c9cdd6';

/** The lines on pages, by matter, under a repeated header. The same lines make the same bytes. */
export function pdf(lines: readonly ExportLine[], facts: PdfFacts): Readable {
  const { title, firmName: Author, createdAt: CreationDate } = facts;
  const document = new PdfDocument({
    size: [sheet.width, sheet.height],
    margin: 0,
    autoFirstPage: false,
    info: { Title: title, Author, CreationDate, ModDate: CreationDate, Producer: 'Recoup', Creator: 'Recoup' },
  });
  document.registerFont('plain', join(fonts, 'DejaVuSans.ttf')).registerFont('bold', join(fonts, 'DejaVuSans-Bold.ttf'));
  const output = document.pipe(new PassThrough());
  // A reader that goes away ends the work.
  void drawPages(document, output, { lines, facts }).catch((error: Error) => output.destroy(error));
  return output;
}

type Draft = { readonly lines: readonly ExportLine[]; readonly facts: PdfFacts };

async function drawPages(document: PDFKit.PDFDocument, output: PassThrough, { lines, facts }: Draft): Promise<void> {
  const pages = await paginate(lines, wrapIn(document));
  for (const [index, items] of pages.entries()) {
    if (output.destroyed) return;
    document.addPage();
    drawHead(document, facts, `Page ${index + 1} of ${pages.length}`);
    drawItems(document, items);
    // Other requests come in between, and pages go out before the next ones are drawn.
    await breathe();
  }
  document.end();
}

function drawHead(document: PDFKit.PDFDocument, facts: PdfFacts, pageNumber: string): void {
  const left = sheet.margin + drawLogo(document, facts.logo);
  const right = { width: sheet.width - 2 * sheet.margin, align: 'right', lineBreak: false } as const;
  document.fillColor(ink).font('bold', 13).text(facts.firmName, left, sheet.margin, { lineBreak: false });
  document
    .fillColor(faint)
    .font('plain', 8.5)
    .text(`${facts.title} · ${facts.period}`, left, sheet.margin + 18, { lineBreak: false });
  document.font('plain', 8.5).text(pageNumber, sheet.margin, sheet.margin + 3, right);
  const y = sheet.top - 20;
  document.fillColor(ink);
  for (const { name, x, width, align } of columns) document.font('bold', size).text(name, x, y, { width, align, lineBreak: false });
  drawRule(document, sheet.top - 7);
}

/** Returns the room that the logo takes. What is no picture after all is left out. */
function drawLogo(document: PDFKit.PDFDocument, logo: Buffer | null): number {
  if (logo === null) return 0;
  try {
    document.image(logo, sheet.margin, sheet.margin - 2, { fit: [90, 32] });
    return 100;
  } catch {
    return 0;
  }
}

function drawItems(document: PDFKit.PDFDocument, items: readonly Item[]): void {
  let y: number = sheet.top;
  for (const item of items) {
    drawItem(document, item, y);
    y += item.lines * sheet.lineHeight;
  }
}

function drawItem(document: PDFKit.PDFDocument, item: Item, y: number): void {
  if (item.kind === 'matter') {
    document.font('bold', size + 0.5).text(item.title, sheet.margin, y + 4, { lineBreak: false });
    return;
  }
  if (item.kind === 'entry') {
    drawCells(document, item.cells, y);
    return;
  }
  const amount = columns.at(-1);
  if (amount === undefined) return;
  drawRule(document, y + 1);
  document.font('bold', item.kind === 'total' ? size + 1.5 : size);
  document.text(item.title, sheet.margin, y + 4, { lineBreak: false });
  document.text(item.amount, amount.x - 60, y + 4, { width: amount.width + 60, align: 'right', lineBreak: false });
}

function drawCells(document: PDFKit.PDFDocument, cells: readonly (readonly string[])[], y: number): void {
  document.font('plain', size);
  for (const [index, { x, width, align }] of columns.entries()) {
    for (const [line, text] of (cells[index] ?? []).entries()) {
      if (text !== '') document.text(text, x, y + line * sheet.lineHeight, { width, align, lineBreak: false });
    }
  }
}

function drawRule(document: PDFKit.PDFDocument, y: number): void {
  document
    .moveTo(sheet.margin, y)
    .lineTo(sheet.width - sheet.margin, y)
    .lineWidth(0.5)
    .strokeColor(rule)
    .stroke();
}

/** Breaks by the widths of the plain font. Each character is measured once: a text's width is the sum, but for kerning. */
function wrapIn(document: PDFKit.PDFDocument): Wrap {
  const known = new Map<string, number>();
  document.font('plain', size);
  const widthOf = (text: string): number => {
    let total = 0;
    for (const character of text) {
      const width = known.get(character) ?? document.widthOfString(character);
      known.set(character, width);
      total += width;
    }
    return total;
  };
  return (text, width) => text.split(/\r\n?|\n/).flatMap((line) => wrapLine(line.replaceAll('\t', ' '), width, widthOf));
}

function wrapLine(text: string, width: number, widthOf: (text: string) => number): string[] {
  if (widthOf(text) <= width) return [text];
  const lines: string[] = [''];
  const add = (piece: string): void => {
    const joined = `${lines.at(-1) ?? ''}${piece}`;
    if (widthOf(joined.trimEnd()) <= width) lines[lines.length - 1] = joined;
    else lines.push(piece.trimStart());
  };
  for (const word of text.split(/(?<= )/)) {
    if (widthOf(word) <= width) add(word);
    else for (const character of word) add(character);
  }
  return lines.map((line) => line.trimEnd());
}
