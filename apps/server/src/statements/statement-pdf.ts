import type { PassThrough, Readable } from 'node:stream';
import { createPauses } from '../platform/core/pauses.ts';
import {
  layOutPages,
  logoSource,
  type Block,
  type Pen,
  printableText,
  createSheetPdf,
  drawPages,
  letterheadBlock,
  contentWidth,
  drawLines,
  faint,
  sheet,
  drawPrices,
  drawRule,
  faces,
  type Heading,
} from '../platform/pdf/sheet.ts';
import {
  type Head,
  type Line,
  type PriceTable,
  type Tally,
  type AmountColumn,
  type Sums,
  allSums,
  amountColumn,
  amountColumns,
} from './statement.ts';
import {
  statementTitle,
  agentTitle,
  correctionNote,
  costsTitle,
  countText,
  emptySentence,
  headFacts,
  namedSums,
  priceTableTexts,
  sectionTotal,
} from './statement-texts.ts';
import { shortDay } from '@recoup/contract/entries/rules';
import { feePriceRows } from '@recoup/contract/call-fees/price-rows';
import { formatRand } from '@recoup/contract/core/money';
import type { Figure } from '../platform/pdf/figures.ts';

const cutNote = 'Texts with … are shortened here. They are whole in the XLSX.';

type Content = { lines: readonly Line[]; tally: Tally; priceTables: readonly PriceTable[] };

/** The statement on A4, under the letterhead of the firm. */
export function statementPdf(head: Head, content: Content, createdAt: Date): Readable {
  const title = statementTitle(head);
  const facts = { title: `${title}: ${head.matter.number}`, author: head.firm.name, createdAt };
  return createSheetPdf(facts, async (pen, output) => {
    const name = printableText(pen, head.firm.name);
    const shown = { ...head, firm: { ...head.firm, name } };
    const blocks = await statementBlocks(pen, shown, content);
    await drawAll(pen, output, { blocks, foot: [name, `${title}, ${head.matter.number}`] });
  });
}

async function statementBlocks(pen: Pen, head: Head, content: Content): Promise<Block[]> {
  const { lines, tally, priceTables } = content;
  const logo = logoSource(head.firm.logo);
  const pause = createPauses();
  const rows: Block[] = [];
  for (const block of lineBlocks(pen, head, { lines, tally })) {
    rows.push(block);
    await pause();
  }
  return [
    ...headBlocks(pen, head, { logo, lines }),
    ...rows,
    ...sumBlocks(pen, head, tally),
    ...priceBlocks(pen, priceTables),
  ];
}

async function drawAll(
  pen: Pen,
  output: PassThrough,
  { blocks, foot }: { blocks: readonly Block[]; foot: string[] },
): Promise<void> {
  const pages = layOutPages(blocks);
  await drawPages(pen, output, {
    pages,
    foot: (page, number) => {
      const isCut = page.some(({ block }) => block.isCut === true);
      const texts = isCut ? [...foot.slice(0, 1), cutNote] : foot;
      return { texts, numbers: `Page ${number} of ${pages.length}` };
    },
  });
}

/** The head, and then the sentence of an empty statement, or of one with corrections. */
function headBlocks(
  pen: Pen,
  head: Head,
  { logo, lines }: { logo: string | null; lines: readonly Line[] },
): Block[] {
  const letterhead = letterheadBlock(pen, { firm: head.firm.name, logo });
  // A credit note says by itself what it takes back.
  const hasCorrection = lines.some(({ correction }) => correction?.startsWith('Correction of'));
  const notes = [
    ...(lines.length === 0 ? [emptySentence] : []),
    ...(hasCorrection ? [correctionNote] : []),
  ];
  return [letterhead, subjectBlock(pen, head), ...notes.map((note) => noteBlock(pen, note))];
}

const labelWidth = 72;
const lineHeight = 12;

function subjectBlock(pen: Pen, head: Head): Block {
  const facts = headFacts(head).map(([label, value]) => ({
    label,
    lines: pen.wrap(value, contentWidth - labelWidth, 'strong').slice(0, 4),
  }));
  const height = facts.reduce((sum, { lines }) => sum + lines.length * lineHeight, 0);
  return {
    height: 22 + height + 8,
    draw: (top) => {
      const { margin: x } = sheet;
      drawLines(pen, { lines: [statementTitle(head)], face: 'title', x, y: top });
      let y = top + 22;
      for (const { label, lines } of facts) {
        drawLines(pen, { lines: [label], face: 'text', x, y, colour: faint });
        drawLines(pen, { lines, face: 'strong', x: x + labelWidth, y });
        y += lines.length * lineHeight;
      }
    },
  };
}

function noteBlock(pen: Pen, note: string): Block {
  const lines = pen.wrap(note, contentWidth, 'text');
  return {
    height: lines.length * lineHeight + 10,
    draw: (y) => drawLines(pen, { lines, face: 'text', x: sheet.margin, y: y + 5 }),
  };
}

