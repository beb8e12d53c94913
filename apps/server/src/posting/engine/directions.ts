import type { LayoutForm } from '@recoup/contract/posting/layouts';
import type { AmountField } from '@recoup/contract/posting/rules';
import { type AnyColumn, hasField } from './fields.ts';
import type { PostingRecord } from './posting-line.ts';

type Layout = Pick<LayoutForm, 'records'> & { columns: readonly AnyColumn[] };

/** Finds an amount that the file would show as its opposite, or not at all. */
export type FindLoss = (record: PostingRecord, cents: number | bigint) => string | undefined;

/** Undefined for a column that loses no amount. */
export function createLossFinder(column: AnyColumn, layout: Layout): FindLoss | undefined {
  if (losesSign(column, layout))
    return (_, cents) => (cents < 0 ? 'A negative amount would lose its sign.' : undefined);
  const side = findOnlySide(layout);
  if (side === null || !('field' in column) || column.field !== side) return undefined;
  const isLost = (gross: number) =>
    side === 'credit' && layout.records === 1 ? gross > 0 : gross < 0;
  const other = side === 'debit' ? 'credit' : 'debit';
  return ({ gross }) => (isLost(gross) ? `The layout has no ${other} for its amount.` : undefined);
}

/** Neither sides that swap nor columns of debits and credits say which way an amount goes. */
function losesSign(column: AnyColumn, { records, columns }: Layout): boolean {
  if (column.sign !== 'none') return false;
  if (hasField(columns, 'debit') && hasField(columns, 'credit')) return false;
  const isLeg = 'field' in column && (column.field === 'legAmount' || column.field === 'legVat');
  // The two records of an entry have the same sides, but opposite amounts.
  if (isLeg && records === 2) return true;
  return !sides.some(([debit, credit]) => hasField(columns, debit) && hasField(columns, credit));
}

const sides = [
  ['debitSide', 'creditSide'],
  ['debitMatter', 'creditMatter'],
  ['debitAccount', 'creditAccount'],
] as const;

/** The side of a layout that shows only debits or only credits, and no amount of both. */
function findOnlySide({ columns }: Layout): 'debit' | 'credit' | null {
  const has = (field: AmountField) => hasField(columns, field);
  if (has('debit') === has('credit') || amountsOfBoth.some((field) => has(field))) return null;
  return has('debit') ? 'debit' : 'credit';
}

const amountsOfBoth = ['gross', 'legAmount', 'amount', 'net'] as const;
