import { longDay } from '@recoup/contract/entries/rules';
import type { PassThrough, Readable } from 'node:stream';
import {
  logoSource,
  layOutPages,
  type Pen,
  printableText,
  createSheetPdf,
  drawPages,
  letterheadBlock,
  type Block,
  contentWidth,
  drawLines,
  drawRight,
  drawRule,
  faint,
  right,
  sheet,
  drawPrices,
} from '../../platform/pdf/sheet.ts';
import { createPauses } from '../../platform/core/pauses.ts';
import {
  type Annexure,
  type AnnexureAttorney,
  type AnnexureType,
  asIncurred,
  unitPriceText,
  validityText,
  type Dated,
  bandRows,
} from './annexure-texts.ts';
import { type CallFeeBand, priceCents } from '@recoup/contract/call-fees/rules';
import { formatRand } from '@recoup/contract/core/money';
import type { Figure } from '../../platform/pdf/figures.ts';

/**
 * The annexures of the attorneys, each from a new page on. Each page is laid
 * out twice, once to count them, so that none stays in memory. `createdAt` is the time of drawing.
 */
export function annexurePdf({ firm, on, attorneys }: Annexure, createdAt: Date): Readable {
  const facts = { title: `Fee annexure ${on}`, author: firm.name, createdAt };
  return createSheetPdf(facts, async (pen, output) => {
    const head = { firm: printableText(pen, firm.name), logo: logoSource(firm.logo), on };
    const printable = attorneys.map((attorney) => printableAttorney(pen, attorney));
    await drawAll(pen, output, { head, attorneys: printable });
  });
}

type Job = { head: Letterhead; attorneys: readonly AnnexureAttorney[] };

async function drawAll(pen: Pen, output: PassThrough, { head, attorneys }: Job): Promise<void> {
  if (attorneys.length === 0) {
    const pages = layOutPages(blocksOfNone(pen, head));
    const foot = () => ({ texts: [head.firm], numbers: 'Page 1 of 1' });
    await drawPages(pen, output, { pages, foot });
  }
  const pause = createPauses();
  let total = 0;
  for (const attorney of attorneys) {
    total += layOutPages(annexureBlocks(pen, head, attorney)).length;
    await pause();
    if (output.destroyed) return;
  }
  let before = 0;
  for (const attorney of attorneys) {
    const pages = layOutPages(annexureBlocks(pen, head, attorney));
    const texts = [head.firm, attorney.name];
    const start = before;
    const foot = (_: unknown, number: number) => ({
      texts,
      numbers: `Page ${start + number} of ${total}`,
    });
    await drawPages(pen, output, { pages, foot });
    if (output.destroyed) return;
    before += pages.length;
  }
}

/** With names that the fonts can draw; the email stands for what a name lacks. */
function printableAttorney(pen: Pen, attorney: AnnexureAttorney): AnnexureAttorney {
  const { name, email, types } = attorney;
  return {
    ...attorney,
    name: printableText(pen, name, email),
    types: types.map((type) => ({ ...type, title: printableText(pen, type.title) })),
  };
}

/** Letterhead of all annexures of a firm; `logo` as pdfkit reads it. */
type Letterhead = { firm: string; logo: string | null; on: string };

const annexureTitle = 'Annexure: Fees for telephone calls and disbursements';
const nothingAgreed = 'No types of disbursement are assigned to this attorney, so no fees apply.';
const noAttorneys = 'This firm has no active attorneys.';
const lineHeight = 12;
const labelWidth = 62;
const validityX = sheet.margin + 158;
const gap = 12;

/** The parts of one attorney's annexure from top to bottom; the last two stay together. */
function annexureBlocks(pen: Pen, head: Letterhead, { name, types }: AnnexureAttorney): Block[] {
  const top = [letterheadBlock(pen, head), subjectBlock(pen, head, name)];
  if (types.length === 0) return [...top, notesBlock(pen, [nothingAgreed])];
  const calls = types.flatMap((type) => callFeeBlocks(pen, type, head.on));
  const others = types.filter(({ callFees }) => !isPricedByLength(callFees));
  const heading = headingBlock(pen, calls.length > 0 ? 'Other disbursements' : 'Disbursements');
  const rows = others.map((type) => rowBlock(pen, { type, on: head.on, heading }));
  const end = stacked([
    notesBlock(pen, notesOn({ hasCalls: calls.length > 0, others })),
    signaturesBlock(pen, name),
  ]);
  return [...top, ...calls, ...rows, end];
}

/** The page of a firm without active attorneys. */
function blocksOfNone(pen: Pen, head: Letterhead): Block[] {
  return [letterheadBlock(pen, head), notesBlock(pen, [noAttorneys])];
}

function callFeeBlocks(pen: Pen, { title: type, callFees, unitPrice }: AnnexureType, on: string) {
  if (!isPricedByLength(callFees)) return [];
  const otherwise = (day: string) => unitPriceText(priceOn(unitPrice, day));
  return [callsBlock(pen, { title: type, fees: callFees, on, otherwise })];
}

