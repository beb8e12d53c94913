import { beginningOfTime } from '@recoup/contract/call-fees/validity';
import { longDay } from '@recoup/contract/entries/rules';
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
  sortedRates,
  sortedSubtotals,
  totalCents,
} from './statement.ts';
import {
  agentTitle,
  costsTitle,
  emptySentence,
  headFacts,
  rateText,
  sectionTotal,
  statementTitle,
  subtotalText,
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
    ...(head.hasVat ? vatColumns : [amount]),
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
const amount: Column = {
  title: 'Amount',
  width: 15,
  isNumber: true,
  cell: ({ amountCents }) => rand(amountCents),
  sum: totalCents,
};
const vatColumns: readonly Column[] = [
  {
    ...amount,
    title: 'Excl. VAT',
    cell: ({ vat }) => rand(vat?.netCents ?? 0),
    sum: ({ netCents }) => netCents,
  },
  {
    ...amount,
    title: 'VAT',
    cell: ({ vat }) => rand(vat?.vatCents ?? 0),
    sum: ({ vatCents }) => vatCents,
  },
  { ...amount, title: 'Incl. VAT', cell: ({ vat }) => rand(vat?.grossCents ?? 0) },
];
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
  const byType = sortedSubtotals(tally).map((sums) =>
    sumRow(columns, { name: { text: subtotalText(sums) }, sums }),
  );
  const byRate = sortedRates(tally).map((sums) =>
    sumRow(columns, { name: { text: rateText(sums.treatment, sums.basisPoints) }, sums }),
  );
  return [
    ...(byType.length > 0 ? [[], titled('By type'), ...byType] : []),
    ...(head.hasVat && byRate.length > 0 ? [[], titled('VAT by rate'), ...byRate] : []),
    [],
    sumRow(columns, { name: bold('Total'), sums: allSums(tally), isTotal: true }),
  ];
}

function priceRows(
  { disbursementType, attorneys, validFrom, rows }: PriceTable,
  columns: readonly Column[],
): Row[] {
  const since = validFrom === beginningOfTime ? '' : `, from ${longDay(validFrom)}`;
  const names = attorneys.map(({ name }) => name).join(', ');
  return [
    [],
    [bold(`Prices: ${disbursementType.name}${since}`)],
    sheetRow(columns, { [particulars]: { text: names } }),
    ...feePriceRows(rows).map(({ name, price, cents }) =>
      sheetRow(columns, {
        [particulars]: { text: name },
        [attorney]: cents === null ? { text: price, isRight: true } : rand(cents),
      }),
    ),
  ];
}
