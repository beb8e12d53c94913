import { maxMinutes } from '@recoup/contract/core/fields';
import { entryDays } from '@recoup/contract/entries/entry-days';
import { findDamage, type Misread, noMisread, noteMisread } from '../../platform/csv/clean-text.ts';
import { readNumberedRows } from '../../platform/csv/numbered-rows.ts';
import {
  addProblem,
  createProblemList,
  type Problem,
  type ProblemList,
  reject,
} from '../../platform/csv/problems.ts';
import {
  findUnreadable,
  inSmallChunks,
  readable,
  splitHead,
  type TextChunks,
} from '../../platform/csv/text-chunks.ts';
import {
  type LoadSettings,
  orderQuestion,
  type Plan,
  planCallFile,
  type Shape,
  type UnrecognizedCallFile,
} from './call-file-plan.ts';
import type { CallLeg } from './call-leg.ts';
import { maxPartyLength } from './parties.ts';

export type CallFileOptions = {
  loadSettings: LoadSettings;
  /** Called with the answered calls of each batch of lines. `row` counts as in a spreadsheet. */
  onLegs: (legs: (CallLeg & { row: number })[]) => Promise<void>;
};

/** `problems`: the first 200, in the order of the lines. */
export type CallFile = Shape & {
  ok: true;
  lines: number;
  legs: number;
  unanswered: number;
  internal: number;
  unknown: number;
  /** Calls whose other number cannot be read, with the text of the first. */
  unread: { calls: number; example: string };
  /** Own numbers and account codes that may have been read in another encoding. */
  misread: Misread;
  /** Lines that ended early, without what is optional. */
  short: number;
  /** Whether days are written so that their order can be chosen. */
  isOrderOpen: boolean;
  /** The line that names the columns, as a spreadsheet counts, and how many stand above it. */
  headerRow: number;
  linesAbove: number;
  problems: Problem[];
  problemCount: number;
};

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
  const plan = await planCallFile(head, options.loadSettings);
  if ('ok' in plan) return plan;
  const { read, starts, order, skipped, rowsBefore, headerRow, linesAbove, body, ...shape } = plan;
  const found: Found = {
    counts: { legs: 0, unanswered: 0, internal: 0, unknown: 0, short: 0 },
    unread: { calls: 0, example: '' },
    misread: noMisread(),
    problems: createProblemList(),
  };
  const error = await readLines(inSmallChunks(body, rest), { plan, found, onLegs: options.onLegs });
  if (error !== undefined) return reject(error);
  const question = orderQuestion(starts, order);
  if (question !== undefined) return { ...reject(question), shape, isOrderOpen: true };
  const { counts, unread, misread, problems } = found;
  const { legs, unanswered, internal, unknown } = counts;
  const lines = legs + unanswered + internal + unknown + problems.count;
  if (lines === 0) return { ...reject('The file has no calls.'), shape };
  return {
    ok: true,
    ...shape,
    ...counts,
    unread,
    misread,
    headerRow,
    linesAbove,
    isOrderOpen: starts.evidence.unordered,
    lines,
    problems: problems.listed,
    problemCount: problems.count,
  };
}

type Found = {
  counts: Pick<CallFile, 'legs' | 'unanswered' | 'internal' | 'unknown' | 'short'>;
  unread: CallFile['unread'];
  misread: Misread;
  problems: ProblemList;
};
type Lines = { plan: Plan; found: Found; onLegs: CallFileOptions['onLegs'] };

/** Returns an error for a chunk that is no text. */
async function readLines(chunks: AsyncIterable<string>, { plan, found, onLegs }: Lines) {
  const check: { error?: string } = {};
  let left = plan.skipped;
  let last = plan.rowsBefore;
  // The blanks of a line are part of what tells it from others.
  const of = { delimiter: plan.delimiter, headerRow: plan.rowsBefore, keepsBlanks: true };
  for await (const { rows, error } of readNumberedRows(readable(chunks, check), of)) {
    const legs: (CallLeg & { row: number })[] = [];
    for (const numbered of rows) {
      last = numbered.row;
      if (numbered.cells.every((cell) => cell.trim() === '')) continue;
      left -= 1;
      const leg = left < 0 ? noteLine(found, numbered.row, plan.read(numbered)) : undefined;
      if (leg) legs.push({ ...leg, row: numbered.row });
    }
    if (error !== undefined) addProblem(found.problems, last + 1, '', error);
    if (legs.length > 0) await onLegs(legs);
  }
  return check.error;
}

/** Counts what a line says, and returns the call that it has. */
function noteLine(
  { counts, unread, misread, problems }: Found,
  row: number,
  line: ReturnType<Plan['read']>,
): CallLeg | undefined {
  if (line.kind === 'problem') {
    addProblem(problems, row, line.column, line.message);
    return undefined;
  }
  if (line.kind !== 'leg') {
    if (line.kind !== 'blank') counts[line.kind]++;
    return undefined;
  }
  const bad = findOutOfBounds(line.leg);
  if (bad !== undefined) {
    addProblem(problems, row, '', bad);
    return undefined;
  }
  counts.legs++;
  noteMisread(misread, line.leg.ownParty);
  noteMisread(misread, line.leg.accountCode ?? '');
  if (line.isShort === true) counts.short++;
  if (line.leg.unread !== undefined) {
    if (unread.calls === 0) unread.example = line.leg.unread;
    unread.calls++;
  }
  return line.leg;
}

/** An error sentence for values that no call has. */
export function findOutOfBounds(leg: CallLeg): string | undefined {
  const start = 'at' in leg.start ? leg.start.at : leg.start.local;
  if (start < entryDays.first || start > entryDays.last)
    return `The call began in ${start.slice(0, 4)}; calls from 2000 to 2099 are taken.`;
  if (leg.seconds > maxMinutes * 60)
    return `The call lasts ${leg.seconds} seconds; at most 6 000 000 are taken.`;
  const damage = findDamage(leg.accountCode ?? '');
  if (damage !== undefined) return `The account code ${damage}`;
  const texts = [leg.ownParty, leg.otherParty ?? '', leg.accountCode ?? '', leg.key, leg.callKey];
  const isLong = texts.some((text) => text.length > maxPartyLength);
  return isLong
    ? `A number or code has more than ${maxPartyLength} characters. Export the file again.`
    : undefined;
}
