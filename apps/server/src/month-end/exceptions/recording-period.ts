import type { Period, RecordingPeriod } from './exception-query.ts';

/**
 * The period in which an attorney may have recorded too little: without a first day from the first
 * of the month of its last day, without a last day until the end of this month. Nothing is expected
 * before half of it has passed.
 */
export function recordingPeriod({ from, to }: Period, today: string): RecordingPeriod {
  const first = from ?? `${(to ?? today).slice(0, 7)}-01`;
  const last = to ?? laterDay(first, lastOfMonth(today));
  const whole = monthsUpTo(last) + dayFraction(last) - monthsUpTo(first);
  const passed = last < today ? whole : monthsUpTo(today) - monthsUpTo(first);
  return {
    from: first,
    to: last,
    months: passed < whole / 2 ? 0 : passed,
    monthsBefore: [
      firstOfMonth(first, -3),
      firstOfMonth(first, -2),
      firstOfMonth(first, -1),
      firstOfMonth(first, 0),
    ],
  };
}

/** Months before the day, with the part of its own month that has passed. */
function monthsUpTo(day: string): number {
  return (
    12 * Number(day.slice(0, 4)) +
    Number(day.slice(5, 7)) +
    (Number(day.slice(8)) - 1) * dayFraction(day)
  );
}

/** A day as a part of its month. */
function dayFraction(day: string): number {
  return 1 / Number(lastOfMonth(day).slice(8));
}

function firstOfMonth(day: string, monthsLater: number): string {
  const date = new Date(`${day.slice(0, 7)}-01T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() + monthsLater);
  // PostgreSQL has no year 0.
  return date.getUTCFullYear() < 1 ? '0001-01-01' : date.toISOString().slice(0, 10);
}

function lastOfMonth(day: string): string {
  const date = new Date(`${day.slice(0, 7)}-01T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() + 1, 0);
  return date.toISOString().slice(0, 10);
}

function laterDay(a: string, b: string): string {
  return a > b ? a : b;
}