/** Among the price of the day and the next one. */
function priceOn(unitPrice: AnnexureType['unitPrice'], day: string): number | null {
  const next = unitPrice?.next;
  return (next && next.validFrom <= day ? next.value : unitPrice?.value) ?? null;
}

function isPricedByLength(fees: AnnexureType['callFees']): fees is NonNullable<typeof fees> {
  return fees !== null && (fees.value.length > 0 || (fees.next?.value.length ?? 0) > 0);
}

function notesOn(of: { hasCalls: boolean; others: readonly AnnexureType[] }): string[] {
  const isIncurred = of.others.some(({ unitPrice }) => (unitPrice?.value ?? null) === null);
  return [
    ...(of.hasCalls
      ? ['The price depends on the length in minutes. A part of a minute counts as a minute.']
      : []),
    ...(isIncurred ? [`Disbursements “${asIncurred}” are charged at the amount incurred.`] : []),
  ];
}

function subjectBlock(pen: Pen, { on }: Letterhead, name: string): Block {
  const names = pen.wrap(name, contentWidth - labelWidth, 'strong');
  const top = 22;
  const below = top + names.length * lineHeight;
  return {
    height: below + lineHeight + 12,
    draw: (y) => {
      const { margin: x } = sheet;
      drawLines(pen, { lines: [annexureTitle], face: 'title', x, y });
      const labels = { face: 'text', x, colour: faint } as const;
      drawLines(pen, { ...labels, lines: ['Attorney'], y: y + top });
      drawLines(pen, { ...labels, lines: ['Fees on'], y: y + below });
      const values = { face: 'strong', x: x + labelWidth } as const;
      drawLines(pen, { ...values, lines: names, y: y + top });
      drawLines(pen, { ...values, lines: [longDay(on)], y: y + below });
    },
  };
}

function headingBlock(pen: Pen, heading: string): Block {
  return {
    height: 20,
    draw: (y) => {
      drawLines(pen, { lines: [heading], face: 'heading', x: sheet.margin, y });
      drawRule(pen, { y: y + 15 });
    },
  };
}

/** A type that is not priced by length. */
function rowBlock(
  pen: Pen,
  { type, on, heading }: { type: AnnexureType; on: string; heading: Block },
): Block {
  const names = pen.wrap(type.title, validityX - sheet.margin - gap, 'text');
  const prices = datedPrices(type.unitPrice, on);
  return {
    height: Math.max(names.length, prices.length) * lineHeight + 2,
    before: heading,
    draw: (y) => {
      drawLines(pen, { lines: names, face: 'text', x: sheet.margin, y });
      for (const [index, { validity, price }] of prices.entries()) {
        const line = { face: 'text', y: y + index * lineHeight } as const;
        drawLines(pen, { ...line, lines: [validity], x: validityX, colour: faint });
        drawRight(pen, { ...line, text: price, x: right });
      }
    },
  };
}

function datedPrices(unitPrice: AnnexureType['unitPrice'], on: string) {
  if (unitPrice === null) return [{ validity: '', price: asIncurred }];
  const { value, next } = unitPrice;
  const now = {
    validity: value === null ? '' : validityText(unitPrice, on),
    price: unitPriceText(value),
  };
  if (next === null) return [now];
  return [now, { validity: `From ${longDay(next.validFrom)}`, price: unitPriceText(next.value) }];
}

function notesBlock(pen: Pen, notes: readonly string[]): Block {
  const lines = notes.flatMap((note) => pen.wrap(note, contentWidth, 'text'));
  return {
    height: lines.length * lineHeight + gap,
    draw: (y) => drawLines(pen, { lines, face: 'text', x: sheet.margin, y: y + 6 }),
  };
}

function stacked(blocks: readonly Block[]): Block {
  return {
    height: blocks.reduce((sum, { height }) => sum + height, 0),
    draw: (top) => {
      let y = top;
      for (const block of blocks) {
        block.draw(y);
        y += block.height;
      }
    },
  };
}

const columnWidth = (contentWidth - 30) / 2;
const signatureLabelWidth = 52;
const lineWidth = columnWidth - signatureLabelWidth;
const lineGap = 21;
const signatureLabels = ['Name', 'Place', 'Date', 'Signature'] as const;

/** Lines for client and attorney, whose name stands there already. */
function signaturesBlock(pen: Pen, attorney: string): Block {
  const names = pen.wrap(attorney, lineWidth, 'text');
  const top = 22 + names.length * lineHeight;
  return {
    height: top + signatureLabels.length * lineGap,
    draw: (y) => {
      const columns = [
        { title: 'Client', lines: [] },
        { title: 'Attorney', lines: names },
      ];
      for (const [index, column] of columns.entries()) {
        const x = sheet.margin + index * (columnWidth + 30);
        drawLines(pen, { lines: [column.title], face: 'heading', x, y: y + 6 });
        for (const [row, label] of signatureLabels.entries())
          drawLabel(pen, { label, x, y: y + top + row * lineGap });
        const first = y + top - (column.lines.length - 1) * lineHeight;
        drawLines(pen, { lines: column.lines, face: 'text', x: x + signatureLabelWidth, y: first });
      }
    },
  };
}

