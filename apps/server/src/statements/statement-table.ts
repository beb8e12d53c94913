import type { Figure } from '../platform/pdf/figures.ts';
import {
  type Block,
  contentWidth,
  drawLines,
  drawPrices,
  drawRule,
  faces,
  type Heading,
  type Pen,
  sheet,
} from '../platform/pdf/sheet.ts';

type Face = 'price' | 'column';
/** `width` in points; the column without one takes the rest. */
export type TableColumn = { title: string; width?: number; isRight?: boolean };
type Place = Required<TableColumn> & { x: number };
export type Table = readonly Place[];

const gap = 6;
const lineHeight = 9.6;
/** A text that a person can type in one line is whole; with line breaks it may have more lines. */
const maxCellLines = 45;
const ellipsisWidth = 12;

export function createTable(columns: readonly TableColumn[]): Table {
  const taken = columns.reduce((sum, { width = 0 }) => sum + width, gap * (columns.length - 1));
  let x: number = sheet.margin;
  return columns.map(({ title, width = contentWidth - taken, isRight = false }) => {
    const place = { title, width, isRight, x };
    x += width + gap;
    return place;
  });
}

const headHeight = 40;

/** The titles of the columns and a first row, which each page of the table begins with. */
export function tableHead(
  pen: Pen,
  table: Table,
  { title: heading, row, isWhole = false }: { title: string; row?: Block; isWhole?: boolean },
): Heading {
  const cells = table.map(({ title }) => [title]);
  const titled = (text: string): Block => ({
    height: headHeight + (row?.height ?? 0),
    draw: (y) => {
      drawLines(pen, { lines: [text], face: 'heading', x: sheet.margin, y: y + 10 });
      drawPrices(pen, 'column', toFigures(table, cells, y + 25));
      drawRule(pen, { y: y + 37 });
      row?.draw(y + headHeight);
    },
  });
  return { ...titled(heading), continued: titled(`${heading} (continued)`), isWhole };
}

export function tableRow(
  pen: Pen,
  table: Table,
  { cells, before, face = 'price' }: { cells: readonly string[]; before?: Heading; face?: Face },
): Block {
  const wrapped = cells.map((cell, index) => {
    const width = table[index]?.width ?? 0;
    // An amount is never wrapped.
    return table[index]?.isRight === true ? whole([cell]) : shortened(pen, { cell, width, face });
  });
  const texts = wrapped.map(({ lines }) => lines);
  return {
    height: Math.max(...texts.map(({ length }) => length)) * lineHeight + 3,
    isCut: wrapped.some(({ isCut }) => isCut),
    ...(before && { before }),
    draw: (y) =>
      drawPrices(pen, face, toFigures(table, texts, y), fittingScale(pen, table, { cells, face })),
  };
}

/** Amounts of more letters may be wider than their column, and are then written smaller. */
const fittingLength = 'R 99 999 999.99'.length;

function fittingScale(
  { document }: Pen,
  table: Table,
  { cells, face }: { cells: readonly string[]; face: Face },
): number {
  const scales = table.map(({ width, isRight }, index) => {
    const cell = cells[index] ?? '';
    if (!isRight || cell.length <= fittingLength) return 1;
    return width / document.font(faces[face].font, faces[face].size).widthOfString(cell);
  });
  return Math.min(1, ...scales);
}

/** A row of sums, with a rule above it. */
export function sumRow(
  pen: Pen,
  table: Table,
  { cells, before }: { cells: readonly string[]; before: Heading },
): Block {
  const row = tableRow(pen, table, { cells, before, face: 'column' });
  return {
    ...row,
    height: row.height + 4,
    draw: (y) => {
      drawRule(pen, { y: y + 1 });
      row.draw(y + 4);
    },
  };
}

type Lines = { lines: readonly string[]; isCut: boolean };
const whole = (lines: readonly string[]): Lines => ({ lines, isCut: false });

/** The last line stays: it names the attorney. */
function shortened(
  { wrap }: Pen,
  { cell, width, face }: { cell: string; width: number; face: Face },
): Lines {
  const lines = wrap(cell, width, face);
  if (lines.length <= maxCellLines) return whole(lines);
  const [cut = ''] = wrap(lines[maxCellLines - 2] ?? '', width - ellipsisWidth, face);
  return {
    lines: [...lines.slice(0, maxCellLines - 2), `${cut} …`, ...lines.slice(-1)],
    isCut: true,
  };
}

function toFigures(table: Table, cells: readonly (readonly string[])[], y: number): Figure[] {
  return table.flatMap(({ x, width, isRight }, index) =>
    (cells[index] ?? []).flatMap((text, line): Figure[] =>
      text === ''
        ? []
        : [
            {
              text,
              x: isRight ? x + width : x,
              y: y + line * lineHeight,
              align: isRight ? 'right' : 'left',
            },
          ],
    ),
  );
}
