import {
  normalizeLine,
  cleanCell,
  noteMisread,
  findDamage,
  textError,
} from '../../platform/csv/clean-text.ts';
import { isWithin, namedColumns, type NumberedRow } from '../../platform/csv/numbered-rows.ts';
import { type MatterRow, type MatterStatus, matterLimits } from './parser-types.ts';
import { addProblem } from '../../platform/csv/problems.ts';
import { header, type Reading, type DeferredProblems } from './reading.ts';
import { toE164 } from '@recoup/contract/core/phone-numbers';
import { maxPhones } from '@recoup/contract/matters/phones';
import { noteEvidence, orderDate, type ReadDate, readDate } from '../../platform/csv/dates.ts';
import { matterStatuses } from '@recoup/contract/matters/endpoints';

const maxUnevenRows = 10_000;

/** Adds a record to the reading, as a matter or as problems. A blank row is neither. */
export function readRow(reading: Reading, numbered: NumberedRow): void {
  const { row, cells } = numbered;
  if (cells.every(isBlank)) return;
  reading.filledRows++;
  if (!hasAllCells(reading, numbered)) return;
  if (isHeaderAgain(reading, cells)) {
    addProblem(
      reading.problems,
      row,
      '',
      'This row names the columns again, as where two files were joined. Remove it.',
    );
    return;
  }
  const { columns, problems } = reading;
  const before = problems.count;
  const matter: MatterRow = {
    row,
    number: readNumber(reading, row, cells),
    description: readDescription(reading, row, cells),
    client: readClient(reading, row, cells),
    attorneyId: readAttorney(reading, row, cells),
    status: readStatus(reading, row, cells),
    opened: null,
    openedMonthFirst: null,
    phones: readPhones(reading, row, cells),
  };
  const waiting = readOpened(reading, matter, cells[columns.opened ?? -1] ?? '');
  const isAccepted = problems.count === before;
  if (isAccepted) {
    reading.acceptedRows++;
    noteMisread(reading.misread, `${matter.description} ${matter.client ?? ''}`);
    reading.rows.push(matter);
  }
  if (waiting) readBothWays(reading, matter, { ...waiting, isAccepted });
}

function isBlank(cell: string): boolean {
  return cell === '' || cell.trim() === '';
}

function isHeaderAgain({ headers, columns }: Reading, cells: readonly string[]): boolean {
  return [columns.number, columns.description].every(
    (at) => normalizeLine(cells[at] ?? '') === headers[at],
  );
}

function lacksOptional({ columns }: Reading, { cells, isOfShortBlock, isCut }: NumberedRow) {
  const needed = 1 + Math.max(columns.number, columns.description);
  return isOfShortBlock && !isCut && cells.length >= needed;
}

function hasAllCells(reading: Reading, numbered: NumberedRow): boolean {
  const { row, cells } = numbered;
  const { headers, problems } = reading;
  const isWhole = cells.length >= headers.length;
  if (isWhole && isWithin(numbered, { columns: headers.length, named: namedColumns(headers) }))
    return true;
  if (cells.length < headers.length && lacksOptional(reading, numbered)) {
    if (reading.short.rows === 0) reading.short.first = row;
    reading.short.rows++;
    return true;
  }
  const [at, message] = unevenText(reading, numbered);
  addProblem(problems, row, header(reading, at), message);
  reading.unevenRows++;
  if (reading.unevenRows < maxUnevenRows) return false;
  addProblem(
    problems,
    row,
    '',
    `${maxUnevenRows} rows do not have as many columns as the header. ` +
      'Rows after this one were not read.',
  );
  reading.isStopped = true;
  return false;
}

/** The column and the reason of a row of another length than the header. */
function unevenText({ headers }: Reading, { cells, isCut }: NumberedRow): [number, string] {
  const named = namedColumns(headers);
  const counted =
    `This row has ${cells.length} ${cells.length === 1 ? 'column' : 'columns'}; ` +
    `the header has ${named}.`;
  if (cells.length >= headers.length)
    return [named - 1, `${counted} Put text that contains the separator in quotation marks.`];
  const cure = isCut
    ? 'The file ends in this row, so it may be cut off: export it again.'
    : 'Add the missing ones (they may be empty).';
  return [cells.length, `${counted} ${cure}`];
}

const separators = /;(?!(?:ext|isub|phone-context)=)|[,/|\n]|\s(?:or|of)\s/;
/** Labels beside a number: "Tel:", "(h)", "cell", "w". */
const labels = /\b(?:tel|phone|cell|mobile|home|work|office|fax|[hwcmt])\b[.:]?/gi;

/** Texts that stand for no number. */
const placeholder = /^(?:[-–—.?_]+|n\/?\.?a\.?|nil|none|unknown)$/i;

/** The telephone numbers of a cell: `011 555 0101; 082 555 0101 (cell)`. Each is listed once. */
function readPhones(reading: Reading, row: number, cells: readonly string[]): string[] {
  const at = reading.columns.phones;
  const text = at === undefined ? '' : cleanCell(cells[at] ?? '');
  if (text === '' || placeholder.test(text)) return [];
  const problem = (message: string) =>
    addProblem(reading.problems, row, header(reading, at), message);
  const numbers = new Set<string>();
  for (const part of text.split(separators)) {
    const written = part
      .replaceAll(labels, '')
      .replace(/\(\s*\)/g, '')
      .trim();
    if (written === '' || placeholder.test(written)) continue;
    const number = toE164(written);
    if (number !== undefined) {
      numbers.add(number);
      continue;
    }
    problem(
      `"${part.trim().slice(0, 40)}" is not a telephone number with its area code. ` +
        'Write it as 011 555 0101 or +27 82 555 0101, several with a semicolon between them, ' +
        'or import the file without this column.',
    );
    return [];
  }
  if (numbers.size > maxPhones)
    problem(`There are ${numbers.size} telephone numbers; at most ${maxPhones} are kept.`);
  return [...numbers];
}

type UnorderedDate = Extract<ReadDate, { kind: 'unordered' }>;

/** Sets the opening date; returns a date whose order only the whole column can tell. */
function readOpened(reading: Reading, matter: MatterRow, cell: string) {
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
function readBothWays(
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

function readNumber(reading: Reading, row: number, cells: readonly string[]): string {
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
  // A longer one is refused below.
  const start = number.slice(0, matterLimits.number);
  if (reportTotal.test(start.replace(totalCount, '')))
    return `"${number}" is a total of a report, not a matter. Remove the row.`;
  return findDamage(number) ?? textError(number, matterLimits.number);
}

function readDescription(reading: Reading, row: number, cells: readonly string[]): string {
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

function readClient(reading: Reading, row: number, cells: readonly string[]): string | null {
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

function readAttorney(reading: Reading, row: number, cells: readonly string[]): string | null {
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

function readStatus(reading: Reading, row: number, cells: readonly string[]): MatterStatus | null {
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