/** The lines of the two sections, each with its sum; one by one, because they may be many. */
function* lineBlocks(
  pen: Pen,
  head: Head,
  { lines, tally }: { lines: readonly Line[]; tally: Tally },
): Generator<Block> {
  for (const isAgent of [false, true]) {
    const sums = isAgent ? tally.agent : tally.costs;
    if (sums.count === 0) continue;
    const columns = statementColumns(head, isAgent);
    const table = createTable(columns.map(({ cell: _, sum: __, ...column }) => column));
    const title = isAgent ? agentTitle : costsTitle;
    const before = tableHead(pen, table, { title });
    for (const line of lines) {
      if (line.isAgent !== isAgent) continue;
      yield tableRow(pen, table, { cells: columns.map(({ cell }) => cell(line)), before });
    }
    // The total of the only section is that of the statement.
    if (sums.count === tally.costs.count + tally.agent.count) continue;
    const cells = columns.map((column) =>
      column.title === 'Particulars' ? sectionTotal(isAgent) : (column.sum?.(sums) ?? ''),
    );
    yield sumRow(pen, table, { cells, before });
  }
}

type Column = TableColumn & { cell: (line: Line) => string; sum?: (sums: Sums) => string };

const date: Column = { title: 'Date', width: 48, cell: (line) => shortDay(line.date) };
const voucher: Column = { title: 'Voucher', width: 66, cell: (line) => line.voucher ?? '' };
const particulars: Column = {
  title: 'Particulars',
  cell: (line) => `${line.particulars}\n${line.attorney.name}`,
};
const minutes: Column = {
  title: 'Min.',
  width: 28,
  isRight: true,
  cell: (line) => (line.minutes === null ? '' : countText(line.minutes)),
};
const quantity: Column = {
  title: 'Qty',
  width: 28,
  isRight: true,
  cell: (line) => (line.quantity === null ? '' : countText(line.quantity)),
};

function statementColumns(head: Head, isAgent: boolean): readonly Column[] {
  const amounts = amountColumns(head).map(toColumn);
  if (head.for === 'taxation')
    return [
      { title: 'Item', width: 30, isRight: true, cell: ({ item }) => String(item) },
      date,
      particulars,
      minutes,
      voucher,
      ...amounts.slice(-1),
      { title: 'Taxed off', width: 56, isRight: true, cell: () => '' },
    ];
  if (isAgent) return [date, particulars, minutes, voucher, toColumn(amountColumn)];
  return [date, particulars, minutes, quantity, ...amounts];
}

function toColumn({ title, cents, sum }: AmountColumn): Column {
  return {
    title,
    width: title === 'VAT' ? 58 : 64,
    isRight: true,
    cell: (line) => formatRand(cents(line)),
    sum: (sums) => formatRand(sum(sums)),
  };
}

/** The sums by type and by rate of VAT, and the total. */
function sumBlocks(pen: Pen, head: Head, tally: Tally): Block[] {
  const amounts = amountColumns(head).map(toColumn);
  const table = createTable([
    { title: '' },
    ...amounts.map(({ cell: _, sum: __, ...rest }) => rest),
  ]);
  const cells = (name: string, sums: Sums) => [
    name,
    ...amounts.map(({ sum }) => sum?.(sums) ?? ''),
  ];
  const sections = namedSums(head, tally).flatMap(({ title, rows }) => {
    const before = tableHead(pen, table, { title, isWhole: true });
    return rows.map(([name, sums]) => tableRow(pen, table, { cells: cells(name, sums), before }));
  });
  const before = tableHead(pen, table, { title: '' });
  const all = cells('Total', allSums(tally));
  return [...sections, tableRow(pen, table, { cells: all, before, face: 'column' })];
}

/** The prices of calls, for each of the call fees that priced a line. */
function priceBlocks(pen: Pen, tables: readonly PriceTable[]): Block[] {
  const table: Table = createTable([
    { title: 'Length' },
    { title: 'Price', width: 90, isRight: true },
    { title: '', width: 180 },
  ]);
  return tables.flatMap((prices) => {
    const { title, names } = priceTableTexts(prices);
    const before = tableHead(pen, table, {
      title,
      row: tableRow(pen, table, { cells: [names] }),
      isWhole: true,
    });
    return feePriceRows(prices.rows).map(({ name, price }) =>
      tableRow(pen, table, { cells: [name, price], before }),
    );
  });
}

type Face = 'price' | 'column';
/** `width` in points; the column without one takes the rest. */
type TableColumn = { title: string; width?: number; isRight?: boolean };
type Place = Required<TableColumn> & { x: number };
type Table = readonly Place[];

const gap = 6;
const cellLineHeight = 9.6;
/** A text that a person can type in one line is whole; with line breaks it may have more lines. */
const maxCellLines = 45;
const ellipsisWidth = 12;

function createTable(columns: readonly TableColumn[]): Table {
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
function tableHead(
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

function tableRow(
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
    height: Math.max(...texts.map(({ length }) => length)) * cellLineHeight + 3,
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
function sumRow(
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
              y: y + line * cellLineHeight,
              align: isRight ? 'right' : 'left',
            },
          ],
    ),
  );
}
