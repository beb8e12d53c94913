import { lastDayIn, monthBefore, toMonth } from '../platform/browser/months.ts';

/** Days of a new month in which the last one is closed. */
const closingDays = 10;

export const monthChoices = ['this', 'last', 'day'] as const;
export type MonthChoice = (typeof monthChoices)[number];

/** The last days of this month and of the last one. */
export function lastDays(today: string): { this: string; last: string } {
  const month = toMonth(today);
  return { this: lastDayIn(month), last: lastDayIn(monthBefore(month)) };
}

/** Whether the last month is closed before this one, if anything of it is still open. */
export function isEarly(today: string): boolean {
  return Number(today.slice(8)) <= closingDays;
}

export function monthChoiceFor(to: string, today: string): MonthChoice {
  const days = lastDays(today);
  return monthChoices.find((choice) => choice !== 'day' && days[choice] === to) ?? 'day';
}
