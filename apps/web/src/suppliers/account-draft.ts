import { formatRand, toCents, toRand } from '@recoup/contract/core/money';
import {
  accountLimits,
  type NewSupplierAccount,
  type SupplierAccount,
} from '@recoup/contract/suppliers/account-endpoints';
import { splitCents } from '@recoup/contract/suppliers/split';
import { isPages, pageNumbers } from '@recoup/contract/suppliers/voucher-pages';
import { hasUnclearComma, unclearComma, withDecimalPoint } from '../ui/lib/amounts.ts';

/** A line as it is typed. */
export type DraftLine = {
  key: number;
  matter: string;
  type: string;
  amount: string;
  weight: string;
  narration: string;
  attorney: string;
  /** Pages of the account's file. */
  pages: string;
};

export const splitNames = ['none', 'equal', 'weights'] as const;
type Split = (typeof splitNames)[number];

export type Draft = {
  supplier: string;
  number: string;
  date: string;
  total: string;
  /** Amounts are typed without a minus, and taken back. */
  isCredit: boolean;
  credits: string | undefined;
  split: Split;
  lines: readonly DraftLine[];
};

let lastKey = 0;

/** An empty line; the next one of an account has the type of the last. */
export function newLine(given: Partial<DraftLine> = {}): DraftLine {
  lastKey += 1;
  const blank = { matter: '', type: '', amount: '', narration: '', attorney: '', pages: '' };
  return { ...blank, weight: '1', ...given, key: lastKey };
}

export function emptyDraft(): Draft {
  return {
    supplier: '',
    number: '',
    date: '',
    total: '',
    isCredit: false,
    credits: undefined,
    split: 'none',
    lines: [newLine()],
  };
}

/** The credit note of a whole account; its lines can be taken out. */
export function creditDraft(account: SupplierAccount): Draft {
  return {
    ...emptyDraft(),
    supplier: account.supplier._id,
    total: amountText(toCents(account.total)),
    isCredit: true,
    credits: account._id,
    lines: account.lines.map(({ matter, disbursementType, amount, narration, attorney }) =>
      newLine({
        matter: matter.number,
        type: disbursementType._id,
        amount: amountText(toCents(amount)),
        narration: narration ?? '',
        attorney: attorney._id,
      }),
    ),
  };
}

function amountText(cents: number): string {
  return toRand(cents).toFixed(2);
}

/** Cents of a typed amount above zero, or the message why it is none. */
export function readAmount(text: string): { cents: number } | { error: string } {
  if (text.trim() === '') return { error: 'Enter the amount.' };
  if (hasUnclearComma(text)) return { error: unclearComma };
  const plain = withDecimalPoint(text);
  if (!/^\d{1,9}(?:\.\d{1,2})?$/.test(plain)) return { error: 'Enter an amount such as 1234.50.' };
  const cents = toCents(Number(plain));
  return cents === 0 ? { error: 'Must be above R 0.00.' } : { cents };
}

function centsOrZero(text: string): number {
  const read = readAmount(text);
  return 'cents' in read ? read.cents : 0;
}

/** Lines with something in them: the last one waits for what comes next. */
export function filledLines({ lines }: Pick<Draft, 'lines'>): DraftLine[] {
  return lines.filter(
    ({ matter, amount, narration }) => `${matter}${amount}${narration}`.trim() !== '',
  );
}

/** The shares of a split by line, in cents; undefined while they cannot be computed. */
export function sharesByLine(draft: Draft): ReadonlyMap<number, number> | undefined {
  const total = centsOrZero(draft.total);
  const lines = filledLines(draft);
  const weights = lines.map(({ weight }) => (draft.split === 'weights' ? Number(weight) : 1));
  const isWhole = weights.every(
    (weight) => Number.isInteger(weight) && weight >= 1 && weight <= accountLimits.weight,
  );
  if (draft.split === 'none' || total === 0 || lines.length === 0 || !isWhole) return undefined;
  const shares = splitCents(total, weights);
  return new Map(lines.map(({ key }, at) => [key, shares[at] ?? 0]));
}

