import { southAfricanDay } from '../core/clock.ts';

export type DateOrder = 'YMD' | 'DMY' | 'MDY';
export type DateOrderReason = 'column' | 'layout' | 'habit';

/** A day, a date whose order only the whole column can tell, or an error. */
export type ReadDate =
  | { kind: 'day'; iso: string }
  | { kind: 'unordered'; first: number; second: number; year: number }
  | { kind: 'error'; message: string };

/** Which orders the cells of a column have proved. */
export type DateEvidence = {
  yearFirst: boolean;
  unordered: boolean;
  dayFirst: boolean;
  monthFirst: boolean;
};

const earliestYear = 1900;
const latestYear = 2100;
const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const afrikaansMonths = new Map([
  ['maa', 3],
  ['mrt', 3],
  ['mei', 5],
  ['okt', 10],
  ['des', 12],
]);

const yearFirst = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/;
const compact = /^(\d{4})(\d{2})(\d{2})$/;
const yearLast = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})$/;
const dayMonthName = /^(\d{1,2})[\s\-./]*([a-z]{3,10})\.?[\s\-./,]*(\d{4})$/i;
const monthNameDay = /^([a-z]{3,10})\.?\s*(\d{1,2}),?\s+(\d{4})$/i;
const timeOfDay = /[T ]\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?\s*(?:[ap]m)?$/i;
/** A moment, whose day is the one in South Africa. */
const moment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})$/i;
const shortYear = /^\d{1,2}[-/. ][a-z\d]{1,10}[-/. ]\d{2}$/i;
const advice = 'Write it as YYYY-MM-DD.';

/** Reads a normalized cell that is not empty. Ignores a time of day without a zone. */
export function readDate(text: string): ReadDate {
  const date = text.length > 10 ? dayOfMoment(text).replace(timeOfDay, '') : text;
  const ymd = yearFirst.exec(date);
  if (ymd) return toDay(text, Number(ymd[1]), Number(ymd[3]), Number(ymd[4]));
  const dmy = yearLast.exec(date);
  if (dmy) return readUnordered(text, Number(dmy[1]), Number(dmy[3]), Number(dmy[4]));
  const packed = compact.exec(date);
  if (packed && isYear(Number(packed[1])))
    return toDay(text, Number(packed[1]), Number(packed[2]), Number(packed[3]));
  return readNamedMonth(text, date) ?? { kind: 'error', message: explain(text) };
}

function dayOfMoment(text: string): string {
  if (!moment.test(text)) return text;
  const date = text.slice(0, 10);
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  const at = new Date(text.replace(/([+-]\d{2})(\d{2})$/, '$1:$2'));
  if (Number.isNaN(at.getTime())) return text;
  // JavaScript takes 30 February for 2 March.
  return day > daysIn(year, month) ? date : southAfricanDay(at);
}

export function orderDate(
  text: string,
  date: { first: number; second: number; year: number },
  order: DateOrder,
): ReadDate {
  const { first, second, year } = date;
  return order === 'MDY' ? toDay(text, year, first, second) : toDay(text, year, second, first);
}

export function noDateEvidence(): DateEvidence {
  return { yearFirst: false, unordered: false, dayFirst: false, monthFirst: false };
}

/** A number above 12 can only be the day. */
export function noteEvidence(evidence: DateEvidence, date: ReadDate): void {
  if (date.kind === 'error') return;
  if (date.kind === 'day') {
    evidence.yearFirst = true;
    return;
  }
  evidence.unordered = true;
  if (date.first > 12) evidence.dayFirst = true;
  if (date.second > 12) evidence.monthFirst = true;
}

/**
 * The order that the cells prove; else the layout's; else day first, as South Africa writes. Month
 * first is never guessed. If cells prove both orders, those of the other order are errors.
 */
export function decideOrder(
  evidence: DateEvidence,
  layoutOrder: DateOrder | undefined,
): { order: DateOrder; reason: DateOrderReason } | null {
  if (!evidence.unordered) return evidence.yearFirst ? { order: 'YMD', reason: 'column' } : null;
  if (evidence.dayFirst !== evidence.monthFirst)
    return { order: evidence.dayFirst ? 'DMY' : 'MDY', reason: 'column' };
  return layoutOrder ? { order: layoutOrder, reason: 'layout' } : { order: 'DMY', reason: 'habit' };
}

function readUnordered(text: string, first: number, second: number, year: number): ReadDate {
  // A date that is invalid in both orders needs no column.
  const asDayFirst = toDay(text, year, second, first);
  if (asDayFirst.kind === 'error' && toDay(text, year, first, second).kind === 'error')
    return asDayFirst;
  return { kind: 'unordered', first, second, year };
}

function readNamedMonth(text: string, date: string): ReadDate | undefined {
  const [, day, name, year] = dayMonthName.exec(date) ?? reorder(monthNameDay.exec(date)) ?? [];
  if (day === undefined || name === undefined || year === undefined) return undefined;
  const key = name.slice(0, 3).toLowerCase();
  const month = afrikaansMonths.get(key) ?? months.indexOf(key) + 1;
  return month === 0 ? undefined : toDay(text, Number(year), month, Number(day));
}

function reorder(match: RegExpExecArray | null): (string | undefined)[] | undefined {
  return match ? [match[0], match[2], match[1], match[3]] : undefined;
}

function toDay(text: string, year: number, month: number, day: number): ReadDate {
  if (!isYear(year)) {
    return {
      kind: 'error',
      message: `"${text}" is outside the years ${earliestYear} to ${latestYear}. Correct the year.`,
    };
  }
  if (month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) {
    return {
      kind: 'error',
      message: `"${text}" is not a valid date. Correct the day or the month. ${advice}`,
    };
  }
  return {
    kind: 'day',
    iso: `${year}-${month < 10 ? '0' : ''}${month}-${day < 10 ? '0' : ''}${day}`,
  };
}

function isYear(year: number): boolean {
  return year >= earliestYear && year <= latestYear;
}

function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

function explain(text: string): string {
  const shown = text.length > 40 ? `${text.slice(0, 40)}...` : text;
  if (/^\d{6}(?:\d\d)?$/.test(text))
    return `"${shown}" has no marks that tell its day, month and year apart. ${advice}`;
  if (/^\d{4,5}(?:[.,]\d+)?$/.test(text)) {
    return (
      `"${shown}" is the number that Excel keeps for a date. ` +
      'Format the column as a date (yyyy-mm-dd) and save the file again.'
    );
  }
  if (shortYear.test(text)) return `"${shown}" has a two-digit year. ${advice}`;
  return `"${shown}" is not a date. ${advice}`;
}
