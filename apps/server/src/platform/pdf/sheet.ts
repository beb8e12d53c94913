import type { PassThrough, Readable } from 'node:stream';
import { drawFigures, type Figure } from './figures.ts';
import { type Face, type Wrap, oneLine, wrapIn } from './wrap.ts';
import { createPauses } from '../core/pauses.ts';
import { createPdf, type DocumentFacts } from './document.ts';

/** Points; A4. */
export const sheet = { width: 595.28, height: 841.89, margin: 54, top: 40, bottom: 56 } as const;
export const contentWidth = sheet.width - 2 * sheet.margin;
export const right = sheet.width - sheet.margin;
const pageRoom = sheet.height - sheet.top - sheet.bottom;

const ink = '#111318';
export const faint = '#5a6070';
const line = '#c9cdd6';

export const faces = {
  firm: { font: 'bold', size: 13 },
  title: { font: 'bold', size: 13 },
  heading: { font: 'bold', size: 10 },
  strong: { font: 'bold', size: 8.5 },
  text: { font: 'plain', size: 8.5 },
  column: { font: 'bold', size: 7.5 },
  price: { font: 'plain', size: 7.5 },
  foot: { font: 'plain', size: 7.5 },
} as const satisfies Record<string, Face>;
export type SheetFace = keyof typeof faces;

/** Drawing tools of a block. */
export type Pen = { document: PDFKit.PDFDocument; wrap: Wrap<SheetFace> };

/**
 * A part of a page that is not divided. `before` is the heading of its section; `isCut`: a text is
 * shortened.
 */
export type Block = {
  height: number;
  draw: (y: number) => void;
  before?: Heading;
  isCut?: boolean;
};

/**
 * Drawn where a section begins, and again where a page begins with the rest of it, then as
 * `continued` if there is one. `isWhole`: the section is not divided if it fits on a page.
 */
export type Heading = Block & { continued?: Block; isWhole?: boolean };

type Lines = {
  lines: readonly string[];
  face: SheetFace;
  x: number;
  y: number;
  colour?: string;
  lineHeight?: number;
};

/** Draws lines that are wrapped. */
export function drawLines(
  { document }: Pen,
  { lines, face, x, y, colour = ink, lineHeight = 12 }: Lines,
): void {
  document.fillColor(colour).font(faces[face].font, faces[face].size);
  for (const [index, text] of lines.entries())
    if (text !== '') document.text(text, x, y + index * lineHeight, { lineBreak: false });
}

/** Draws a text that ends at `x`. */
export function drawRight(
  { document }: Pen,
  { text, face, x, y, colour = ink }: Omit<Lines, 'lines' | 'lineHeight'> & { text: string },
): void {
  document.fillColor(colour).font(faces[face].font, faces[face].size);
  document.text(text, x - contentWidth, y, {
    width: contentWidth,
    align: 'right',
    lineBreak: false,
  });
}

/** `scale` below 1 writes them smaller. */
export function drawPrices({ document }: Pen, face: SheetFace, figures: Figure[], scale = 1): void {
  const { font, size } = faces[face];
  document.fillColor(ink);
  drawFigures(document, { font, size: size * scale }, figures);
}

export function drawRule(
  { document }: Pen,
  { x = sheet.margin, y, width = contentWidth }: { x?: number; y: number; width?: number },
): void {
  document
    .moveTo(x, y)
    .lineTo(x + width, y)
    .lineWidth(0.5)
    .strokeColor(line)
    .stroke();
}

/** A PDF of A4 pages. A client that disconnects destroys the output. */
export function createSheetPdf(
  facts: Omit<DocumentFacts, 'size'>,
  draw: (pen: Pen, output: PassThrough) => Promise<void>,
): Readable {
  const size = [sheet.width, sheet.height] as const;
  return createPdf({ ...facts, size }, async (document, output) =>
    draw({ document, wrap: wrapIn(document, faces) }, output),
  );
}

/** Draws each page with its foot, unless the client has disconnected. */
export async function drawPages(
  pen: Pen,
  output: PassThrough,
  { pages, foot }: { pages: readonly Page[]; foot: (page: Page, number: number) => Foot },
): Promise<void> {
  const pause = createPauses();
  for (const [index, page] of pages.entries()) {
    if (output.destroyed) return;
    pen.document.addPage();
    for (const { block, y } of page) {
      block.draw(y);
      await pause();
    }
    drawFoot(pen, foot(page, index + 1));
  }
}

type Placed = { block: Block; y: number };
export type Page = readonly Placed[];

