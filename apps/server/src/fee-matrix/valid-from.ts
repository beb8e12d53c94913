import { validFrom as validDay } from '@recoup/contract/call-fees/endpoints';
import { cleanCell } from '../platform/csv/clean-text.ts';
import {
  decideOrder,
  noDateEvidence,
  noteEvidence,
  orderDate,
  type ReadDate,
  readDate,
} from '../platform/csv/dates.ts';
import type { MatrixRecord } from './matrix-file.ts';

/** The day of a cell, or what is wrong with it. */
export type DayReader = (cell: string) => { day: string } | { message: string };

/**
 * Reads days in the order that the whole column proves. Without proof a day that could be two days
 * is refused, because fees hold from it. An empty cell is `today`.
 */
export async function createDayReader(
  records: readonly MatrixRecord[],
  { today, pause }: { today: string; pause: () => Promise<void> },
): Promise<DayReader> {
  const evidence = noDateEvidence();
  for (const { cells } of records) {
    await pause();
    const text = cleanCell(cells.validFrom);
    if (text !== '') noteEvidence(evidence, readDate(text));
  }
  const decided = decideOrder(evidence, undefined);
  const orders = decided?.reason === 'column' ? [decided.order] : (['DMY', 'MDY'] as const);
  return (cell) => {
    const text = cleanCell(cell);
    if (text === '') return { day: today };
    const date = readDate(text);
    if (date.kind === 'error') return { message: date.message };
    const days = date.kind === 'day' ? [date.iso] : possibleDays(text, date, orders);
    return checkDays(text, days);
  };
}

function possibleDays(
  text: string,
  date: Extract<ReadDate, { kind: 'unordered' }>,
  orders: readonly Parameters<typeof orderDate>[2][],
): string[] {
  const read = orders.map((order) => orderDate(text, date, order));
  return [...new Set(read.flatMap((day) => (day.kind === 'day' ? [day.iso] : [])))];
}

function checkDays(text: string, [day, other]: readonly string[]): ReturnType<DayReader> {
  if (day === undefined)
    return {
      message: `"${text}" has another order of day and month than the column. ${advice}`,
    };
  if (other !== undefined) return { message: `"${text}" may be ${day} or ${other}. ${advice}` };
  const read = validDay.safeParse(day);
  return read.success ? { day } : { message: read.error.issues[0]?.message ?? '' };
}

const advice = 'Write it as YYYY-MM-DD.';
