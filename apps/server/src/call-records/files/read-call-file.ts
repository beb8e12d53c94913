import type { CallMapping } from '@recoup/contract/call-records/mapping';
import type { CallSystem } from '@recoup/contract/call-records/rules';
import { maxMinutes } from '@recoup/contract/core/fields';
import { entryDays } from '@recoup/contract/entries/entry-days';
import { readShape } from '../../platform/csv/header.ts';
import {
  addProblem,
  createProblemList,
  type Problem,
  type ProblemList,
  reject,
  type Rejection,
} from '../../platform/csv/problems.ts';
import { readRecords } from '../../platform/csv/records.ts';
import {
  inSmallChunks,
  readable,
  splitHead,
  type TextChunks,
} from '../../platform/csv/text-chunks.ts';
import { findUnreadable } from '../../platform/csv/unreadable.ts';
import { type CallLeg, type CallLine, type Cells, type OwnNumbers, problem } from './call-leg.ts';
import { detectLayout } from './detect-layout.ts';
import { mapCallColumns, mappedReader, missingColumns } from './layouts/mapped.ts';

/** What the firm has set for files of a telephone system, or with these columns. */
export type CallFileSettings = {
  own: OwnNumbers;
  /** Corrections of the columns that were found by their names. */
  mapping?: CallMapping | undefined;
};

export type CallFileOptions = {
  loadSettings: (file: { system: CallSystem; columns: string[] }) => Promise<CallFileSettings>;
  /** Called with the answered calls of each batch of lines. `row` counts as in a spreadsheet. */
  onLegs: (legs: (CallLeg & { row: number })[]) => Promise<void>;
};

type Shape = { system: CallSystem; delimiter: string; columns: string[]; mapping: CallMapping };

/** `problems`: the first 200, in the order of the lines. */
export type CallFile = Shape & {
  ok: true;
  lines: number;
  legs: number;
  unanswered: number;
  internal: number;
  unknown: number;
  problems: Problem[];
  problemCount: number;
};

/** With `shape` the columns were read, and a user may map them. */
export type UnrecognizedCallFile = Rejection & { shape?: Shape };

type Plan = Shape & { read: (cells: Cells) => CallLine; skipped: number; body: string };

/**
 * Reads a file of call records as a stream: of a telephone system that its content tells, or of
 * any other by its names of columns (D2 B11). Lines with problems are listed; nothing is written.
 */
export async function readCallFile(
  source: TextChunks,
  options: CallFileOptions,
): Promise<CallFile | UnrecognizedCallFile> {
  const { head, rest } = await splitHead(source);
  const unreadable = findUnreadable(head);
  if (unreadable !== undefined) return reject(unreadable);
  if (head.trim() === '') return reject('The file is empty.');
  const plan = await planOf(head, options);
  if ('ok' in plan) return plan;
  const { read, skipped, body, ...shape } = plan;
  const counts = { legs: 0, unanswered: 0, internal: 0, unknown: 0 };
  const problems = createProblemList();
  const error = await readLines(inSmallChunks(body, rest), {
    plan: { read, skipped, delimiter: shape.delimiter },
    counts,
    problems,
    onLegs: options.onLegs,
  });
  if (error !== undefined) return reject(error);
  const { legs, unanswered, internal, unknown } = counts;
  const lines = legs + unanswered + internal + unknown + problems.count;
  if (lines === 0) return { ...reject('The file has no calls.'), shape };
  return {
    ok: true,
    ...shape,
    ...counts,
    lines,
    problems: problems.kept,
    problemCount: problems.count,
  };
}

