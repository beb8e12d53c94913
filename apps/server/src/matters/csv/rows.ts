import { normalizeLine } from '../../platform/csv/clean-text.ts';
import { noteMisread } from '../../platform/csv/misread.ts';
import { isWithin, namedColumns, type NumberedRow } from '../../platform/csv/numbered-rows.ts';
import { readPhones } from './phones.ts';
import { readAttorney, readClient, readDescription, readNumber, readStatus } from './cells.ts';
import { readBothWays, readOpened } from './opened-date.ts';
import type { MatterRow } from './parser-types.ts';
import { addProblem } from '../../platform/csv/problems.ts';
import { header, type Reading } from './reading.ts';

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

function lacksOptional(
  { columns }: Reading,
  { cells, isOfShortBlock, isCut }: NumberedRow,
): boolean {
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
