import { shortDay } from '@recoup/contract/entries/rules';
import type { PostingColumn } from '@recoup/contract/posting/layouts';

/** Cents as the column writes amounts. */
export function amountCell(
  cents: number | bigint,
  { sign, decimalMark }: Pick<PostingColumn, 'sign' | 'decimalMark'>,
): string {
  const isNegative = sign === 'opposite' ? cents > 0 : cents < 0;
  const digits = String(cents).replace('-', '');
  const size = decimalMark === 'none' ? digits : withDecimals(digits, decimalMark);
  if (!isNegative || sign === 'none') return size;
  if (sign === 'brackets') return `(${size})`;
  return sign === 'trailing-minus' ? `${size}-` : `-${size}`;
}

/** A day, YYYY-MM-DD, in a pattern of yyyy, yy, mmm, mm and dd. */
export function dateCell(day: string, pattern: string): string {
  if (pattern === 'yyyy-mm-dd') return day;
  const [year = '', month = '', dayOfMonth = ''] = day.split('-');
  const parts: Readonly<Record<string, string>> = {
    yyyy: year,
    yy: year.slice(-2),
    mmm: shortDay(day).split(' ')[1] ?? '',
    mm: month,
    dd: dayOfMonth,
  };
  return pattern.replaceAll(/yyyy|yy|mmm|mm|dd/g, (part) => parts[part] ?? part);
}

/** The month of a day within a financial year that begins in `firstMonth`, from 1 to 12. */
export function financialPeriod(day: string, firstMonth: number): number {
  return ((Number(day.slice(5, 7)) - firstMonth + 12) % 12) + 1;
}

function withDecimals(digits: string, mark: string): string {
  const padded = digits.padStart(3, '0');
  return `${padded.slice(0, -2)}${mark}${padded.slice(-2)}`;
}
