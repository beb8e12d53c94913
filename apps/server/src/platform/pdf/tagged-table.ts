import {
  addGroup,
  addTag,
  drawArtifact,
  drawLine,
  drawText,
  type Element,
  type FlowBlock,
  type FlowTable,
  type TaggedPen,
} from './tagged-pages.ts';
import { printableText } from './sheet.ts';

/** `width` in points; the column without one takes the rest. */
export type TaggedColumn = { title: string; width?: number; isRight?: boolean };

const gap = 6;
/** More where a text follows figures: 1 and 2 Sep must not read as 12 Sep. */
const gapBehindFigures = 14;
const lineHeight = 9.6;
/** A text of more lines is cut: it is whole in the file for spreadsheets. */
const maxLines = 30;

export type TaggedRow = {
  cells: readonly string[];
  isBold?: boolean;
  /** Draws at a cell, within its element. */
  over?: (place: { index: number; x: number; y: number; width: number; cell: Element }) => void;
};

type Options = {
  columns: readonly TaggedColumn[];
  rows: readonly TaggedRow[];
  /** The cells below the rows of a page. */
  pageTotals?: (rows: readonly TaggedRow[]) => readonly string[];
};

/** A table whose titles are on each page; a screen reader meets them once. */
export function tableBlocks(pen: TaggedPen, { columns, rows, pageTotals }: Options): FlowBlock[] {
  // An element without a parent would keep the document from its end.
  if (rows.length === 0) return [];
  const of: Of = { pen, places: place(pen, columns), table: pen.document.struct('Table') };
  const rowsByBlock = new Map<FlowBlock, TaggedRow>();
  const flow: FlowTable = {
    head: tableHead(of, columns),
    ...(pageTotals && {
      foot: {
        height: 20,
        draw: (y, blocks) => {
          const drawn = blocks.flatMap((block) => rowsByBlock.get(block) ?? []);
          const row: TaggedRow = { cells: pageTotals(drawn), isBold: true };
          drawRule(of, { y: y + 2 });
          drawRow(of, { ...wrapRow(of, row), row, y: y + 6, type: 'TD' });
        },
      },
    }),
    end: () => of.table.end(),
  };
  return rows.map((row) => {
    const { lines, height } = wrapRow(of, row);
    const block: FlowBlock = {
      height: height + 3,
      table: flow,
      draw: (y) => {
        drawRow(of, { lines, row, y, type: 'TD' });
        drawRule(of, { y: y + height + 1, colour: faintRule });
      },
    };
    rowsByBlock.set(block, row);
    return block;
  });
}

/** Drawn first, it adds the table to the document. */
function tableHead(of: Of, columns: readonly TaggedColumn[]): FlowTable['head'] {
  const { pen, table } = of;
  const row: TaggedRow = { cells: columns.map(({ title }) => title), isBold: true };
  const { lines, height } = wrapRow(of, row);
  return {
    height: height + 8,
    draw: (y, isFirst) => {
      if (isFirst) {
        pen.root.add(table);
        drawRow(of, { lines, row, y, type: 'TH' });
      } else drawArtifact(pen, () => drawText(pen, rowTexts(of, lines, { y, isBold: true })));
      drawRule(of, { y: y + height + 2 });
    },
  };
}

/** Between rows, which the eye follows over an empty column. */
const faintRule = '#dcdfe5';

function drawRule({ pen, places }: Of, { y, colour }: { y: number; colour?: string }): void {
  const width = pen.shape.width - 2 * pen.shape.margin;
  drawArtifact(pen, () =>
    drawLine(pen, { x: places[0]?.x ?? 0, y, width, ...(colour !== undefined && { colour }) }),
  );
}

type Place = Required<TaggedColumn> & { x: number };
type Of = { pen: TaggedPen; places: readonly Place[]; table: Element };
type Lines = readonly (readonly string[])[];

function place({ shape }: TaggedPen, columns: readonly TaggedColumn[]): Place[] {
  const all = shape.width - 2 * shape.margin;
  const gaps = columns.map(({ isRight = false }, at) => {
    const next = columns[at + 1];
    if (!next) return 0;
    return isRight && next.isRight !== true ? gapBehindFigures : gap;
  });
  const taken = columns.reduce((sum, { width = 0 }, at) => sum + width + (gaps[at] ?? 0), 0);
  let { margin: x } = shape;
  return columns.map(({ title, width = all - taken, isRight = false }, at) => {
    const placed = { title, width, isRight, x };
    x += width + (gaps[at] ?? 0);
    return placed;
  });
}

function wrapRow({ pen, places }: Of, { cells, isBold = false }: TaggedRow) {
  const face = isBold ? 'column' : 'price';
  const lines = cells.map((cell, index) => {
    const { width = 0 } = places[index] ?? {};
    const wrapped = cell
      .split('\n')
      .flatMap((line) => (line === '' ? [] : pen.wrap(printableText(pen, line), width, face)));
    if (wrapped.length <= maxLines) return wrapped;
    return [...wrapped.slice(0, maxLines - 1), '…'];
  });
  const most = Math.max(1, ...lines.map(({ length }) => length));
  return { lines, height: most * lineHeight };
}

function rowTexts(
  { places }: Of,
  lines: Lines,
  { y, isBold = false }: { y: number; isBold?: boolean },
) {
  return lines.flatMap((cell, index) => cellTexts(places[index], cell, { y, isBold }));
}

function cellTexts(
  at: Place | undefined,
  cell: readonly string[],
  { y, isBold }: { y: number; isBold: boolean },
) {
  const { x = 0, width = 0, isRight = false } = at ?? {};
  return cell.map((text, line) => ({
    text,
    face: isBold ? ('column' as const) : ('price' as const),
    x: isRight ? x + width : x,
    y: y + line * lineHeight,
    align: isRight ? ('right' as const) : ('left' as const),
  }));
}

type Drawn = { lines: Lines; row: TaggedRow; y: number; type: 'TH' | 'TD' };

function drawRow({ pen, places, table }: Of, { lines, row, y, type }: Drawn): void {
  const group = addGroup(pen, table, 'TR');
  for (const [index, cell] of lines.entries()) {
    const at = places[index];
    if (row.over && at) {
      const element = addGroup(pen, group, type);
      const { x, width } = at;
      addTag(pen, element, {
        type: 'Span',
        draw: () => drawText(pen, cellTexts(at, cell, { y, isBold: row.isBold ?? false })),
      });
      row.over({ index, x, y, width, cell: element });
      element.end();
      continue;
    }
    addTag(pen, group, {
      type,
      ...(type === 'TH' && { options: { scope: 'Column' } }),
      draw: () => drawText(pen, cellTexts(at, cell, { y, isBold: row.isBold ?? false })),
    });
  }
  group.end();
}
