import { longDay } from '@recoup/contract/entries/rules';

/** The month of a day, `YYYY-MM`. */
export function toMonth(day: string): string {
  return day.slice(0, 7);
}

export function firstDayIn(month: string): string {
  return `${month}-01`;
}

export function lastDayIn(month: string): string {
  return utcDay(month, 1, 0);
}

/** The month so many months before another. */
export function monthBefore(month: string, count = 1): string {
  return toMonth(utcDay(month, -count, 1));
}

/** `2026-11` as `November 2026`. */
export function monthText(month: string): string {
  return longDay(firstDayIn(month)).replace(/^1 /, '');
}

function utcDay(month: string, months: number, day: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + months, day)).toISOString().slice(0, 10);
}
