import { type CallFeeBand, priceCents } from '@recoup/contract/call-fees/rules';
import { formatRand } from '@recoup/contract/core/money';
import type { Figure } from '../../platform/pdf/figures.ts';
import {
  type AnnexureType,
  type Dated,
  bandRows,
  dayText,
  validityText,
} from './annexure-texts.ts';
import {
  type Block,
  contentWidth,
  drawLines,
  drawPrices,
  drawRight,
  drawRule,
  faint,
  type Pen,
  right,
  sheet,
} from '../../platform/pdf/sheet.ts';

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
const gap = 8;

type Fees = Dated<readonly CallFeeBand[]>;
type Calls = {
  title: AnnexureType['title'];
  fees: Fees;
  on: string;
  /** The price on a day without rows. */
  otherwise: (day: string) => string;
};

/** A type with call fees: its rows in words, the coming rows beside them, and the price list. */
export function callsBlock(pen: Pen, { title, fees, on, otherwise }: Calls): Block {
  const titleLines = pen.wrap(title, contentWidth - validityWidth, 'heading');
  const tables = feeTables(pen, { fees, on, otherwise });
  const lineCount = Math.max(
    ...tables.map(({ rows }) => rows.flatMap(({ lines }) => lines).length),
  );
  const hasList = fees.value.length > 0;
  const top = titleLines.length * titleLine + 5;
  const listTop = top + (lineCount + 1) * rowLine + 4;
  return {
    height: listTop + (hasList ? headLine + listRows * listLine : 0) + gap,
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
    : [now, table(`From ${dayText(next.validFrom)}`, next.validFrom, next.value)];
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
