import type { FileWord } from '@recoup/contract/matters/import-endpoints';
import { misreadNotices } from '../../platform/csv/clean-text.ts';
import { type DateOrder, type DateOrderReason, decideOrder } from '../../platform/csv/dates.ts';
import {
  type Delimiter,
  type FileShape,
  headerNotices,
  readShape,
} from '../../platform/csv/header.ts';
import { readNumberedRows } from '../../platform/csv/numbered-rows.ts';
import {
  addProblem,
  mergeProblems,
  type Problem,
  reject,
  type Rejection,
} from '../../platform/csv/problems.ts';
import {
  findUnreadable,
  inSmallChunks,
  readable,
  splitHead,
  type TextChunks,
} from '../../platform/csv/text-chunks.ts';
import {
  type ColumnMapping,
  countKnownHeaders,
  mapColumns,
  type MappedColumns,
} from './columns.ts';
import { type ImportWords, wordNotices } from './import-words.ts';
import type { Attorney, MatterField, MatterRow } from './parser-types.ts';
import { type Reading, startReading } from './reading.ts';
import { readRow } from './rows.ts';

/**
 * Parses a CSV file of matters (product.md, "Matters in") as a stream, and lists the problems of
 * each row. Yields to other requests in between.
 */
export async function readMatterFile(
  source: TextChunks,
  options: ParserOptions,
): Promise<MatterFile | UnrecognizedFile> {
  const { head, rest } = await splitHead(source);
  const unreadable = findUnreadable(head);
  if (unreadable !== undefined) return reject(unreadable);
  const shape = readShape(head, countKnownHeaders);
  if (!shape.ok) return shape;
  const { delimiter, columns } = shape;
  const mapped = mapColumns(
    columns,
    options.mapping ?? (await options.loadSavedMapping?.(columns)),
  );
  if (!mapped.ok)
    return {
      ...reject(mapped.message),
      shape: { delimiter, columns, mapping: mapped.mapping ?? {} },
    };
  const { attorneys, words, maxProblems, maxNumbers } = options;
  const reading = startReading({
    headers: columns,
    columns: mapped.columns,
    attorneys,
    words,
    maxProblems,
    maxNumbers,
  });
  const error = await readRows(reading, {
    shape,
    chunks: inSmallChunks(head.slice(shape.bodyStart), rest),
    onRows: options.onRows,
  });
  if (error !== undefined) return reject(error);
  if (reading.filledRows === 0)
    return reject('The file names its columns, but has no rows under them.');
  return finish(reading, { shape, mapped, attorneys });
}

type Finished = { shape: FileShape; mapped: MappedColumns; attorneys: readonly Attorney[] };

function finish(reading: Reading, { shape, mapped, attorneys }: Finished): MatterFile {
  const { mapping, layout } = mapped;
  const { delimiter, columns } = shape;
  const dates = decideOrder(reading.evidence, layout?.dateOrder);
  const isMonthFirst = dates?.order === 'MDY';
  const late = isMonthFirst ? reading.deferred.monthFirst : reading.deferred.dayFirst;
  const acceptedRows = reading.acceptedRows - late.rejectedRows;
  return {
    ok: true,
    shape: {
      delimiter,
      columns,
      mapping,
      dateOrder: dates?.order ?? null,
      dateOrderReason: dates?.reason ?? null,
      layout: layout?.name ?? null,
    },
    isMonthFirst,
    notices: readingNotices(reading, { shape, attorneys }),
    words: reading.words.found(),
    acceptedRows,
    problems: mergeProblems(reading.problems, late.problems),
    problemCount: reading.problems.count + late.problems.count,
    rejectedRows: reading.filledRows - acceptedRows,
  };
}

/** Sentences about rows that were not read literally. */
function readingNotices(
  { short, misread, words }: Reading,
  { shape, attorneys }: Pick<Finished, 'shape' | 'attorneys'>,
): string[] {
  const names = new Map(attorneys.map(({ id, name }) => [id, name]));
  const explained = wordNotices(words.found(), names);
  const notices = [...headerNotices(shape), ...misreadNotices(misread), ...explained];
  if (short.rows === 1)
    notices.push(`Row ${short.first} ends early. The cells that it lacks are taken as empty.`);
  if (short.rows > 1)
    notices.push(
      `${short.rows} rows end early, the first is row ${short.first}. The cells that they lack ` +
        'are taken as empty.',
    );
  return notices;
}

type Body = { shape: FileShape; chunks: AsyncIterable<string>; onRows: ParserOptions['onRows'] };

/** Returns an error for a chunk that is no text. */
async function readRows(reading: Reading, { shape, chunks, onRows }: Body) {
  const check: { error?: string } = {};
  let last = shape.headerRow;
  for await (const { rows, error } of readNumberedRows(readable(chunks, check), shape)) {
    for (const row of rows) {
      last = row.row;
      readRow(reading, row);
      if (reading.isStopped) return undefined;
    }
    if (error !== undefined) {
      reading.filledRows++;
      addProblem(reading.problems, last + 1, '', error);
    }
    await onRows(reading.rows.splice(0));
  }
  return check.error;
}

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

type MatterFileShape = {
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
