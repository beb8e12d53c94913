import { formatDate } from '../../ui/lib/format.ts';
import { isDay } from '../browser/local-day.ts';
import { firstDayIn, lastDayIn, monthBefore, toMonth, monthText } from '../browser/months.ts';

/**
 * The days of a list, as the address has them: `this-month` and `last-month` move on with the
 * calendar, `2026-10` is that month, and days are `from` and `to`.
 */
export type Period = Days & { period: string };
type Days = { from: string; to: string };

const moving = { 'this-month': 'This month', 'last-month': 'Last month' } as const;
type Moving = keyof typeof moving;
/** Shown in the place of a month: two fields for days. */
export const someDays = 'days';
const earlierMonths = 12;

/** Unreadable parameters are ignored, and so are days beside a month. */
export function readPeriod(params: URLSearchParams): Period {
  const period = params.get('period') ?? '';
  const day = (name: string) => {
    const text = params.get(name) ?? '';
    return isDay(text) ? text : '';
  };
  if (isMoving(period) || isMonth(period)) return { period, from: '', to: '' };
  return { period: '', from: day('from'), to: day('to') };
}

export function periodDays({ period, from, to }: Period, today: string): Days {
  if (period === '') return { from, to };
  const month = monthOfPeriod(period, today);
  return { from: firstDayIn(month), to: lastDayIn(month) };
}

/** With the chosen period, which may be an earlier month. */
export function periodOptions(today: string, chosen = ''): { value: string; label: string }[] {
  const months = Array.from({ length: earlierMonths + 1 }, (_, count) =>
    monthBefore(toMonth(today), count),
  );
  if (isMonth(chosen) && !months.includes(chosen)) months.push(chosen);
  return [
    { value: '', label: 'All days' },
    ...Object.entries(moving).map(([value, label]) => ({ value, label })),
    ...months.map((month) => ({ value: month, label: monthText(month) })),
    { value: someDays, label: 'From … to …' },
  ];
}

/** `This month`, `October 2026`, `From 3 Oct 2026`; empty for all days. */
export function periodText({ period, from, to }: Period): string {
  if (isMoving(period)) return moving[period];
  if (period !== '') return monthText(period);
  if (from !== '' && to !== '') return `${formatDate(from)} – ${formatDate(to)}`;
  if (from !== '') return `From ${formatDate(from)}`;
  return to === '' ? '' : `Until ${formatDate(to)}`;
}

/** No row is in such a period; the fields say what is wrong with it. */
export function isBackwards({ from, to }: Days): boolean {
  return from !== '' && to !== '' && from > to;
}

function monthOfPeriod(period: string, today: string): string {
  if (!isMoving(period)) return period;
  const month = toMonth(today);
  return period === 'this-month' ? month : monthBefore(month);
}

function isMoving(period: string): period is Moving {
  return Object.hasOwn(moving, period);
}

function isMonth(period: string): boolean {
  return isDay(firstDayIn(period));
}
