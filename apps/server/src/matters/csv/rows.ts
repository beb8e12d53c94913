import { createAttorneyFinder, type FindAttorney } from './attorney-match.ts';
import type { ColumnIndexes } from './columns.ts';
import {
  type DateEvidence,
  noDateEvidence,
  noteEvidence,
  orderDate,
  type ReadDate,
  readDate,
} from './dates.ts';
import { addProblem, createProblemList, type ProblemList } from './problems.ts';
import { textError, normalizeCell, normalizeLine, normalizeNumber } from './clean-text.ts';
import { type Attorney, type MatterRow, type MatterStatus, matterLimits } from './parser-types.ts';

/** What has been read of a file so far. `isStopped`: too little of it fits the header line to go on. */
export type Reading = {
  headers: readonly string[];
  columns: ColumnIndexes;
  findAttorney: FindAttorney;
  /** Rows without problems that nobody has taken yet. */
  rows: MatterRow[];
  problems: ProblemList;
  evidence: DateEvidence;
  /** What becomes of the dates that wait for their column, should it turn out as day first or as month first. */
  deferred: { dayFirst: DeferredProblems; monthFirst: DeferredProblems };
  /** The row of each matter number, for the first `maxNumbers` of them. */
  firstRows: Map<string, number>;
  maxNumbers: number;
  acceptedRows: number;
  filledRows: number;
  unevenRows: number;
  isStopped: boolean;
};

/** `refusedRows`: those that have no problem but this one. */
type DeferredProblems = { problems: ProblemList; rejectedRows: number };

const maxUnevenRows = 10_000;
const maxNumbers = 100_000;
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

export function startReading(input: {
  headers: readonly string[];
  columns: ColumnIndexes;
  attorneys: readonly Attorney[];
  maxProblems: number | undefined;
  maxNumbers: number | undefined;
}): Reading {
  const noProblems = () => createProblemList(input.maxProblems);
  return {
    headers: input.headers,
    columns: input.columns,
    findAttorney: createAttorneyFinder(input.attorneys),
    rows: [],
    problems: noProblems(),
    evidence: noDateEvidence(),
    deferred: {
      dayFirst: { problems: noProblems(), rejectedRows: 0 },
      monthFirst: { problems: noProblems(), rejectedRows: 0 },
    },
    firstRows: new Map(),
    maxNumbers: input.maxNumbers ?? maxNumbers,
    acceptedRows: 0,
    filledRows: 0,
    unevenRows: 0,
    isStopped: false,
  };
}

/** Adds one record to the reading, as a matter or as problems. A blank row is neither. */
export function readRow(reading: Reading, row: number, cells: readonly string[]): void {
  if (cells.every(isBlank)) return;
  reading.filledRows++;
  if (!hasAllCells(reading, row, cells)) return;
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
  };
  const waiting = readOpened(reading, matter, cells[columns.opened ?? -1] ?? '');
  const isAccepted = problems.count === before;
  if (isAccepted) {
    reading.acceptedRows++;
    reading.rows.push(matter);
  }
  if (waiting) readBothWays(reading, matter, { ...waiting, isAccepted });
}

/** Both readings of a date whose order only the whole column can tell, and what would be wrong with each. */
function readBothWays(
  reading: Reading,
  matter: MatterRow,
  { text, date, isAccepted }: { text: string; date: UnorderedDate; isAccepted: boolean },
): void {
  const { deferred } = reading;
  const read = (order: 'DMY' | 'MDY', { problems }: DeferredProblems) => {
    const day = orderDate(text, date, order);
    if (day.kind === 'day') return day.iso;
    const said = order === 'MDY' ? 'month/day/year' : 'day/month/year';
    const message = `"${text}" is no date in this column, which reads as ${said}. Write it as YYYY-MM-DD.`;
    addProblem(problems, matter.row, header(reading, reading.columns.opened), message);
    return null;
  };
  matter.opened = read('DMY', deferred.dayFirst);
  matter.openedMonthFirst = read('MDY', deferred.monthFirst);
  if (isAccepted && matter.opened === null) deferred.dayFirst.rejectedRows++;
  if (isAccepted && matter.openedMonthFirst === null) deferred.monthFirst.rejectedRows++;
}

function isBlank(cell: string): boolean {
  return cell === '' || cell.trim() === '';
}

function hasAllCells(reading: Reading, row: number, cells: readonly string[]): boolean {
  const { headers, problems } = reading;
  if (
    cells.length === headers.length ||
    (cells.length > headers.length && cells.slice(headers.length).every(isBlank))
  )
    return true;
  const counted = `The row has ${cells.length} ${cells.length === 1 ? 'cell' : 'cells'}, the header line has ${headers.length}.`;
  if (cells.length < headers.length) {
    addProblem(
      problems,
      row,
      header(reading, cells.length),
      `${counted} Add the cells that are missing, empty if need be.`,
    );
  } else {
    addProblem(
      problems,
      row,
      header(reading, headers.length - 1),
      `${counted} Put text that contains the separator in quotation marks.`,
    );
  }
  reading.unevenRows++;
  if (reading.unevenRows < maxUnevenRows) return false;
  addProblem(
    problems,
    row,
    '',
    `${maxUnevenRows} rows do not have as many cells as the header line. Nothing behind this row was read.`,
  );
  reading.isStopped = true;
  return false;
}

function readNumber(reading: Reading, row: number, cells: readonly string[]): string {
  const { columns, problems, firstRows } = reading;
  const number = normalizeNumber(cells[columns.number] ?? '');
  const column = header(reading, columns.number);
  if (number === '') {
    addProblem(problems, row, column, 'The matter number is missing. Every matter needs one.');
    return number;
  }
  const fault = number.includes('\n')
    ? 'contains a line break. Write it on one line.'
    : textError(number, matterLimits.number);
  if (fault !== undefined) {
    addProblem(problems, row, column, `The matter number ${fault}`);
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
      `The matter number "${number}" is in row ${first} already. Remove one of the two rows, or correct the number.`,
    );
  return number;
}

function readDescription(reading: Reading, row: number, cells: readonly string[]): string {
  const at = reading.columns.description;
  const description = normalizeCell(cells[at] ?? '');
  const fault =
    description === ''
      ? 'is missing. Every matter needs one.'
      : textError(description, matterLimits.description);
  if (fault !== undefined)
    addProblem(reading.problems, row, header(reading, at), `The description ${fault}`);
  return description;
}

function readClient(reading: Reading, row: number, cells: readonly string[]): string | null {
  for (const alternative of reading.columns.client) {
    const client =
      alternative.length === 1
        ? normalizeLine(cells[alternative[0] ?? -1] ?? '')
        : joinCells(cells, alternative);
    if (client === '') continue;
    const fault = textError(client, matterLimits.client);
    if (fault !== undefined)
      addProblem(reading.problems, row, header(reading, alternative[0]), `The client ${fault}`);
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
  addProblem(
    reading.problems,
    row,
    header(reading, at),
    `The status "${text.slice(0, 40)}" is not known. Write Open, Pending or Closed.`,
  );
  return null;
}

type UnorderedDate = Extract<ReadDate, { kind: 'unordered' }>;

function readOpened(
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
  if (date.kind === 'fault')
    addProblem(reading.problems, matter.row, header(reading, reading.columns.opened), date.message);
  return date.kind === 'unordered' ? { text, date } : undefined;
}

function header(reading: Reading, at: number | undefined): string {
  return reading.headers[at ?? -1] ?? '';
}
