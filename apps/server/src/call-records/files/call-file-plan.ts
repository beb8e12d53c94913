import type { CallMapping } from '@recoup/contract/call-records/mapping';
import type { CallSystem } from '@recoup/contract/call-records/rules';
import { readShape } from '../../platform/csv/header.ts';
import { isWithin, namedColumns, type NumberedRow } from '../../platform/csv/numbered-rows.ts';
import { reject, type Rejection } from '../../platform/csv/problems.ts';
import { type CallLine, type Cells, type OwnNumbers, problem } from './call-leg.ts';
import { type Ordered, orderedStarts } from './day-order.ts';
import { type Detected, detectLayout } from './detect-layout.ts';
import {
  requiredCellCount,
  mapCallColumns,
  mappedReader,
  missingColumns,
} from './layouts/mapped.ts';
import type { Starts } from './times.ts';

/** The firm's settings for files of a telephone system, or with these columns. */
export type CallFileSettings = {
  own: OwnNumbers;
  /** Corrections of the columns that were found by their names. */
  mapping?: CallMapping | undefined;
  /** Set for a file of one person. */
  ownParty?: string | undefined;
};

export type LoadSettings = (file: {
  system: CallSystem;
  columns: string[];
}) => Promise<CallFileSettings>;

export type Shape = {
  system: CallSystem;
  delimiter: string;
  columns: string[];
  mapping: CallMapping;
};

/** With `shape` the columns were read, and a user may map them. */
export type UnrecognizedCallFile = Rejection & { shape?: Shape; isOrderOpen?: boolean };

/** How the lines of a file are read. */
export type Plan = Shape &
  Ordered & {
    read: Read;
    /** Lines of `body` before the calls, and rows of the file before `body`. */
    skipped: number;
    rowsBefore: number;
    /** The line that names the columns, as a spreadsheet counts, and how many stand above it. */
    headerRow: number;
    linesAbove: number;
    body: string;
  };
type Read = (row: NumberedRow) => CallLine & { isShort?: boolean };

/** Detects the telephone system by the beginning of the file; else reads it as a plain CSV. */
export async function planCallFile(
  head: string,
  loadSettings: LoadSettings,
): Promise<Plan | UnrecognizedCallFile> {
  const detected = detectLayout(head);
  return detected ? planOfSystem(head, detected, loadSettings) : planOfCsv(head, loadSettings);
}

async function planOfSystem(
  head: string,
  { layout, delimiter, lines, above, linesAbove }: Detected,
  loadSettings: LoadSettings,
): Promise<Plan> {
  const { system, mayBeLonger = false } = layout;
  const ownLines = layout.headLines(lines);
  const hasNames = ownLines > 0;
  const columns = hasNames ? (lines[0] ?? []).map((header) => header.trim()) : [];
  const { own, mapping: { dateOrder } = {} } = await loadSettings({ system, columns });
  const of = { hasNames, mayBeLonger, least: layout.leastCells?.(columns) };
  const createReader = ({ read }: Starts) => layout.reader(columns, own, read);
  const ordered = orderedStarts(dateOrder, { head, delimiter, createReader });
  return {
    system,
    delimiter,
    columns,
    mapping: dateOrder === undefined ? {} : { dateOrder },
    read: wholeLines(lines[0] ?? [], of, createReader(ordered.starts)),
    ...ordered,
    skipped: linesAbove + ownLines,
    rowsBefore: 0,
    headerRow: above + 1,
    linesAbove,
    body: head,
  };
}

async function planOfCsv(
  head: string,
  loadSettings: LoadSettings,
): Promise<Plan | UnrecognizedCallFile> {
  const shape = readShape(head, (headers) => Object.keys(mapCallColumns(headers, {})).length);
  if (!shape.ok) return shape;
  const { delimiter, columns, headerRow, linesAbove, bodyStart } = shape;
  const { own, mapping = {}, ownParty } = await loadSettings({ system: 'csv', columns });
  const mapped = mapCallColumns(columns, mapping);
  const missing = missingColumns(columns, mapped, { isOfOne: ownParty !== undefined });
  if (missing !== undefined) {
    const message =
      `The file ${ownParty === undefined ? 'is of no telephone system that is known, and ' : ''}` +
      `has ${missing}. ` +
      `Its columns are: ${columns.slice(0, 20).join(', ')}. Say which column holds what.`;
    return { ...reject(message), shape: { system: 'csv', delimiter, columns, mapping: mapped } };
  }
  const of = { hasNames: true, mayBeLonger: false, least: requiredCellCount(columns, mapped) };
  const createReader = ({ read }: Starts) =>
    mappedReader(columns, mapped, { own, readStart: read, ownParty });
  const ordered = orderedStarts(mapped.dateOrder, { head, delimiter, createReader });
  return {
    system: 'csv',
    delimiter,
    columns,
    mapping: mapped,
    read: wholeLines(columns, of, createReader(ordered.starts)),
    ...ordered,
    skipped: 0,
    rowsBefore: headerRow,
    headerRow,
    linesAbove,
    body: head.slice(bodyStart),
  };
}

/** Columns that 3CX writes by default. A name with a comma may have made more. */
const mostColumns = 27;

/**
 * Refuses lines of another length than the first: read on, a text with a separator in it would
 * shift what follows. A line that ends early is read if only optional cells are missing, unless the
 * file ends in it. Names of columns may end with empty ones.
 */
function wholeLines(
  first: Cells,
  of: { hasNames: boolean; mayBeLonger: boolean; least?: number | undefined },
  read: (cells: Cells) => CallLine,
): Read {
  const needed = of.hasNames ? namedColumns(first) : Math.min(first.length, mostColumns);
  const room = { columns: first.length, named: of.hasNames ? needed : first.length };
  const where = of.hasNames ? 'the header' : 'the first line';
  return (numbered) => {
    const { cells, isOfShortBlock, isCut } = numbered;
    const counted = `This line has ${cells.length} columns; ${where} has ${needed}`;
    if (!of.mayBeLonger && !isWithin(numbered, room))
      return problem('', `${counted}. Put text that contains the separator in quotation marks.`);
    if (cells.length >= needed) return read(cells);
    const { least = needed } = of;
    const mayBeShort = isOfShortBlock && !isCut && cells.length >= least;
    // As the same line in a file that no spreadsheet has shortened.
    if (mayBeShort) return { ...read(padded(cells, first.length)), isShort: true };
    return problem('', `${counted}: it is cut off. Export the file again.`);
  };
}

function padded(cells: Cells, length: number): Cells {
  return [...cells, ...Array.from({ length: length - cells.length }, () => '')];
}