function drawLabel(pen: Pen, { label, x, y }: { label: string; x: number; y: number }): void {
  drawLines(pen, { lines: [label], face: 'text', x, y, colour: faint });
  drawRule(pen, { x: x + signatureLabelWidth, y: y + lineHeight, width: lineWidth });
}

/** The price list. */
const longest = 60;
const listColumns = 5;
const listRows = longest / listColumns;
const listColumnWidth = contentWidth / listColumns;
const listLine = 8.9;
const minutesEnd = 19;
/** Points per character of a listed price. The widest one leaves a gap before the next minutes. */
const characterWidth = 4.4;
const widestPrice = 74;

const titleLine = 13;
const rowLine = 10.8;
const headLine = 13;
const tableWidth = 236;
const validityWidth = 220;
const chartGap = 8;

type Fees = Dated<readonly CallFeeBand[]>;
type Calls = {
  title: AnnexureType['title'];
  fees: Fees;
  on: string;
  /** The price on a day without rows. */
  otherwise: (day: string) => string;
};

/** A type with call fees: its rows in words, the coming rows beside them, and the price list. */
function callsBlock(pen: Pen, { title, fees, on, otherwise }: Calls): Block {
  const titleLines = pen.wrap(title, contentWidth - validityWidth, 'heading');
  const tables = feeTables(pen, { fees, on, otherwise });
  const lineCount = Math.max(
    ...tables.map(({ rows }) => rows.flatMap(({ lines }) => lines).length),
  );
  const hasList = fees.value.length > 0;
  const top = titleLines.length * titleLine + 5;
  const listTop = top + (lineCount + 1) * rowLine + 4;
  return {
    height: listTop + (hasList ? headLine + listRows * listLine : 0) + chartGap,
    draw: (y) => {
      const lines = { lines: titleLines, face: 'heading', x: sheet.margin, y } as const;
      drawLines(pen, { ...lines, lineHeight: titleLine });
      const validity = { text: validityText(fees, on), face: 'text', x: right } as const;
      drawRight(pen, { ...validity, y: y + 1, colour: faint });
      drawRule(pen, { y: y + top - 3 });
      for (const [index, table] of tables.entries())
        drawTable(pen, table, { x: index === 0 ? sheet.margin : right - tableWidth, y: y + top });
      if (hasList) drawPriceList(pen, fees.value, y + listTop);
    },
  };
}

type Table = { heading: string; rows: { lines: string[]; price: string }[] };

function feeTables(pen: Pen, { fees: { value, next }, on, otherwise }: Omit<Calls, 'title'>) {
  const table = (heading: string, day: string, bands: readonly CallFeeBand[]): Table => ({
    heading,
    rows: bandRows(bands, otherwise(day)).map(({ length, price }) => ({
      lines: pen.wrap(length, tableWidth - 4.7 * price.length - 6, 'text'),
      price,
    })),
  });
  const now = table('Length', on, value);
  return next === null
    ? [now]
    : [now, table(`From ${longDay(next.validFrom)}`, next.validFrom, next.value)];
}

function drawTable(pen: Pen, { heading, rows }: Table, { x, y }: { x: number; y: number }): void {
  const head = { face: 'column', y, colour: faint } as const;
  drawLines(pen, { ...head, lines: [heading], x });
  drawRight(pen, { ...head, text: 'Price', x: x + tableWidth });
  let top = y + rowLine;
  for (const { lines, price } of rows) {
    drawLines(pen, { lines, face: 'text', x, y: top, lineHeight: rowLine });
    drawPrices(pen, 'text', [{ text: price, x: x + tableWidth, y: top, align: 'right' }]);
    top += lines.length * rowLine;
  }
}

/** Minutes and prices, column by column. */
function drawPriceList(pen: Pen, bands: readonly CallFeeBand[], y: number): void {
  const prices = Array.from({ length: longest }, (_, index) =>
    formatRand(priceCents(bands, index + 1)),
  );
  const length = Math.max(...prices.map((price) => price.length));
  const priceEnd = minutesEnd + 6 + Math.min(length * characterWidth, widestPrice);
  for (let column = 0; column < listColumns; column += 1) {
    const x = sheet.margin + column * listColumnWidth;
    const head = { face: 'column', y: y + 1, colour: faint } as const;
    drawRight(pen, { ...head, text: 'Min.', x: x + minutesEnd });
    drawRight(pen, { ...head, text: 'Price', x: x + priceEnd });
  }
  const figures = prices.flatMap((price, index): Figure[] => {
    const x = sheet.margin + Math.floor(index / listRows) * listColumnWidth;
    const top = y + headLine + (index % listRows) * listLine;
    return [
      { text: String(index + 1), x: x + minutesEnd, y: top, align: 'right' },
      { text: price, x: x + priceEnd, y: top, align: 'right' },
    ];
  });
  drawPrices(pen, 'price', figures);
}
