import type { PassThrough, Readable } from 'node:stream';
import { createPauses } from '../core/pauses.ts';
import { createPdf, type DocumentFacts } from './document.ts';
import { drawFigures, type Figure } from './figures.ts';
import { drawLogo, faces, faint, logoSource, printableText, type SheetFace } from './sheet.ts';
import { type Wrap, wrapIn } from './wrap.ts';

/** Points. */
export type Shape = Readonly<Record<'width' | 'height' | 'margin' | 'top' | 'bottom', number>>;
export const portrait: Shape = { width: 595.28, height: 841.89, margin: 54, top: 40, bottom: 56 };
export const landscape: Shape = { width: 841.89, height: 595.28, margin: 40, top: 40, bottom: 56 };

export type Element = PDFKit.PDFStructureElement;
/** Drawing tools of a tagged document; `root` is its structure. */
export type TaggedPen = {
  document: PDFKit.PDFDocument;
  wrap: Wrap<SheetFace>;
  shape: Shape;
  root: Element;
};

type TaggedFacts = Omit<DocumentFacts, 'size' | 'isTagged'> & { shape: Shape };
type Draw = (pen: TaggedPen, output: PassThrough) => Promise<void>;

/** A tagged PDF. The same drawing gives the same bytes. */
export function createTaggedPdf({ shape, ...facts }: TaggedFacts, draw: Draw): Readable {
  const size = [shape.width, shape.height] as const;
  return createPdf({ ...facts, size, isTagged: true }, async (document, output) => {
    const root = document.struct('Document');
    document.addStructure(root);
    await draw({ document, wrap: wrapIn(document, faces), shape, root }, output);
    root.end();
  });
}

/** Adds an element that `draw` fills. */
export function addTag(
  { document }: Pick<TaggedPen, 'document'>,
  parent: Element,
  { type, options = {}, draw }: { type: string; options?: TagOptions; draw: () => void },
): void {
  parent.add(document.struct(type, options, draw));
}
type TagOptions = { alt?: string; scope?: string };

/** Adds an element for others, which the caller ends. */
export function addGroup({ document }: Pick<TaggedPen, 'document'>, parent: Element, type: string) {
  const group = document.struct(type);
  parent.add(group);
  return group;
}

/** Draws what a screen reader passes over. */
export function drawArtifact({ document }: Pick<TaggedPen, 'document'>, draw: () => void): void {
  document.markContent('Artifact', { type: 'Pagination' });
  draw();
  document.endMarkedContent();
}

type Text = Omit<Figure, 'align'> & { align?: Figure['align']; face: SheetFace; colour?: string };

export function drawText({ document }: Pick<TaggedPen, 'document'>, texts: readonly Text[]): void {
  for (const { face, colour = ink, text, x, y, align = 'left' } of texts) {
    if (text === '') continue;
    document.fillColor(colour);
    drawFigures(document, faces[face], [{ text, x, y, align }]);
  }
}

const ink = '#111318';
const rule = '#9aa0ad';

export function drawLine(
  { document }: Pick<TaggedPen, 'document'>,
  { x, y, width }: { x: number; y: number; width: number },
): void {
  document
    .moveTo(x, y)
    .lineTo(x + width, y)
    .lineWidth(0.5)
    .strokeColor(rule)
    .stroke();
}

/** A part of a page that is not divided, of a table or of the text between tables. */
export type FlowBlock = {
  height: number;
  draw: (y: number) => void;
  table?: FlowTable;
  /** The room that it wants on its page, with what follows. */
  needs?: number;
};

/** What a table repeats on each page: its titles, and a foot for the rows above it. */
export type FlowTable = {
  head: { height: number; draw: (y: number, isFirst: boolean) => void };
  foot?: { height: number; draw: (y: number, rows: readonly FlowBlock[]) => void };
  /** Ends its elements. */
  end: () => void;
};

type Placed = { y: number; draw: () => void };

/** Draws the blocks on pages; each page has a foot with its number. */
export async function drawFlow(
  pen: TaggedPen,
  { blocks, foot }: { blocks: readonly FlowBlock[]; foot: string },
): Promise<void> {
  const pages = layOut(pen.shape, blocks);
  const pause = createPauses();
  for (const [index, page] of pages.entries()) {
    pen.document.addPage();
    for (const { draw } of page) {
      draw();
      await pause();
    }
    drawPageFoot(pen, { text: foot, numbers: `Page ${index + 1} of ${pages.length}` });
  }
}

export function drawPageFoot(
  pen: TaggedPen,
  { text, numbers }: { text: string; numbers: string },
): void {
  const { margin, width, height } = pen.shape;
  const y = height - 40;
  const [line = ''] = pen.wrap(text, width - 2 * margin - 120, 'foot');
  drawArtifact(pen, () => {
    drawLine(pen, { x: margin, y: y - 5, width: width - 2 * margin });
    drawText(pen, [
      { text: line, face: 'foot', x: margin, y, colour: faint },
      { text: numbers, face: 'foot', x: width - margin, y, align: 'right', colour: faint },
    ]);
  });
}

