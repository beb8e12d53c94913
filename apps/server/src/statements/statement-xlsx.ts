import { feePriceRows } from '@recoup/contract/call-fees/price-rows';
import { toRand, toRandTotal } from '@recoup/contract/core/money';
import { type Cell, type Row, workbook } from '../exports/files/workbook.service.ts';
import {
  type Head,
  type Line,
  type PriceTable,
  type Reading,
  type Sums,
  type Tally,
  allSums,
  amountColumns,
} from './statement.ts';
import {
  agentTitle,
  costsTitle,
  emptySentence,
  headFacts,
  namedSums,
  priceTableTexts,
  sectionTotal,
  statementTitle,
} from './statement-texts.ts';

/** `sum`: of a column of amounts. */
type Column = {
  title: string;
  width: number;
  isNumber?: boolean;
  cell: (line: Line) => Cell;
  sum?: (sums: Sums) => bigint;
};

const bold = (text: string): Cell => ({ text, isBold: true });
const boldRight = (text: string): Cell => ({ text, isBold: true, isRight: true });
const rand = (cents: number): Cell => ({ rand: toRand(cents) });

/** Streams the statement: a matter may have any number of lines. */
export function statementXlsx(head: Head, reading: Reading, createdAt: Date) {
  const columns = sheetColumns(head);
  const facts = { title: statementTitle(head), firmName: head.firm.name, createdAt };
  return workbook(facts, {
    name: 'Statement',
    widths: columns.map(({ width }) => width),
    rows: sheetRows(head, reading, columns),
  });
}

function sheetColumns(head: Head): Column[] {
  const isTaxed = head.for === 'taxation';
  return [
    ...(isTaxed ? [item] : []),
    { title: 'Date', width: 12, cell: ({ date }) => ({ day: date }) },
    { title: particulars, width: 56, cell: (line) => ({ text: line.particulars }) },
    { title: attorney, width: 24, cell: (line) => ({ text: line.attorney.name }) },
    { title: 'Voucher', width: 18, cell: ({ voucher }) => ({ text: voucher }) },
    { title: 'Minutes', width: 10, isNumber: true, cell: ({ minutes }) => ({ whole: minutes }) },
    { title: 'Quantity', width: 10, isNumber: true, cell: ({ quantity }) => ({ whole: quantity }) },
    ...amountColumns(head).map(({ title, cents, sum }) => ({
      title,
      width: 15,
      isNumber: true,
      sum,
      cell: (line: Line) => rand(cents(line)),
    })),
    ...(isTaxed ? [taxedOff] : []),
  ];
}

const particulars = 'Particulars';
const attorney = 'Attorney';
const item: Column = {
  title: 'Item',
  width: 8,
  cell: (line) => ({ whole: line.item, isLeft: true }),
};
const taxedOff: Column = { title: 'Taxed off', width: 15, isNumber: true, cell: () => null };

async function* sheetRows(
  head: Head,
  { lines, tally, priceTables }: Reading,
  columns: readonly Column[],
): AsyncGenerator<Row[]> {
  yield [
    [bold(head.firm.name)],
    [bold(statementTitle(head))],
    ...headFacts(head).map(([label, value]) =>
      sheetRow(columns, { first: bold(label), [particulars]: { text: value } }),
    ),
  ];
  let section: boolean | undefined;
  for await (const batch of lines) {
    const rows: Row[] = [];
    for (const line of batch) {
      if (line.isAgent !== section) {
        rows.push(...sectionSum(section, tally, columns));
        rows.push(...sectionHead(line.isAgent, columns));
      }
      section = line.isAgent;
      rows.push(columns.map(({ cell }) => cell(line)));
    }
    yield rows;
  }
  yield section === undefined
    ? [[], sheetRow(columns, { [particulars]: { text: emptySentence } })]
    : sectionSum(section, tally, columns);
  yield sumRows(head, tally, columns);
  yield (await priceTables()).flatMap((table) => priceRows(table, columns));
}

/** A row of cells by the titles of their columns; `first` is the first cell. */
function sheetRow(columns: readonly Column[], cells: Readonly<Record<string, Cell>>): Row {
  return columns.map(({ title }, index) => cells[index === 0 ? 'first' : title] ?? null);
}

function sectionHead(isAgent: boolean, columns: readonly Column[]): Row[] {
  const titles = columns.map(({ title, isNumber }) =>
    isNumber === true ? boldRight(title) : bold(title),
  );
  return [[], [bold(isAgent ? agentTitle : costsTitle)], titles];
}

/** Below a section. Costs come first, so all of them are added when another one begins. */
function sectionSum(
  isAgent: boolean | undefined,
  { agent, costs }: Tally,
  columns: readonly Column[],
): Row[] {
  if (isAgent === undefined) return [];
  const name = bold(sectionTotal(isAgent));
  // The total of the only section is that of the statement.
  if (agent.count === 0 || costs.count === 0) return [];
  return [sumRow(columns, { name, sums: isAgent ? agent : costs, isTotal: true })];
}

/** Sums below the amounts that they add. */
function sumRow(
  columns: readonly Column[],
  { name, sums, isTotal = false }: { name: Cell; sums: Sums; isTotal?: boolean },
): Row {
  return columns.map(({ title, sum }) => {
    if (title === particulars) return name;
    return sum === undefined ? null : { rand: toRandTotal(sum(sums)), isTotal };
  });
}

function sumRows(head: Head, tally: Tally, columns: readonly Column[]): Row[] {
  const titled = (heading: string): Row =>
    columns.map(({ title, sum }, index) => {
      if (index === 0) return bold(heading);
      return sum === undefined ? null : boldRight(title);
    });
  return [
    ...namedSums(head, tally).flatMap(({ title, rows }) => [
      [],
      titled(title),
      ...rows.map(([name, sums]) => sumRow(columns, { name: { text: name }, sums })),
    ]),
    [],
    sumRow(columns, { name: bold('Total'), sums: allSums(tally), isTotal: true }),
  ];
}

function priceRows(prices: PriceTable, columns: readonly Column[]): Row[] {
  const { title, names } = priceTableTexts(prices);
  return [
    [],
    [bold(title)],
    sheetRow(columns, { [particulars]: { text: names } }),
    ...feePriceRows(prices.rows).map(({ name, price, cents }) =>
      sheetRow(columns, {
        [particulars]: { text: name },
        [attorney]: cents === null ? { text: price, isRight: true } : rand(cents),
      }),
    ),
  ];
}
