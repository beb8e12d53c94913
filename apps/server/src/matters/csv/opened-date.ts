import { noteEvidence, orderDate, type ReadDate, readDate } from '../../platform/csv/dates.ts';
import { normalizeLine } from '../../platform/csv/clean-text.ts';
import type { MatterRow } from './parser-types.ts';
import { addProblem } from '../../platform/csv/problems.ts';
import { type DeferredProblems, header, type Reading } from './reading.ts';

type UnorderedDate = Extract<ReadDate, { kind: 'unordered' }>;

/** Sets the opening date; returns a date whose order only the whole column can tell. */
export function readOpened(
  reading: Reading,
  matter: MatterRow,
  cell: string,
): { text: string; date: UnorderedDate } | undefined {
  if (cell === '') return undefined;
  const text = normalizeLine(cell);
  if (text === '') return undefined;
  const date = readDate(text);
  noteEvidence(reading.evidence, date);
  if (date.kind === 'day') {
    matter.opened = date.iso;
    matter.openedMonthFirst = date.iso;
  }
  if (date.kind === 'error')
    addProblem(reading.problems, matter.row, header(reading, reading.columns.opened), date.message);
  return date.kind === 'unordered' ? { text, date } : undefined;
}

/** Reads a date of unknown order both ways; which one holds, the whole column tells. */
export function readBothWays(
  reading: Reading,
  matter: MatterRow,
  { text, date, isAccepted }: { text: string; date: UnorderedDate; isAccepted: boolean },
): void {
  const { deferred } = reading;
  const read = (order: 'DMY' | 'MDY', { problems }: DeferredProblems) => {
    const day = orderDate(text, date, order);
    if (day.kind === 'day') return day.iso;
    const layout = order === 'MDY' ? 'month/day/year' : 'day/month/year';
    const reason = `is not a date in this column, which reads as ${layout}`;
    const message = `"${text}" ${reason}. Write it as YYYY-MM-DD.`;
    addProblem(problems, matter.row, header(reading, reading.columns.opened), message);
    return null;
  };
  matter.opened = read('DMY', deferred.dayFirst);
  matter.openedMonthFirst = read('MDY', deferred.monthFirst);
  if (isAccepted && matter.opened === null) deferred.dayFirst.rejectedRows++;
  if (isAccepted && matter.openedMonthFirst === null) deferred.monthFirst.rejectedRows++;
}
