import type { CallMapping } from '@recoup/contract/call-records/mapping';
import type { CallSystem } from '@recoup/contract/call-records/rules';
import { readShape } from '../../platform/csv/header.ts';
import { isWithin, namedColumns, type NumberedRow } from '../../platform/csv/numbered-rows.ts';
import { reject, type Rejection } from '../../platform/csv/problems.ts';
import { type CallLine, type Cells, type OwnNumbers, problem } from './call-leg.ts';
import { type Detected, detectLayout, firstLines } from './detect-layout.ts';
import {
  mapCallColumns,
  mappedReader,
  missingColumns,
  requiredCellCount,
} from './layouts/mapped.ts';
import { createStarts, type DayOrder, type Starts } from './times.ts';

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

/** `order` is undefined where nothing says which it is. */
type Ordered = { starts: Starts; order: DayOrder | undefined };

/** The order that was chosen, else the one that the days at the beginning of the file prove. */
function orderedStarts(
  chosen: DayOrder | undefined,
  of: {
    head: string;
    delimiter: string;
    createReader: (starts: Starts) => (cells: Cells) => CallLine;
  },
): Ordered {
  const order = chosen ?? provedOrder(of);
  return { starts: createStarts(order ?? 'DMY'), order };
}

function provedOrder({
  head,
  delimiter,
  createReader,
}: Parameters<typeof orderedStarts>[1]): DayOrder | undefined {
  const starts = createStarts('DMY');
  const read = createReader(starts);
  for (const line of firstLines(head, delimiter, maxLinesLookedAt)) read(line);
  return orderFromEvidence(starts);
}

/** Each line is read twice then. */
const maxLinesLookedAt = 1_000;

/** A number above 12 is a day. */
function orderFromEvidence({ evidence: { dayFirst, monthFirst } }: Starts): DayOrder | undefined {
  if (dayFirst === monthFirst) return undefined;
  return dayFirst ? 'DMY' : 'MDY';
}

/** Asks for the order of dates, so that no call is charged on a wrong day. */
export function orderQuestion(starts: Starts, order: DayOrder | undefined): string | undefined {
  if (order !== undefined || !starts.evidence.unordered) return undefined;
  const { dayFirst, monthFirst } = starts.evidence;
  if (dayFirst) return undefined; // as they were read
  return monthFirst
    ? 'Lines further down show that the month comes before the day. Choose that order of dates.'
    : 'No day in the file is above 12, so it does not show whether the day or the month comes ' +
        'first. Choose the order of dates.';
}
