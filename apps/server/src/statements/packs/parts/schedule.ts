import type { Readable } from 'node:stream';
import { longDay, shortDay } from '@recoup/contract/entries/rules';
import { formatRand, toRand, toRandTotal } from '@recoup/contract/core/money';
import { type ScheduleColumn, scheduleColumns } from '@recoup/contract/statements/pack-rules';
import { type Cell, type Row, workbook } from '../../../exports/files/workbook.service.ts';
import {
  createTaggedPdf,
  drawFlow,
  type FlowBlock,
  headBlock,
  landscape,
  type Shape,
  type TaggedPen,
  textBlock,
} from '../../../platform/pdf/tagged-pages.ts';
import { tableBlocks, type TaggedRow } from '../../../platform/pdf/tagged-table.ts';
import { printableText } from '../../../platform/pdf/sheet.ts';
import { packDate, type PackFacts, type PackItem, type PackSums, packSums } from '../pack.ts';

const scheduleTitle = 'Schedule of costs for taxation';

/** A PDF of a pack: its head, and what `blocks` makes. */
export function packPdf(
  facts: PackFacts,
  of: { title: string; shape: Shape; outline: string },
  blocks: (pen: TaggedPen) => readonly FlowBlock[],
): Readable {
  const about = {
    title: `${of.title}: ${facts.matter.number}`,
    author: facts.firm.name,
    createdAt: packDate(facts),
    shape: of.shape,
  };
  return createTaggedPdf(about, async (pen) => {
    const { logo, name } = facts.firm;
    const head = headBlock(pen, {
      firm: name,
      logo: logo === null ? null : Buffer.from(logo, 'base64'),
      title: of.title,
      facts: packFactLines(facts),
    });
    const foot = printableText(pen, `${name} · ${of.title} · ${facts.matter.number}`);
    await drawFlow(pen, { blocks: [head, ...blocks(pen)], foot });
    // The first of the outline; pdfkit would name the last page.
    const first: object = { pageNumber: 0 };
    pen.document.outline.addItem(of.outline, first);
  });
}

/** The matter and the days, as each part names them. */
function packFactLines({ matter, from, to, firm }: PackFacts): [string, string][] {
  return [
    ['Matter', `${matter.number}   ${matter.name}`],
    ...(matter.client === null ? [] : [['Client', matter.client] satisfies [string, string]]),
    ['Period', periodText({ from, to })],
    ...(firm.vatNumber === null ? [] : [['VAT number', firm.vatNumber] satisfies [string, string]]),
  ];
}

function periodText({ from, to }: Pick<PackFacts, 'from' | 'to'>): string {
  if (from === null && to === null) return 'Everything that is locked';
  if (from === null) return `Up to ${longDay(to ?? '')}`;
  return to === null ? `From ${longDay(from)}` : `${longDay(from)} to ${longDay(to)}`;
}

const widths: Readonly<Partial<Record<ScheduleColumn, number>>> = {
  item: 24,
  date: 54,
  who: 80,
  time: 34,
  fee: 60,
  disbursement: 70,
  vat: 52,
  voucher: 76,
  taxedOff: 56,
};
const amounts: ReadonlySet<ScheduleColumn> = new Set(['fee', 'disbursement', 'vat', 'taxedOff']);
const rights: ReadonlySet<ScheduleColumn> = new Set([...amounts, 'item', 'time']);

export function schedulePdf(facts: PackFacts): Readable {
  const of = { title: scheduleTitle, shape: landscape, outline: scheduleTitle };
  return packPdf(facts, of, (pen) => {
    const { titles } = facts.settings;
    const columns = scheduleColumns.map((key) => ({
      title: titles[key],
      isRight: rights.has(key),
      ...(widths[key] !== undefined && { width: widths[key] }),
    }));
    const items = new Map<TaggedRow, PackItem>();
    const rows = facts.items.map((item): TaggedRow => {
      const row = { cells: scheduleColumns.map((key) => cellTexts[key](item)) };
      items.set(row, item);
      return row;
    });
    const pageTotals = (drawn: readonly TaggedRow[]): string[] => {
      const sums = packSums(drawn.flatMap((row) => items.get(row) ?? []));
      return scheduleColumns.map((key) => totalText(sums, key, 'Page total'));
    };
    return [
      ...tableBlocks(pen, { columns, rows, pageTotals }),
      ...synopsisBlocks(pen, facts),
      ...leftOutBlocks(pen, facts),
    ];
  });
}

const cellTexts: Readonly<Record<ScheduleColumn, (item: PackItem) => string>> = {
  item: ({ n }) => String(n),
  date: ({ date }) => shortDay(date),
  particulars: ({ particulars }) => particulars,
  who: ({ who }) => who,
  time: ({ minutes }) => (minutes === null ? '' : String(minutes)),
  fee: ({ isCall, grossCents }) => (isCall ? formatRand(grossCents) : ''),
  disbursement: ({ isCall, grossCents }) => (isCall ? '' : formatRand(grossCents)),
  vat: ({ vatCents }) => (vatCents === 0 ? '' : formatRand(vatCents)),
  voucher: voucherText,
  taxedOff: () => '',
};

function voucherText({ vouchers, voucherNumber }: PackItem): string {
  return [vouchers.join(', '), voucherNumber ?? ''].filter((text) => text !== '').join('\n');
}

function totalText(sums: PackSums, key: ScheduleColumn, name: string): string {
  if (key === 'particulars') return name;
  if (key === 'fee') return formatRand(sums.fees);
  if (key === 'disbursement') return formatRand(sums.disbursements);
  return key === 'vat' ? formatRand(sums.vat) : '';
}

