import { drawFigures, type Figure } from './figures.ts';
import type { Face, Wrap } from './wrap.ts';

/** Points; A4. */
export const sheet = { width: 595.28, height: 841.89, margin: 54, top: 40, bottom: 56 } as const;
export const contentWidth = sheet.width - 2 * sheet.margin;
export const right = sheet.width - sheet.margin;
export const pageRoom = sheet.height - sheet.top - sheet.bottom;

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
