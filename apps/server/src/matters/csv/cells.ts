import { cleanCell, findDamage, normalizeLine, textError } from '../../platform/csv/clean-text.ts';
import { matterStatuses } from '@recoup/contract/matters/endpoints';
import { type MatterStatus, matterLimits } from './parser-types.ts';
import { addProblem } from '../../platform/csv/problems.ts';
import { header, type Reading } from './reading.ts';

const statuses = new Map<string, MatterStatus>([
  ...['open', 'opened', 'active', 'current', 'in progress', 'new', 'live', 'oop', 'aktief'].map(
    (name) => [name, 'Open'] as const,
  ),
  ...['pending', 'on hold', 'hold', 'awaiting', 'suspended', 'hangende'].map(
    (name) => [name, 'Pending'] as const,
  ),
  ...[
    'closed',
    'close',
    'archived',
    'archive',
    'completed',
    'complete',
    'finalised',
    'finalized',
    'gesluit',
  ].map((name) => [name, 'Closed'] as const),
]);

export function readNumber(reading: Reading, row: number, cells: readonly string[]): string {
  const { columns, problems, firstRows } = reading;
  const number = normalizeNumber(cells[columns.number] ?? '');
  const column = header(reading, columns.number);
  if (number === '') {
    addProblem(problems, row, column, 'The matter number is missing. Every matter needs one.');
    return number;
  }
  const error = numberError(number);
  if (error !== undefined) {
    addProblem(problems, row, column, `The matter number ${error}`);
    return number;
  }
  const key = number.toLowerCase();
  const first = firstRows.get(key);
  if (first === undefined && firstRows.size < reading.maxNumbers) firstRows.set(key, row);
  if (first !== undefined)
    addProblem(
      problems,
      row,
      column,
      `The matter number "${number}" already appears in row ${first}. ` +
        'Remove one of the two rows, or correct the number.',
    );
  return number;
}

/** Below the list of a report: `Total`, `Grand Total:`, `Subtotal (2)`, `Totals 2 matters`. */
const reportTotal = /^(?:(?:grand|report|final|groot|sub)[ -]?)?tota(?:ls?|al)(?: matters)?$/i;
const totalCount = /\s*(?::\s*\d*|\(\d+\)|\d+ (?:matters?|records|rows))$/i;

function numberError(number: string): string | undefined {
  if (number.includes('\n')) return 'contains a line break. Write it on one line.';
  if (reportTotal.test(number.replace(totalCount, '')))
    return `"${number}" is a total of a report, not a matter. Remove the row.`;
  return findDamage(number) ?? textError(number, matterLimits.number);
}

export function readDescription(reading: Reading, row: number, cells: readonly string[]): string {
  const at = reading.columns.description;
  const description = cleanCell(cells[at] ?? '');
  const error =
    description === ''
      ? 'is missing. Every matter needs one.'
      : textError(description, matterLimits.description);
  if (error !== undefined)
    addProblem(reading.problems, row, header(reading, at), `The description ${error}`);
  return description;
}

export function readClient(reading: Reading, row: number, cells: readonly string[]): string | null {
  for (const alternative of reading.columns.client) {
    const client =
      alternative.length === 1
        ? normalizeLine(cells[alternative[0] ?? -1] ?? '')
        : joinCells(cells, alternative);
    if (client === '') continue;
    const error = textError(client, matterLimits.client);
    if (error !== undefined)
      addProblem(reading.problems, row, header(reading, alternative[0]), `The client ${error}`);
    return client;
  }
  return null;
}

function joinCells(cells: readonly string[], columns: readonly number[]): string {
  return columns
    .map((at) => normalizeLine(cells[at] ?? ''))
    .filter((text) => text !== '')
    .join(' ');
}

export function readAttorney(
  reading: Reading,
  row: number,
  cells: readonly string[],
): string | null {
  const at = reading.columns.attorney;
  if (at === undefined) return null;
  const text = normalizeLine(cells[at] ?? '');
  if (text === '') return null;
  const found = reading.findAttorney(text);
  if ('id' in found) return found.id;
  const explained = reading.words.read('attorney', text);
  if (explained !== undefined) return explained;
  addProblem(reading.problems, row, header(reading, at), found.message);
  return null;
}

export function readStatus(
  reading: Reading,
  row: number,
  cells: readonly string[],
): MatterStatus | null {
  const at = reading.columns.status;
  if (at === undefined) return null;
  const text = normalizeLine(cells[at] ?? '');
  if (text === '') return null;
  const status = statuses.get(text.toLowerCase());
  if (status) return status;
  const explained = reading.words.read('status', text);
  const known = matterStatuses.find((each) => each === explained);
  if (known) return known;
  addProblem(
    reading.problems,
    row,
    header(reading, at),
    `The status "${text.slice(0, 40)}" is not known. Write Open, Pending or Closed.`,
  );
  return null;
}

/** Zero width joiners shape letters in some scripts, so only a matter number loses them. */
const joiners = /[\u200C\u200D]/g;

/**
 * A matter number, also without joiners: users do not see them, and they would make two matters of
 * one number. Line breaks and controls stay, for `textError` to reject.
 */
export function normalizeNumber(cell: string): string {
  return withoutQuotedFormula(cleanCell(cell.replace(joiners, '')));
}

/** Systems write ="00123" so that Excel keeps the leading zeros. */
function withoutQuotedFormula(text: string): string {
  return text.startsWith('="') && text.endsWith('"') && text.length > 3
    ? text.slice(2, -1).trim()
    : text;
}