async function planOf(
  head: string,
  { loadSettings }: CallFileOptions,
): Promise<Plan | UnrecognizedCallFile> {
  const detected = detectLayout(head);
  if (detected) {
    const { layout, delimiter, lines } = detected;
    const skipped = layout.headLines(lines);
    const columns = skipped === 0 ? [] : (lines[0] ?? []).map((header) => header.trim());
    const { system } = layout;
    const { own } = await loadSettings({ system, columns });
    const read = wholeLines(lines[0] ?? [], skipped > 0, layout.reader(columns, own));
    return { system, delimiter, columns, mapping: {}, read, skipped, body: head };
  }
  const shape = readShape(head, (headers) => Object.keys(mapCallColumns(headers, {})).length);
  if (!shape.ok) return shape;
  const { delimiter, columns } = shape;
  const { own, mapping = {} } = await loadSettings({ system: 'csv', columns });
  const mapped = mapCallColumns(columns, mapping);
  const missing = missingColumns(columns, mapped);
  if (missing !== undefined) {
    const message =
      `The file is of no telephone system that is known, and has ${missing}. ` +
      `Its columns are: ${columns.slice(0, 20).join(', ')}. Say which column holds what.`;
    return { ...reject(message), shape: { system: 'csv', delimiter, columns, mapping: mapped } };
  }
  const read = wholeLines(columns, true, mappedReader(columns, mapped, own));
  // The rows before the header are counted by `skipped`.
  return {
    system: 'csv',
    delimiter,
    columns,
    mapping: mapped,
    read,
    skipped: 1,
    body: head,
  };
}

/** What 3CX writes by default: a name with a comma may have made more columns. */
const mostColumns = 27;

/**
 * Refuses lines that are shorter than the first: a code or a number at their end would be lost.
 * Names of columns may end with empty ones.
 */
function wholeLines(first: Cells, hasNames: boolean, read: Plan['read']): Plan['read'] {
  const named = first.findLastIndex((cell) => cell.trim() !== '') + 1;
  const needed = hasNames ? named : Math.min(first.length, mostColumns);
  return (cells) => {
    if (cells.length >= needed) return read(cells);
    const message =
      `This line has ${cells.length} columns; the first line has ${needed}: it is cut off. ` +
      'Export the file again.';
    return problem('', message);
  };
}

type Lines = {
  plan: Pick<Plan, 'read' | 'skipped' | 'delimiter'>;
  counts: Pick<CallFile, 'legs' | 'unanswered' | 'internal' | 'unknown'>;
  problems: ProblemList;
  onLegs: CallFileOptions['onLegs'];
};

/** Returns an error for a chunk that is no text. */
async function readLines(
  chunks: AsyncIterable<string>,
  { plan: { read, skipped, delimiter }, counts, problems, onLegs }: Lines,
): Promise<string | undefined> {
  const check: { error?: string } = {};
  let row = 0;
  let left = skipped;
  for await (const { records, error } of readRecords(readable(chunks, check), delimiter)) {
    const legs: (CallLeg & { row: number })[] = [];
    for (const record of records) {
      row++;
      if (record.every((cell) => cell.trim() === '')) continue;
      if (left > 0) {
        left--;
        continue;
      }
      const line = read(record);
      const bad = line.kind === 'leg' ? findOutOfBounds(line.leg) : undefined;
      if (bad !== undefined) addProblem(problems, row, '', bad);
      else if (line.kind === 'leg') legs.push({ ...line.leg, row });
      else if (line.kind === 'problem') addProblem(problems, row, line.column, line.message);
      else if (line.kind !== 'blank') counts[line.kind]++;
    }
    counts.legs += legs.length;
    if (error !== undefined) addProblem(problems, row + 1, '', error);
    if (legs.length > 0) await onLegs(legs);
  }
  return check.error;
}

/** What no call has, as a sentence. */
function findOutOfBounds(leg: CallLeg): string | undefined {
  const start = 'at' in leg.start ? leg.start.at : leg.start.local;
  if (start < entryDays.first || start > entryDays.last)
    return `The call began in ${start.slice(0, 4)}; calls from 2000 to 2099 are taken.`;
  if (leg.seconds > maxMinutes * 60)
    return `The call lasts ${leg.seconds} seconds; at most 6 000 000 are taken.`;
  const texts = [leg.ownParty, leg.otherParty ?? '', leg.accountCode ?? '', leg.key, leg.callKey];
  const isLong = texts.some((text) => text.length > 300);
  return isLong
    ? 'A number or code has more than 300 characters. Export the file again.'
    : undefined;
}
