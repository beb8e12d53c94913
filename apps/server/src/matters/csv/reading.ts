import { createAttorneyFinder, type FindAttorney } from './attorney-match.ts';
import { createWordReader, type ImportWords, type WordReader } from './import-words.ts';
import type { ColumnIndexes } from './columns.ts';
import { type DateEvidence, noDateEvidence } from '../../platform/csv/dates.ts';
import type { Attorney, MatterRow } from './parser-types.ts';
import { type Misread, noMisread } from '../../platform/csv/clean-text.ts';
import { createProblemList, type ProblemList } from '../../platform/csv/problems.ts';

/** The state of the parser. `isStopped`: too few rows fit the header line. */
export type Reading = {
  headers: readonly string[];
  columns: ColumnIndexes;
  findAttorney: FindAttorney;
  words: WordReader;
  /** Accepted rows that are not handed on yet. */
  rows: MatterRow[];
  problems: ProblemList;
  evidence: DateEvidence;
  /** Problems of dates whose order is unknown yet, for each of the two orders. */
  deferred: { dayFirst: DeferredProblems; monthFirst: DeferredProblems };
  /** The row of each matter number, for the first `maxNumbers` of them. */
  firstRows: Map<string, number>;
  maxNumbers: number;
  acceptedRows: number;
  filledRows: number;
  unevenRows: number;
  /** Rows that end early, without what is optional, and the first of them. */
  short: { rows: number; first: number };
  misread: Misread;
  isStopped: boolean;
};

/** `rejectedRows`: rows without any other problem. */
export type DeferredProblems = { problems: ProblemList; rejectedRows: number };

const maxNumbers = 100_000;

export function startReading(input: {
  headers: readonly string[];
  columns: ColumnIndexes;
  attorneys: readonly Attorney[];
  words: ImportWords | undefined;
  maxProblems: number | undefined;
  maxNumbers: number | undefined;
}): Reading {
  const noProblems = () => createProblemList(input.maxProblems);
  return {
    headers: input.headers,
    columns: input.columns,
    findAttorney: createAttorneyFinder(input.attorneys),
    words: createWordReader(input.words),
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
    short: { rows: 0, first: 0 },
    misread: noMisread(),
    isStopped: false,
  };
}

/** The header of a column as the file writes it. */
export function header(reading: Reading, at: number | undefined): string {
  return reading.headers[at ?? -1] ?? '';
}
