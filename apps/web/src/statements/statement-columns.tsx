import type { PriceRow } from '@recoup/contract/call-fees/price-rows';
import { formatRand, toCents, toCentsTotal } from '@recoup/contract/core/money';
import type { Statement, StatementLine } from '@recoup/contract/statements/endpoints';
import { countOf, formatCount, formatDate, formatMinutes } from '../ui/lib/format.ts';
import type { Column } from '../ui/list/column.ts';
import { treatmentNames } from '../vat/vat-texts.ts';
import styles from './statements.module.css';

type LineColumn = Column<StatementLine>;

/** As the files have them: for a taxation with item and voucher numbers. */
export function lineColumns(statement: Statement, isAgent: boolean): readonly LineColumn[] {
  const isTaxed = statement.for === 'taxation';
  const hasVat = statement.vatRates !== undefined;
  return [
    ...(isTaxed ? [item] : []),
    date,
    particulars,
    ...(isTaxed || isAgent ? [voucher] : []),
    ...(isAgent ? [] : [length]),
    ...(hasVat && !isAgent ? vatColumns : []),
    hasVat && !isAgent ? { ...total, title: 'Incl. VAT' } : total,
    ...(isTaxed ? [taxedOff] : []),
  ];
}

const rand = (amount: number) => formatRand(toCents(amount));
const item: LineColumn = { key: 'item', title: 'Item', cell: (line) => formatCount(line.item) };
const date: LineColumn = {
  key: 'date',
  title: 'Date',
  noWrap: true,
  cell: (line) => formatDate(line.date),
};
const particulars: LineColumn = {
  key: 'particulars',
  title: 'Particulars',
  isTitle: true,
  cell: (line) => (
    <span>
      {line.particulars}
      <small className={styles.below}>
        {line.attorney.name}
        {line.vouchers > 0 && ` · ${countOf(line.vouchers, 'voucher', 'vouchers')}`}
      </small>
    </span>
  ),
};
const voucher: LineColumn = {
  key: 'voucher',
  title: 'Voucher',
  isOptional: true,
  cell: (line) => line.voucher,
};
const length: LineColumn = {
  key: 'length',
  title: 'Length',
  align: 'end',
  cell: ({ minutes, quantity }) => {
    if (minutes !== null) return formatMinutes(minutes);
    return quantity === null ? '–' : `${formatCount(quantity)} ×`;
  },
};
const vatColumns: readonly LineColumn[] = [
  { key: 'net', title: 'Excl. VAT', align: 'end', cell: ({ vat }) => rand(vat?.net ?? 0) },
  { key: 'vat', title: 'VAT', align: 'end', cell: ({ vat }) => rand(vat?.vat ?? 0) },
];
const total: LineColumn = {
  key: 'total',
  title: 'Amount',
  align: 'end',
  cell: ({ vat, amount }) => rand(vat?.gross ?? amount),
};
const taxedOff: LineColumn = {
  key: 'taxedOff',
  title: 'Taxed off',
  align: 'end',
  isOptional: true,
  cell: () => null,
};

type Subtotal = Statement['subtotals'][number];
type Sums = { net?: number | string; vat?: number | string };

const sumText = (amount: number | string | undefined) => formatRand(toCentsTotal(amount ?? 0));

export function subtotalColumns(hasVat: boolean): readonly Column<Subtotal>[] {
  return [
    {
      key: 'type',
      title: 'Type',
      isTitle: true,
      cell: ({ disbursementType, isAgent }) =>
        isAgent ? `${disbursementType.name} (paid as agent)` : disbursementType.name,
    },
    { key: 'count', title: 'Lines', align: 'end', cell: ({ count }) => formatCount(count) },
    ...(hasVat ? sumColumns<Subtotal>(({ vat }) => vat ?? {}) : []),
    {
      key: 'total',
      title: hasVat ? 'Incl. VAT' : 'Amount',
      align: 'end',
      cell: (sums) => sumText(sums.total),
    },
  ];
}

function sumColumns<Row>(sums: (row: Row) => Sums): readonly Column<Row>[] {
  return [
    { key: 'net', title: 'Excl. VAT', align: 'end', cell: (row) => sumText(sums(row).net) },
    { key: 'vat', title: 'VAT', align: 'end', cell: (row) => sumText(sums(row).vat) },
  ];
}

type Rate = NonNullable<Statement['vatRates']>[number];

export const rateColumns: readonly Column<Rate>[] = [
  {
    key: 'rate',
    title: 'Rate',
    isTitle: true,
    cell: ({ treatment, percent }) =>
      treatment === 'cost' ? `${treatmentNames.cost}, ${percent} %` : treatmentNames[treatment],
  },
  ...sumColumns<Rate>((rate) => rate),
  { key: 'gross', title: 'Incl. VAT', align: 'end', cell: ({ gross }) => sumText(gross) },
];

export const priceColumns: readonly Column<PriceRow>[] = [
  { key: 'length', title: 'Length', isTitle: true, cell: ({ name }) => name },
  { key: 'price', title: 'Price', align: 'end', cell: ({ price }) => price },
];
