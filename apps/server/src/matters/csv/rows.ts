import { readPhones } from './phones.ts';
import { readAttorney, readClient, readDescription, readNumber, readStatus } from './cells.ts';
import { readBothWays, readOpened } from './opened-date.ts';
import type { MatterRow } from './parser-types.ts';
import { addProblem } from '../../platform/csv/problems.ts';
import { header, type Reading } from './reading.ts';

const maxUnevenRows = 10_000;

/** Adds a record to the reading, as a matter or as problems. A blank row is neither. */
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
    phones: readPhones(reading, row, cells),
  };
  const waiting = readOpened(reading, matter, cells[columns.opened ?? -1] ?? '');
  const isAccepted = problems.count === before;
  if (isAccepted) {
    reading.acceptedRows++;
    reading.rows.push(matter);
  }
  if (waiting) readBothWays(reading, matter, { ...waiting, isAccepted });
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
  const counted =
    `This row has ${cells.length} ${cells.length === 1 ? 'column' : 'columns'}; ` +
    `the header has ${headers.length}.`;
  if (cells.length < headers.length) {
    addProblem(
      problems,
      row,
      header(reading, cells.length),
      `${counted} Add the missing ones (they may be empty).`,
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
    `${maxUnevenRows} rows do not have as many columns as the header. ` +
      'Rows after this one were not read.',
  );
  reading.isStopped = true;
  return false;
}
