import type { AmountField } from '@recoup/contract/posting/rules';
import { type AnyColumn, hasField } from './fields.ts';
import type { PostingLine } from './posting-line.ts';

type Amount = (line: PostingLine) => { cents: number; vatCents: number | null };

/**
 * The amount that a line adds to the control total, and the VAT in it, as the columns of the layout
 * show them. That is its gross amount where a column has it, or where net and VAT stand side by
 * side. A layout without amounts posts none; its total says which lines it lists.
 */
export function chooseControlAmount(columns: readonly AnyColumn[]): Amount {
  const has = (...fields: AmountField[]) => fields.some((field) => hasField(columns, field));
  if (has('gross', 'debit', 'credit', 'legAmount')) return gross;
  if (has('net')) return has('vat', 'legVat') ? gross : net;
  if (has('amount')) return amount;
  return has('vat', 'legVat') ? vatAlone : gross;
}

export function grossAmount({ vat, amountCents }: PostingLine): number {
  return vat?.grossCents ?? amountCents;
}

const gross: Amount = (line) => ({
  cents: grossAmount(line),
  vatCents: line.vat?.vatCents ?? null,
});
const net: Amount = ({ vat, amountCents }) => ({
  cents: vat?.netCents ?? amountCents,
  vatCents: null,
});
/** As recorded; with VAT where the prices of the firm included it. */
const amount: Amount = ({ vat, amountCents }) => ({
  cents: amountCents,
  vatCents: vat?.grossCents === amountCents ? vat.vatCents : null,
});
const vatAlone: Amount = ({ vat }) => ({
  cents: vat?.vatCents ?? 0,
  vatCents: vat?.vatCents ?? null,
});
