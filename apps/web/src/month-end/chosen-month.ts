import { longDay } from '@recoup/contract/entries/rules';

/** Days of a new month in which the last one is closed. */
const closingDays = 10;

export const monthChoices = ['this', 'last', 'day'] as const;
export type MonthChoice = (typeof monthChoices)[number];

/** The last days of this month and of the last one. */
export function lastDaysOf(today: string): { this: string; last: string } {
  const [year = 0, month = 0] = today.split('-').map(Number);
  const lastOf = (next: number) => new Date(Date.UTC(year, next, 0)).toISOString().slice(0, 10);
  return { this: lastOf(month), last: lastOf(month - 1) };
}

/** Whether the last month is closed before this one, if anything of it is still open. */
export function isEarly(today: string): boolean {
  return Number(today.slice(8)) <= closingDays;
}

export function choiceOf(to: string, today: string): MonthChoice {
  const days = lastDaysOf(today);
  return monthChoices.find((choice) => choice !== 'day' && days[choice] === to) ?? 'day';
}

/** The month of a day, `YYYY-MM`. */
export function monthOf(day: string): string {
  return day.slice(0, 7);
}

/** `2026-11` as `November 2026`. */
export function monthText(month: string): string {
  return longDay(`${month}-01`).replace(/^1 /, '');
}
