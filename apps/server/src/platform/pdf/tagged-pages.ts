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
  { x, y, width, colour = rule }: { x: number; y: number; width: number; colour?: string },
): void {
  document
    .moveTo(x, y)
    .lineTo(x + width, y)
    .lineWidth(0.5)
    .strokeColor(colour)
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

/** Rows that a table repeats on each page: its titles, and a foot for the rows above it. */
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

function layOut(shape: Shape, blocks: readonly FlowBlock[]): Placed[][] {
  const flow = createFlow(shape);
  let before: FlowTable | undefined;
  for (const block of blocks) {
    const { table } = block;
    const isFirst = table !== before;
    if (isFirst) flow.endTable(before);
    const isNewPage = flow.makeRoom(block, isFirst);
    if (isFirst || isNewPage) flow.placeHead(table, isFirst);
    flow.placeRow(block);
    before = table;
  }
  flow.endTable(before);
  return flow.pages;
}

function createFlow({ height, top, bottom }: Shape) {
  const pages: Placed[][] = [[]];
  let y = top;
  let rows: FlowBlock[] = [];
  const place = (size: number, draw: (at: number) => void): void => {
    const at = y;
    pages.at(-1)?.push({ y: at, draw: () => draw(at) });
    y += size;
  };
  const placeFoot = (table: FlowTable | undefined): void => {
    const [foot, drawn] = [table?.foot, rows];
    if (foot) place(foot.height, (at) => foot.draw(at, drawn));
    rows = [];
  };
  return {
    pages,
    placeHead: (table: FlowTable | undefined, isFirst: boolean): void => {
      if (table) place(table.head.height, (at) => table.head.draw(at, isFirst));
    },
    placeRow: (block: FlowBlock): void => {
      rows.push(block);
      place(block.height, block.draw);
    },
    endTable: (table: FlowTable | undefined): void => {
      placeFoot(table);
      if (table) place(0, () => table.end());
    },
    /** Begins a page where the block does not fit; returns whether it did. */
    makeRoom: (block: FlowBlock, isFirst: boolean): boolean => {
      if (y === top || y + roomFor(block, isFirst) <= height - bottom) return false;
      if (!isFirst) placeFoot(block.table);
      pages.push([]);
      y = top;
      return true;
    },
  };
}

function roomFor({ height, needs = 0, table }: FlowBlock, isFirst: boolean): number {
  const head = isFirst ? (table?.head.height ?? 0) : 0;
  return Math.max(needs, head + height + (table?.foot?.height ?? 0));
}

const factWidth = 96;

type Fact = readonly [label: string, value: string];
type Head = { firm: string; logo: Buffer | null; title: string; facts: readonly Fact[] };

/** The name of the firm with its logo, a title, and facts below it. */
export function headBlock(pen: TaggedPen, { firm, logo, title, facts }: Head): FlowBlock {
  const { shape, wrap } = pen;
  const width = shape.width - 2 * shape.margin;
  const name = wrap(printableText(pen, firm), width - 120, 'firm').slice(0, 3);
  const headHeight = Math.max(logo === null ? 0 : 40, name.length * 17) + 10;
  const shown = facts.map(([label, value]) => ({
    label,
    lines: wrap(printableText(pen, value), width - factWidth, 'strong').slice(0, 4),
  }));
  const factsHeight = shown.reduce((sum, { lines }) => sum + lines.length * 12, 0);
  return {
    height: headHeight + 22 + factsHeight + 10,
    draw: (y) => {
      const { margin: x } = shape;
      if (logo !== null) drawFirmLogo(pen, { firm, logo, y });
      const lines = name.map((text, at) => ({ text, face: 'firm' as const, x, y: y + at * 17 }));
      addTag(pen, pen.root, { type: 'P', draw: () => drawText(pen, lines) });
      const heading = [{ text: title, face: 'title' as const, x, y: y + headHeight }];
      addTag(pen, pen.root, { type: 'H1', draw: () => drawText(pen, heading) });
      drawFacts(pen, shown, y + headHeight + 22);
    },
  };
}

function drawFirmLogo(
  pen: TaggedPen,
  { firm, logo, y }: { firm: string; logo: Buffer; y: number },
): void {
  const x = pen.shape.width - pen.shape.margin - 90;
  addTag(pen, pen.root, {
    type: 'Figure',
    options: { alt: `Logo of ${firm}` },
    draw: () => void drawLogo(pen.document, logoSource(logo), { x, y }),
  });
}

type ShownFact = { label: string; lines: readonly string[] };

function drawFacts(pen: TaggedPen, facts: readonly ShownFact[], top: number): void {
  const { margin: x } = pen.shape;
  let y = top;
  for (const { label, lines } of facts) {
    const texts: Text[] = [
      { text: label, face: 'text', x, y, colour: faint },
      ...lines.map(
        (text, row): Text => ({
          text,
          face: 'strong',
          x: x + factWidth,
          y: y + row * 12,
        }),
      ),
    ];
    addTag(pen, pen.root, { type: 'P', draw: () => drawText(pen, texts) });
    y += lines.length * 12;
  }
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