function layOut({ height, top, bottom }: Shape, blocks: readonly FlowBlock[]): Placed[][] {
  const pages: Placed[][] = [[]];
  let y = top;
  let rows: FlowBlock[] = [];
  const place = (size: number, draw: (at: number) => void): void => {
    const at = y;
    pages.at(-1)?.push({ y: at, draw: () => draw(at) });
    y += size;
  };
  const endPage = (table: FlowTable | undefined): void => {
    const drawn = rows;
    if (table?.foot) place(table.foot.height, (at) => table.foot?.draw(at, drawn));
    rows = [];
  };
  for (const [index, block] of blocks.entries()) {
    const { table } = block;
    const before = blocks[index - 1]?.table;
    const isFirst = table !== before;
    if (isFirst && before) {
      endPage(before);
      place(0, () => before.end());
    }
    const headHeight = isFirst ? (table?.head.height ?? 0) : 0;
    const footHeight = table?.foot?.height ?? 0;
    const wanted = Math.max(block.needs ?? 0, headHeight + block.height + footHeight);
    const isFull = y + wanted > height - bottom;
    if (isFull && y > top) {
      if (!isFirst) endPage(table);
      pages.push([]);
      y = top;
    }
    if (table && (isFirst || (isFull && y === top)))
      place(table.head.height, (at) => table.head.draw(at, isFirst));
    rows.push(block);
    place(block.height, block.draw);
  }
  const last = blocks.at(-1)?.table;
  if (last) {
    endPage(last);
    place(0, () => last.end());
  }
  return pages;
}

const factWidth = 96;

/** The name of the firm with its logo, a title, and facts below it. */
export function headBlock(
  pen: TaggedPen,
  of: {
    firm: string;
    logo: Buffer | null;
    title: string;
    facts: readonly (readonly [string, string])[];
  },
): FlowBlock {
  const { document, shape, wrap } = pen;
  const width = shape.width - 2 * shape.margin;
  const facts = of.facts.map(([label, value]) => ({
    label,
    lines: wrap(value, width - factWidth, 'strong').slice(0, 4),
  }));
  const logo = logoSource(of.logo);
  const firm = wrap(printableText(pen, of.firm), width - 120, 'firm').slice(0, 3);
  const headHeight = Math.max(logo === null ? 0 : 40, firm.length * 17) + 10;
  const factsHeight = facts.reduce((sum, { lines }) => sum + lines.length * 12, 0);
  return {
    height: headHeight + 22 + factsHeight + 10,
    draw: (y) => {
      const { margin: x } = shape;
      if (logo !== null)
        addTag(pen, pen.root, {
          type: 'Figure',
          options: { alt: `Logo of ${of.firm}` },
          draw: () => void drawLogo(document, logo, { x: shape.width - x - 90, y }),
        });
      addTag(pen, pen.root, {
        type: 'P',
        draw: () =>
          drawText(
            pen,
            firm.map((text, at) => ({ text, face: 'firm', x, y: y + at * 17 })),
          ),
      });
      addTag(pen, pen.root, {
        type: 'H1',
        draw: () => drawText(pen, [{ text: of.title, face: 'title', x, y: y + headHeight }]),
      });
      let at = y + headHeight + 22;
      for (const { label, lines } of facts) {
        const top = at;
        addTag(pen, pen.root, {
          type: 'P',
          draw: () =>
            drawText(pen, [
              { text: label, face: 'text', x, y: top, colour: faint },
              ...lines.map((text, row) => ({
                text,
                face: 'strong' as const,
                x: x + factWidth,
                y: top + row * 12,
              })),
            ]),
        });
        at += lines.length * 12;
      }
    },
  };
}

/** A paragraph, or a heading. */
export function textBlock(
  pen: TaggedPen,
  { text, isHeading = false }: { text: string; isHeading?: boolean },
): FlowBlock {
  const { shape, wrap } = pen;
  const face = isHeading ? 'heading' : 'text';
  const lines = wrap(printableText(pen, text), shape.width - 2 * shape.margin, face);
  return {
    height: lines.length * 12 + (isHeading ? 14 : 8),
    needs: isHeading ? 90 : 0,
    draw: (y) =>
      addTag(pen, pen.root, {
        type: isHeading ? 'H2' : 'P',
        draw: () =>
          drawText(
            pen,
            lines.map((line, at) => ({
              text: line,
              face,
              x: shape.margin,
              y: y + (isHeading ? 10 : 4) + at * 12,
            })),
          ),
      }),
  };
}