/** The sums of the schedule, by which a taxing master taxes. */
export function synopsis(facts: PackFacts): [name: string, items: number, cents: bigint][] {
  const sums = packSums(facts.items);
  return [
    ['Fees: calls', sums.calls, sums.fees],
    ['Disbursements', sums.others, sums.disbursements],
    ['Total', sums.calls + sums.others, sums.total],
  ];
}

const vatNote = 'Amounts are with VAT. VAT in them:';

function synopsisBlocks(pen: TaggedPen, facts: PackFacts): FlowBlock[] {
  const columns = [
    { title: 'Costs' },
    { title: 'Items', width: 50, isRight: true },
    { title: 'Amount', width: 90, isRight: true },
    { title: facts.settings.titles.taxedOff, width: 90, isRight: true },
  ];
  const rows = synopsis(facts).map(([name, items, cents]) => ({
    cells: [name, String(items), formatRand(cents), ''],
    isBold: name === 'Total',
  }));
  const { vat } = packSums(facts.items);
  return [
    textBlock(pen, { text: 'Synopsis', isHeading: true }),
    ...tableBlocks(pen, { columns, rows }),
    ...(vat === 0n ? [] : [textBlock(pen, { text: `${vatNote} ${formatRand(vat)}.` })]),
  ];
}

const reasons = {
  reversed: 'taken back by a reversal, or a reversal itself',
  credited: 'cancelled by a credit note, or a line of one',
} as const;

/** A note on lines that charge nothing together. */
export function leftOutNote({ leftOut }: PackFacts): string | undefined {
  if (leftOut.length === 0) return undefined;
  const sum = leftOut.reduce((total, { grossCents }) => total + BigInt(grossCents), 0n);
  const lines = leftOut.length === 1 ? '1 line is' : `${leftOut.length} lines are`;
  return `${lines} left out, together ${formatRand(sum)}: what was charged and then taken back.`;
}

function leftOutBlocks(pen: TaggedPen, facts: PackFacts): FlowBlock[] {
  const note = leftOutNote(facts);
  if (note === undefined) return [];
  const columns = [
    { title: 'Date', width: 54 },
    { title: 'Particulars' },
    { title: 'Why', width: 220 },
    { title: 'Amount', width: 80, isRight: true },
  ];
  const rows = facts.leftOut.map(({ date, particulars, why, grossCents }) => ({
    cells: [shortDay(date), particulars, reasons[why], formatRand(grossCents)],
  }));
  return [
    textBlock(pen, { text: 'Left out', isHeading: true }),
    textBlock(pen, { text: note }),
    ...tableBlocks(pen, { columns, rows }),
  ];
}

const sheetWidths: Readonly<Record<ScheduleColumn, number>> = {
  item: 8,
  date: 12,
  particulars: 56,
  who: 24,
  time: 10,
  fee: 14,
  disbursement: 14,
  vat: 12,
  voucher: 18,
  taxedOff: 14,
};

export function scheduleXlsx(facts: PackFacts): AsyncGenerator<Buffer> {
  const about = {
    title: scheduleTitle,
    firmName: facts.firm.name,
    createdAt: packDate(facts),
  };
  const sheetWidth = scheduleColumns.map((key) => sheetWidths[key]);
  return workbook(about, { name: 'Schedule', widths: sheetWidth, rows: sheetRows(facts) });
}

const bold = (text: string): Cell => ({ text, isBold: true });

function* sheetRows(facts: PackFacts): Generator<Row[]> {
  const { titles } = facts.settings;
  yield [
    [bold(facts.firm.name)],
    [bold(scheduleTitle)],
    ...packFactLines(facts).map(([label, value]): Row => [bold(label), null, { text: value }]),
    [],
    scheduleColumns.map(
      (key): Cell => ({ text: titles[key], isBold: true, isRight: amounts.has(key) }),
    ),
  ];
  for (const item of facts.items) yield [scheduleColumns.map((key) => sheetCell(item, key))];
  const sums = packSums(facts.items);
  yield [
    scheduleColumns.map((key) => sumCell(sums, key)),
    [],
    [bold('Synopsis')],
    ...synopsis(facts).map(
      ([name, items, cents]): Row => [
        null,
        null,
        { text: name },
        { whole: items },
        null,
        { rand: toRandTotal(cents) },
      ],
    ),
    ...noteRows(facts),
  ];
}

function noteRows(facts: PackFacts): Row[] {
  const note = leftOutNote(facts);
  return note === undefined ? [] : [[], [null, null, { text: note }]];
}

/** Numbers and days are those of a spreadsheet; the other columns are texts. */
const sheetCells: Readonly<Partial<Record<ScheduleColumn, (item: PackItem) => Cell>>> = {
  item: ({ n }) => ({ whole: n, isLeft: true }),
  date: ({ date }) => ({ day: date }),
  time: ({ minutes }) => ({ whole: minutes }),
  fee: ({ isCall, grossCents }) => (isCall ? { rand: toRand(grossCents) } : null),
  disbursement: ({ isCall, grossCents }) => (isCall ? null : { rand: toRand(grossCents) }),
  vat: ({ vatCents }) => (vatCents === 0 ? null : { rand: toRand(vatCents) }),
};

function sheetCell(item: PackItem, key: ScheduleColumn): Cell {
  return sheetCells[key]?.(item) ?? (key in sheetCells ? null : { text: cellTexts[key](item) });
}

function sumCell(sums: PackSums, key: ScheduleColumn): Cell {
  if (key === 'particulars') return bold('Total');
  if (key === 'fee') return { rand: toRandTotal(sums.fees), isTotal: true };
  if (key === 'disbursement') return { rand: toRandTotal(sums.disbursements), isTotal: true };
  return key === 'vat' ? { rand: toRandTotal(sums.vat), isTotal: true } : null;
}
