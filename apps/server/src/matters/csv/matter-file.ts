import type { FileWord } from '@recoup/contract/matters/import-endpoints';
import type { ColumnMapping } from './columns.ts';
import type { DateOrder, DateOrderReason } from '../../platform/csv/dates.ts';
import type { Delimiter } from '../../platform/csv/header.ts';
import type { Problem, Rejection } from '../../platform/csv/problems.ts';
import type { ImportWords } from './import-words.ts';
import type { Attorney, MatterField, MatterRow } from './parser-types.ts';

export type RequestedMapping = { readonly [field in MatterField]?: string | null | undefined };

export type ParserOptions = {
  attorneys: readonly Attorney[];
  /** Header by field, detected or corrected by a user; '' or null leaves the column out. */
  mapping?: RequestedMapping | undefined;
  /** Meanings that the firm gave to words which are no status and no attorney by themselves. */
  words?: ImportWords | undefined;
  /** Called without `mapping`: the saved mapping of the same header line. */
  loadSavedMapping?: (columns: readonly string[]) => Promise<RequestedMapping | undefined>;
  /** Called with each batch of accepted rows. */
  onRows: (rows: MatterRow[]) => Promise<void>;
  /** How many problems are listed; 200 when absent. All are counted. */
  maxProblems?: number;
  /** Numbers remembered to find repeats, by default 100,000; beyond, the database finds them. */
  maxNumbers?: number;
};

/** `isMonthFirst`: which order of the rows' dates holds; rows without a date in it are rejected. */
export type MatterFile = {
  ok: true;
  shape: MatterFileShape;
  isMonthFirst: boolean;
  /** Sentences about rows that were not read literally. */
  notices: string[];
  /** Words that are no status or no attorney by themselves, explained by the firm or not. */
  words: FileWord[];
  acceptedRows: number;
  /** The first `maxProblems`, in the order of the rows. */
  problems: Problem[];
  problemCount: number;
  rejectedRows: number;
};

export type MatterFileShape = {
  delimiter: Delimiter;
  columns: string[];
  mapping: ColumnMapping;
  dateOrder: DateOrder | null;
  dateOrderReason: DateOrderReason | null;
  layout: string | null;
};

/** With `shape` the columns were read, and a user may map them. */
export type UnrecognizedFile = Rejection & {
  shape?: Pick<MatterFileShape, 'delimiter' | 'columns' | 'mapping'>;
};
