import type { CallSystem } from '@recoup/contract/call-records/rules';

/** `local` is in the zone of the source, `YYYY-MM-DD HH:MM:SS`; `at` is ISO 8601 with its zone. */
export type CallStart = { local: string } | { at: string };

/**
 * An answered call with a party outside, or one leg of it. `key` is unique within its source, so
 * that the same leg in another file is recognised; all legs of a call have its `callKey`.
 */
export type CallLeg = {
  key: string;
  callKey: string;
  start: CallStart;
  /** Talked, without ringing unless the source has no other length. */
  seconds: number;
  direction: 'in' | 'out';
  /** Extension, email or number of the person in the firm, lower case. */
  ownParty: string;
  /** As E.164 if it is one; null for a hidden number, and for one that cannot be read. */
  otherParty: string | null;
  /** The text in the file instead of a number. */
  unread?: string | undefined;
  accountCode: string | null;
};

/** A line of a file. `unknown`: it names no person whom the firm knows. */
export type CallLine =
  | { kind: 'leg'; leg: CallLeg }
  | { kind: 'unanswered' | 'internal' | 'unknown' | 'blank' }
  | { kind: 'problem'; column: string; message: string };

export type Cells = readonly string[];

/** Tells the firm's own numbers, and the prefix that is dialled before an outside number. */
export type OwnNumbers = { isOwn: (party: string) => boolean; outsidePrefix: string };

/** A start, or what is wrong with it. */
export type ReadStart = (text: string) => CallStart | string;

/** How the files of a telephone system are recognised and read. */
export type CallLayout = {
  system: CallSystem;
  /** Whether a file that begins with these lines is of the system. */
  fits: (lines: readonly Cells[]) => boolean;
  /** How many lines stand before the calls: names of columns and their types. */
  headLines: (lines: readonly Cells[]) => number;
  /** Names behind the columns that are read may have commas without quotes. */
  mayBeLonger?: boolean;
  /**
   * How many cells a line of the file has at least, where those at its end may be missing: what
   * they hold is optional, and a spreadsheet leaves out empty ones.
   */
  leastCells?: (head: Cells) => number;
  /** Made for a file, whose first line names its columns if `headLines` is not 0. */
  reader: (head: Cells, own: OwnNumbers, readStart: ReadStart) => (cells: Cells) => CallLine;
};

export function problem(column: string, message: string): CallLine {
  return { kind: 'problem', column, message };
}

/** The account code of a cell; databases write `\N` or `NULL` for none. */
export function readAccountCode(cell: string): string | null {
  return cell === '' || cell === '\\N' || cell === 'NULL' ? null : cell;
}
