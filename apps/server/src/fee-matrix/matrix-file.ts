import { type MatrixColumn, matrixColumns } from '@recoup/contract/fee-matrix/endpoints';
import { cleanCell } from '../platform/csv/clean-text.ts';
import { type FileShape, noHeader, readShape } from '../platform/csv/header.ts';
import { type Problem, type Rejection, reject } from '../platform/csv/problems.ts';
import {
  isWithin,
  namedColumns,
  type NumberedRow,
  readNumberedRows,
} from '../platform/csv/numbered-rows.ts';
import { inSmallChunks, findUnreadable } from '../platform/csv/text-chunks.ts';
import { feeErrors } from '@recoup/contract/call-fees/messages';
import { type CallFeeBand, thereafterTime } from '@recoup/contract/call-fees/rules';
import { maxMinutes } from '@recoup/contract/core/fields';
import { maxEntryCents } from '@recoup/contract/core/money';
import { validFrom as validDay } from '@recoup/contract/call-fees/endpoints';
import {
  decideOrder,
  noDateEvidence,
  noteEvidence,
  orderDate,
  type ReadDate,
  readDate,
} from '../platform/csv/dates.ts';

/** A filled row of the file. `row` counts as in a spreadsheet; cells are as written. */
export type MatrixRecord = { row: number; cells: Readonly<Record<MatrixColumn, string>> };

type MatrixFile = { ok: true; rows: number; records: MatrixRecord[]; problems: Problem[] };

const maxRows = 20_000;
const tooManyRows = 'The file has more than 20 000 rows. Split it into several files.';

/**
 * Reads the text of a CSV with the columns of the matrix in any order; delimiter and line ends are
 * detected as in a file of matters. Rows that do not fit the header become problems.
 */
export async function readMatrixFile(text: string): Promise<MatrixFile | Rejection> {
  const unreadable = findUnreadable(text);
  if (unreadable !== undefined) return reject(unreadable);
  const shape = readShape(text, countKnown);
  if (!shape.ok) return shape;
  const fault = findHeaderFault(shape.columns);
  if (fault !== undefined) return reject(fault);
  const file: MatrixFile = { ok: true, rows: 0, records: [], problems: [] };
  await readRows(file, shape, text);
  if (file.rows > maxRows) return reject(tooManyRows);
  if (file.rows === 0) return reject('The file names its columns, but has no rows under them.');
  return file;
}

async function readRows(file: MatrixFile, shape: FileShape, text: string): Promise<void> {
  const places = columnPlaces(shape.columns);
  const chunks = inSmallChunks(text.slice(shape.bodyStart), []);
  let last = shape.headerRow;
  for await (const { rows, error } of readNumberedRows(chunks, shape)) {
    for (const numbered of rows) {
      const { row, cells } = numbered;
      last = row;
      if (cells.every(isBlank)) continue;
      file.rows += 1;
      const problem = findRowFault(shape.columns, numbered);
      if (problem) file.problems.push({ row, ...problem });
      else file.records.push({ row, cells: cellsByColumn(places, cells) });
    }
    if (error !== undefined) {
      file.rows += 1;
      file.problems.push({ row: last + 1, column: '', message: error });
    }
    if (file.rows > maxRows) return;
  }
}

function countKnown(headers: readonly string[]): number {
  return headers.filter((header) => findColumn(header) !== undefined).length;
}

function findColumn(header: string): MatrixColumn | undefined {
  return matrixColumns.find((column) => column.toLowerCase() === header.toLowerCase());
}

function findHeaderFault(headers: readonly string[]): string | undefined {
  const unknown = headers.filter((header) => header !== '' && findColumn(header) === undefined);
  const known = new Set(headers.map(findColumn));
  const missing = matrixColumns.filter((column) => !known.has(column));
  const all = `The columns of a matrix are ${matrixColumns.join(', ')}.`;
  if (missing.length === matrixColumns.length) return `${noHeader} ${all}`;
  const faults = [
    ...(unknown.length > 0 ? [`The file has unknown columns: ${quotedList(unknown)}.`] : []),
    ...(missing.length > 0 ? [`The file lacks columns: ${quotedList(missing)}.`] : []),
  ];
  if (faults.length === 0) return undefined;
  return `${faults.join(' ')} ${all}`;
}

function quotedList(headers: readonly string[]): string {
  const shown = headers.slice(0, 13).map((header) => `"${header.slice(0, 60)}"`);
  return `${shown.join(', ')}${headers.length > shown.length ? ' and more' : ''}`;
}

function columnPlaces(headers: readonly string[]): Record<MatrixColumn, number> {
  const places = matrixColumns.map((column) => [
    column,
    headers.findIndex((header) => findColumn(header) === column),
  ]);
  return Object.fromEntries(places) as Record<MatrixColumn, number>; // each column has its place
}

function findRowFault(headers: readonly string[], numbered: NumberedRow) {
  const { length } = numbered.cells;
  const named = namedColumns(headers);
  const columns = length === 1 ? 'column' : 'columns';
  const counted = `This row has ${length} ${columns}; the header has ${named}.`;
  if (length < named)
    return {
      column: headers[length] ?? '',
      message: `${counted} Add the missing ones (they may be empty).`,
    };
  if (!isWithin(numbered, { columns: headers.length, named }))
    return {
      column: headers.at(-1) ?? '',
      message: `${counted} Put text that contains the separator in quotation marks.`,
    };
  return undefined;
}