/** The last block is never alone on a page, so that no empty one is signed. */
export function layOutPages(blocks: readonly Block[]): Placed[][] {
  const pages: Placed[][] = [[]];
  let room: number = pageRoom;
  const put = (placed: readonly Block[]): void => {
    for (const block of placed) {
      pages.at(-1)?.push({ block, y: sheet.top + pageRoom - room });
      room -= block.height;
    }
  };
  for (const [index, block] of blocks.entries()) {
    const isNewSection = block.before !== blocks[index - 1]?.before;
    const next = index === blocks.length - 2 ? blocks.slice(-1) : [];
    const heading = isNewSection ? sectionHeading(block) : [];
    const isFull =
      room < totalHeight([...heading, block, ...next]) ||
      (isNewSection && room < heightOfWhole(blocks, index));
    const isNewPage = isFull && room < pageRoom;
    if (isNewPage) {
      pages.push([]);
      room = pageRoom;
    }
    put([...(isNewPage && !isNewSection ? continuedHeading(block) : heading), block]);
  }
  return pages;
}

function sectionHeading({ before }: Block): Block[] {
  return before === undefined ? [] : [before];
}

function continuedHeading({ before }: Block): Block[] {
  return before === undefined ? [] : [before.continued ?? before];
}

/** Height of a section that begins here and is not divided; 0 if it may be. */
function heightOfWhole(blocks: readonly Block[], start: number): number {
  const heading = blocks[start]?.before;
  if (heading?.isWhole !== true) return 0;
  let height = heading.height;
  for (let at = start; blocks[at]?.before === heading; at += 1) height += blocks[at]?.height ?? 0;
  return height > pageRoom ? 0 : height;
}

function totalHeight(blocks: readonly Block[]): number {
  return blocks.reduce((sum, { height }) => sum + height, 0);
}

const pageNumberWidth = 110;

/** Up to two lines, and the number of the page. */
type Foot = { texts: string[]; numbers: string };

function drawFoot(pen: Pen, { texts, numbers }: Foot): void {
  const y = sheet.height - 46;
  drawRule(pen, { y: y - 6 });
  const width = contentWidth - pageNumberWidth;
  const lines = texts.map((text) => oneLine(text, { wrap: pen.wrap, width, face: 'foot' }).text);
  const foot = { face: 'foot', y, colour: faint } as const;
  drawLines(pen, { ...foot, lines, x: sheet.margin, lineHeight: 10 });
  drawRight(pen, { ...foot, text: numbers, x: right });
}

const firmLine = 17;

/** The firm's name beside its logo, as pdfkit reads it. */
export function letterheadBlock(
  pen: Pen,
  { firm, logo }: { firm: string; logo: string | null },
): Block {
  const left = logo === null ? 0 : logoWidth;
  const lines = pen.wrap(firm, contentWidth - left, 'firm');
  const height = Math.max(logo === null ? 0 : 36, lines.length * firmLine);
  return {
    height: height + 20,
    draw: (y) => {
      const at = { x: sheet.margin, y };
      const x = sheet.margin + drawLogo(pen.document, logo, at);
      const top = y + (height - lines.length * firmLine) / 2;
      drawLines(pen, { lines, face: 'firm', x, y: top, lineHeight: firmLine });
      drawRule(pen, { y: y + height + 5 });
    },
  };
}

/** The picture as pdfkit keeps it once for all pages. */
export function logoSource(jpeg: Buffer | null): string | null {
  return jpeg === null ? null : `data:image/jpeg;base64,${jpeg.toString('base64')}`;
}

/** Returns the width of the logo with its margin; an invalid picture is left out. */
export function drawLogo(
  document: PDFKit.PDFDocument,
  logo: string | null,
  { x, y }: { x: number; y: number },
): number {
  if (logo === null) return 0;
  try {
    document.image(logo, x, y, { fit: [90, 32] });
    return logoWidth;
  } catch {
    return 0;
  }
}

const logoWidth = 100;

/** The fonts have all of these, so that a file for a large firm is not measured twice. */
const common = /^[\u0020-\u024F]*$/;
const pictures = /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|\u20E3/gu;
/** The character that `wrap` draws in place of one that the font lacks. */
const missing = /\uFFFD/g;

/**
 * The text without pictures that the fonts lack. Missing letters are left out, and `address` is
 * beside what remains, or in its place; without an address they are question marks.
 */
export function printableText(pen: Pen, text: string, address?: string): string {
  if (common.test(text)) return text;
  const drawn = (piece: string): string => pen.wrap(piece, Infinity, 'text').join(' ');
  const letters = text.replaceAll(pictures, (picture) => drawn(picture).replaceAll(missing, ''));
  const full = oneSpaced(drawn(letters));
  if (full !== '' && full.search(missing) < 0) return full;
  if (address === undefined) return full.replaceAll(missing, '?') || '?';
  const rest = oneSpaced(full.replaceAll(missing, ' '));
  return /\p{Letter}/u.test(rest) ? `${rest} (${address})` : address;
}

function oneSpaced(text: string): string {
  return text.replaceAll(/ {2,}/g, ' ').trim();
}
