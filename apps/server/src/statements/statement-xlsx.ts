import { longDay } from '@recoup/contract/entries/rules';
import { beginningOfTime } from '@recoup/contract/call-fees/endpoints';
import { feePriceRows } from '@recoup/contract/call-fees/price-rows';
import { toRand, toRandTotal } from '@recoup/contract/core/money';
import { type Cell, type Row, workbook } from '../exports/files/workbook.service.ts';
import type { Head, Line, PriceTable, Reading, Sums } from './statement.ts';
import {
  agentTitle,
  costsTitle,
  emptySentence,
  headFacts,
  rateText,
  statementTitle,
} from './statement-words.ts';
import { allSums, ratesOf, subtotalsOf, totalCents } from './tally.ts';

type Column = { title: string; width: number; cell: (line: Line) => Cell };

const bold = (text: string): Cell => ({ text, isBold: true });
const rand = (cents: number): Cell => ({ rand: toRand(cents) });
const total = (cents: bigint): Cell => ({ rand: toRandTotal(cents), isTotal: true });

/** Streams the statement: a matter may have any number of lines. */
export function statementXlsx(head: Head, reading: Reading, createdAt: Date) {
  const columns = columnsOf(head);
  const facts = { title: statementTitle(head), firmName: head.firm.name, createdAt };
  return workbook(facts, {
    name: 'Statement',
    widths: columns.map(({ width }) => width),
    rows: rowsOf(head, reading, columns),
  });
}

function columnsOf(head: Head): Column[] {
  const amounts: Column[] = head.hasVat
    ? [
        { title: 'Excl. VAT', width: 15, cell: ({ vat }) => rand(vat?.netCents ?? 0) },
        { title: 'VAT', width: 14, cell: ({ vat }) => rand(vat?.vatCents ?? 0) },
        { title: 'Incl. VAT', width: 15, cell: ({ vat }) => rand(vat?.grossCents ?? 0) },
      ]
    : [{ title: 'Amount', width: 15, cell: ({ amountCents }) => rand(amountCents) }];
  const isTaxed = head.for === 'taxation';
  return [
    ...(isTaxed ? [{ title: 'Item', width: 32, cell: ({ item }: Line) => ({ whole: item }) }] : []),
    { title: 'Date', width: isTaxed ? 15 : 32, cell: ({ date }) => ({ day: date }) },
    {
      title: 'Particulars',
      width: 56,
      cell: (line) => ({ text: line.particulars, isWrapped: true }),
    },
    { title: 'Attorney', width: 24, cell: ({ attorney }) => ({ text: attorney.name }) },
    { title: 'Minutes', width: 10, cell: ({ minutes }) => ({ whole: minutes }) },
    { title: 'Quantity', width: 10, cell: ({ quantity }) => ({ whole: quantity }) },
    { title: 'Voucher', width: 18, cell: ({ voucher }) => ({ text: voucher }) },
    ...amounts,
    ...(isTaxed ? [{ title: 'Taxed off', width: 15, cell: () => null }] : []),
  ];
}

const numbers = new Set(['Item', 'Minutes', 'Quantity', 'Excl. VAT', 'VAT', 'Incl. VAT', 'Amount']);

async function* rowsOf(
  head: Head,
  reading: Reading,
  columns: readonly Column[],
): AsyncGenerator<Row[]> {
  yield [
    [bold(head.firm.name)],
    [bold(statementTitle(head))],
    ...headFacts(head).map(([label, value]): Row => [bold(label), { text: value }]),
  ];
  let section: boolean | undefined;
  for await (const lines of reading.lines) {
    const rows: Row[] = [];
    for (const line of lines) {
      if (line.isAgent !== section) rows.push(...sectionHead(line.isAgent, columns));
      section = line.isAgent;
      rows.push(columns.map(({ cell }) => cell(line)));
    }
    yield rows;
  }
  if (section === undefined) yield [[], [{ text: emptySentence }]];
  yield sumRows(head, reading);
  yield (await reading.priceTables()).flatMap(priceRows);
}

function sectionHead(isAgent: boolean, columns: readonly Column[]): Row[] {
  const titles = columns.map(
    ({ title: text }): Cell =>
      numbers.has(text) ? { text, isRight: true } : { text, isBold: true },
  );
  return [[], [bold(isAgent ? agentTitle : costsTitle)], titles];
}

/** The sums stand at the left, so that a sum over a column of amounts is right. */
function sumRows(head: Head, { tally }: Reading): Row[] {
  const cells = (sums: Sums): Cell[] =>
    head.hasVat
      ? [total(sums.netCents), total(sums.vatCents), total(totalCents(sums))]
      : [total(totalCents(sums))];
  const titles = head.hasVat ? ['Excl. VAT', 'VAT', 'Incl. VAT'].map(bold) : [bold('Amount')];
  const rates = head.hasVat
    ? [
        [],
        [bold('VAT by rate'), ...titles],
        ...ratesOf(tally).map(
          (sums): Row => [{ text: rateText(sums.treatment, sums.basisPoints) }, ...cells(sums)],
        ),
      ]
    : [];
  const all = allSums(tally);
  return [
    [],
    [bold('By type'), ...titles],
    ...subtotalsOf(tally).map(
      (sums): Row => [
        { text: sums.disbursementType.name },
        ...cells(sums),
        { text: sums.isAgent ? agentTitle : null },
      ],
    ),
    ...rates,
    [],
    ...(tally.agent.count > 0
      ? [
          [bold(costsTitle), ...cells(tally.costs)],
          [bold(agentTitle), ...cells(tally.agent)],
        ]
      : []),
    [bold('Total'), ...cells(all)],
  ];
}

function priceRows({ disbursementType, attorneys, validFrom, rows }: PriceTable): Row[] {
  const since = validFrom === beginningOfTime ? '' : `, from ${longDay(validFrom)}`;
  const names = attorneys.map(({ name }) => name).join(', ');
  return [
    [],
    [bold(`Prices: ${disbursementType.name}${since}`), { text: names }],
    ...feePriceRows(rows).map(
      ({ name, price, cents }): Row => [
        { text: name },
        cents === null ? { text: price } : rand(cents),
      ],
    ),
  ];
}
