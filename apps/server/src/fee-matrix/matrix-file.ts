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

function findRowFault(
  headers: readonly string[],
  numbered: NumberedRow,
): Omit<Problem, 'row'> | undefined {
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

function cellsByColumn(
  places: Record<MatrixColumn, number>,
  record: readonly string[],
): Record<MatrixColumn, string> {
  const cells = matrixColumns.map((column) => [column, record[places[column]] ?? '']);
  return Object.fromEntries(cells) as Record<MatrixColumn, string>; // each column has its cell
}

function isBlank(cell: string): boolean {
  return cell === '' || cleanCell(cell) === '';
}