/** `3 lines, R 157.50 of R 160.00: R 2.50 is missing.` */
export function sumText(draft: Draft): { text: string; isEven: boolean } {
  const lines = filledLines(draft);
  const total = centsOrZero(draft.total);
  const sum =
    draft.split === 'none'
      ? lines.reduce((all, { amount }) => all + centsOrZero(amount), 0)
      : total;
  const count = lines.length === 1 ? '1 line' : `${lines.length} lines`;
  const so = `${count}, ${formatRand(sum)}${total === 0 ? '' : ` of ${formatRand(total)}`}`;
  if (total === 0 || sum === total) return { text: `${so}.`, isEven: total > 0 };
  const [size, word] = [formatRand(Math.abs(total - sum)), total > sum ? 'missing' : 'too much'];
  return { text: `${so}: ${size} is ${word}.`, isEven: false };
}

/** Lines from a spreadsheet: matter and amount first, the rest is narration. */
export function pastedLines(text: string, type: string): DraftLine[] {
  return text
    .split(/\r?\n/)
    .filter((row) => row.trim() !== '')
    .map((row) => {
      const [matter = '', ...cells] = row.split('\t').map((cell) => cell.trim());
      const at = cells.findIndex((cell) => 'cents' in readAmount(cell));
      const narration = cells.filter((cell, index) => index !== at && cell !== '').join(' ');
      return newLine({ matter, type, amount: cells[at] ?? '', narration });
    });
}

/** Ids of matters by the number that was typed. */
export type MatterIds = ReadonlyMap<string, string>;

/** Faults by field and line, and the body of the request where there are none. */
export function readDraft(draft: Draft, matters: MatterIds): ReadDraft {
  const errors: Record<string, string> = {};
  if (draft.supplier === '') errors['supplier'] = 'Choose the supplier.';
  if (draft.number.trim() === '') errors['number'] = 'Enter the number of the account.';
  if (draft.date === '') errors['date'] = 'Enter the day of the account.';
  const total = readAmount(draft.total);
  if ('error' in total) errors['total'] = total.error;
  const sign = draft.isCredit ? -1 : 1;
  const filled = filledLines(draft);
  if (filled.length === 0) errors['lines'] = 'Add at least one line.';
  const lines = filled.map((line, at) => {
    for (const [field, message] of lineFaults(line, draft, matters))
      errors[`lines.${at}.${field}`] = message;
    return lineBody(line, { draft, matters, sign });
  });
  const { supplier, number, date, split, credits } = draft;
  const body = {
    supplier,
    number,
    date,
    total: 'cents' in total ? toRand(sign * total.cents) : 0,
    lines,
    ...(split !== 'none' && { split }),
    ...(credits !== undefined && { credits }),
  };
  return { errors, body };
}
type Body = Omit<NewSupplierAccount, 'dryRun' | '_id'>;
type ReadDraft = { errors: Readonly<Record<string, string>>; body: Body };

function* lineFaults(
  line: DraftLine,
  { split }: Draft,
  matters: MatterIds,
): Generator<[field: string, message: string]> {
  const number = line.matter.trim();
  if (number === '') yield ['matter', 'Enter the number of a matter.'];
  else if (!matters.has(number)) yield ['matter', `There is no matter ${number}.`];
  if (line.type === '') yield ['disbursementType', 'Choose a type.'];
  const amount = readAmount(line.amount);
  if (split === 'none' && 'error' in amount) yield ['amount', amount.error];
  if (split === 'weights' && !/^[1-9]\d{0,6}$/.test(line.weight))
    yield ['weight', 'Enter a whole number from 1.'];
  if (!isPages(line.pages)) yield ['pages', pageNumbers];
}

type LineOptions = { draft: Draft; matters: MatterIds; sign: number };

function lineBody(line: DraftLine, { draft: { split }, matters, sign }: LineOptions) {
  const { type, narration, attorney, weight, pages } = line;
  return {
    matter: matters.get(line.matter.trim()) ?? '',
    disbursementType: type,
    ...(split === 'none' && { amount: toRand(sign * centsOrZero(line.amount)) }),
    ...(split === 'weights' && { weight: Number(weight) }),
    ...(narration.trim() !== '' && { narration }),
    ...(attorney !== '' && { attorney }),
    ...(pages.trim() !== '' && { pages }),
  };
}