function cellsByColumn(places: Record<MatrixColumn, number>, record: readonly string[]) {
  const cells = matrixColumns.map((column) => [column, record[places[column]] ?? '']);
  return Object.fromEntries(cells) as Record<MatrixColumn, string>; // each column has its cell
}

function isBlank(cell: string): boolean {
  return cell === '' || cleanCell(cell) === '';
}

/** The fees of a row; without bands there are none from that day. */
export type MatrixFees = { validFrom: string; bands: CallFeeBand[] };
type Read = { fees?: MatrixFees; problems: Problem[] };
type Cells = MatrixRecord['cells'];
type Report = (column: MatrixColumn, message: string) => undefined;

const timedColumns = [
  ['to1', 'price1'],
  ['to2', 'price2'],
  ['to3', 'price3'],
  ['to4', 'price4'],
] as const satisfies readonly (readonly [MatrixColumn, MatrixColumn])[];
const thereafterColumns = ['thereafterEvery', 'thereafterPrice'] as const;

export function readFees({ row, cells }: MatrixRecord, readDay: DayReader): Read {
  const problems: Problem[] = [];
  const report: Report = (column, message) => void problems.push({ row, column, message });
  const read = readDay(cells.validFrom);
  if ('message' in read) report('validFrom', read.message);
  const bands = readBands(cells, report);
  if (!('day' in read) || bands === undefined || problems.length > 0) return { problems };
  return { fees: { validFrom: read.day, bands }, problems };
}

function readBands(cells: Cells, report: Report): CallFeeBand[] | undefined {
  const timed = timedColumns.map((columns) => readPair(cells, columns, report));
  const thereafter = readPair(cells, thereafterColumns, report);
  const gap = timed.indexOf('empty');
  if (gap >= 0 && timed.some((pair, index) => index > gap && pair !== 'empty'))
    report(timedColumns[gap]?.[0] ?? 'to1', 'Fill in this price before the later ones.');
  if (thereafter === undefined || timed.includes(undefined)) return undefined;
  let startTime = 0;
  const bands: CallFeeBand[] = [];
  for (const pair of timed) {
    if (pair === undefined || pair === 'empty') continue;
    const { minutes: endTime, cents: chargeCents } = pair;
    bands.push({ startTime, endTime, additionalTime: 0, chargeCents });
    startTime = endTime;
  }
  const time = { startTime: thereafterTime, endTime: thereafterTime };
  if (thereafter !== 'empty') {
    const { minutes: additionalTime, cents: chargeCents } = thereafter;
    bands.push({ ...time, additionalTime, chargeCents });
  }
  if (bands.length > 0) reportErrors(bands, report);
  return bands;
}

/** All other rules hold by the shape of the columns. */
function reportErrors(bands: readonly CallFeeBand[], report: Report): void {
  for (const { row, message } of feeErrors(bands))
    report(timedColumns[row ?? 0]?.[0] ?? 'thereafterEvery', message);
}

type Pair = { minutes: number; cents: number };

/** Undefined after a problem. */
function readPair(
  cells: Cells,
  [time, price]: readonly [MatrixColumn, MatrixColumn],
  report: Report,
): Pair | 'empty' | undefined {
  const [timeText, priceText] = [cleanCell(cells[time]), cleanCell(cells[price])];
  if (timeText === '' && priceText === '') return 'empty';
  if (timeText === '') return report(time, `Fill in ${time}, or leave ${price} empty too.`);
  if (priceText === '') return report(price, `Fill in ${price}, or leave ${time} empty too.`);
  const minutes = readMinutes(timeText, (message) => report(time, message));
  const cents = readCents(priceText, (message) => report(price, message));
  return minutes === undefined || cents === undefined ? undefined : { minutes, cents };
}

function readMinutes(text: string, report: (message: string) => undefined): number | undefined {
  if (/^-\s*\d/.test(text)) return report('Must not be below 0.');
  if (!/^(?:\d{1,15}|\d{1,3}(?: \d{3}){1,4})$/.test(text))
    return report('Must be a whole number of minutes.');
  const minutes = Number(text.replaceAll(' ', ''));
  return minutes > maxMinutes ? report('Must not be more than 100 000 minutes.') : minutes;
}

/** `1 234,50`, `1,234.50` and `R 1234.5`, but not `1,234`, which may be either. */
function readCents(text: string, report: (message: string) => undefined): number | undefined {
  const amount = text.replace(/^R ?/i, '');
  if (/^-\s*\d/.test(amount)) return report('Must not be below R 0.00.');
  const match =
    /^(\d{1,12}|\d{1,3}(?: \d{3}){1,3})(?:[.,](\d{1,2}))?$/.exec(amount) ??
    /^(\d{1,3}(?:,\d{3}){1,3})\.(\d{2})$/.exec(amount);
  if (!match) return report('Must be an amount in Rand with at most two decimals.');
  const cents = Number(match[1]?.replaceAll(/[ ,]/g, '') + (match[2] ?? '').padEnd(2, '0'));
  return cents > maxEntryCents ? report('Must not be more than R 100 000 000.00.') : cents;
}

/** The day of a cell, or what is wrong with it. */
type DayReader = (cell: string) => { day: string } | { message: string };

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
    return { message: `"${text}" has another order of day and month than the column. ${advice}` };
  if (other !== undefined) return { message: `"${text}" may be ${day} or ${other}. ${advice}` };
  const read = validDay.safeParse(day);
  return read.success ? { day } : { message: read.error.issues[0]?.message ?? '' };
}

const advice = 'Write it as YYYY-MM-DD.';
