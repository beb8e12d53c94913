import { type ColumnMapping, type MappedColumns, mapColumns } from './columns.ts';
import { type DateOrder, type DateOrderReason, decideOrder } from './dates.ts';
import { findUnreadable } from './decode.ts';
import { addProblem, mergeProblems } from './problems.ts';
import { readRecords } from './records.ts';
import { type Reading, startReading } from './reading.ts';
import { readRow } from './rows.ts';
import { type Delimiter, type FileShape, readShape } from './header.ts';
import { inSmallChunks, splitHead, type TextChunks } from './text-chunks.ts';
import {
  type Attorney,
  type MatterField,
  type MatterRow,
  type Problem,
  type Rejection,
  reject,
} from './parser-types.ts';

export type RequestedMapping = { readonly [field in MatterField]?: string | null | undefined };

export type ParserOptions = {
  attorneys: readonly Attorney[];
  /** Header by field, as an earlier `shape.mapping` answered or a person corrected it; '' or null leaves the column out. */
  mapping?: RequestedMapping | undefined;
  /** Called when the header line is known and no `mapping` was given: what a person said of the same line earlier, if anything. */
  loadSavedMapping?: (columns: readonly string[]) => Promise<RequestedMapping | undefined>;
  /** Given the rows without problems, batch by batch, while the file is being read. A batch is not kept afterwards. */
  onRows: (rows: MatterRow[]) => Promise<void>;
  /** How many problems are listed; 200 when absent. All are counted. */
  maxProblems?: number;
  /** How many matter numbers are remembered to find one that comes twice, 100,000 when absent; the database finds it behind them. */
  maxNumbers?: number;
};

/** What a file turned out to be. `isMonthFirst`: which reading of the rows' dates holds; a row without a date in it is refused. */
export type MatterFile = {
  ok: true;
  shape: MatterFileShape;
  isMonthFirst: boolean;
  acceptedRows: number;
  /** The first of them, in the order of the rows. */
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

/** The columns were read, but they cannot be taken as matters: a person may say which is which. */
export type UnrecognizedFile = Rejection & {
  shape?: Pick<MatterFileShape, 'delimiter' | 'columns' | 'mapping'>;
};

/**
 * Reads the text of a CSV file of matters (product.md, "Matters in"): all rows are read, and what cannot be taken is said row by row.
 * Refuses a text that is no such file. Other requests get their turn while a large file is read, and no more of it is kept than
 * the first matter numbers that have occurred.
 */
export async function readMatterFile(
  source: TextChunks,
  options: ParserOptions,
): Promise<MatterFile | UnrecognizedFile> {
  const { head, rest } = await splitHead(source);
  const unreadable = findUnreadable(head);
  if (unreadable !== undefined) return reject(unreadable);
  const shape = readShape(head);
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
  const { attorneys, maxProblems, maxNumbers } = options;
  const reading = startReading({
    headers: columns,
    columns: mapped.columns,
    attorneys,
    maxProblems,
    maxNumbers,
  });
  const fault = await readRows(reading, {
    shape,
    chunks: inSmallChunks(head.slice(shape.bodyStart), rest),
    onRows: options.onRows,
  });
  if (fault !== undefined) return reject(fault);
  if (reading.filledRows === 0)
    return reject('The file names its columns, but has no rows under them.');
  return finish(reading, shape, mapped);
}

function finish(
  reading: Reading,
  { delimiter, columns }: FileShape,
  { mapping, layout }: MappedColumns,
): MatterFile {
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
    acceptedRows,
    problems: mergeProblems(reading.problems, late.problems),
    problemCount: reading.problems.count + late.problems.count,
    rejectedRows: reading.filledRows - acceptedRows,
  };
}

type Body = { shape: FileShape; chunks: AsyncIterable<string>; onRows: ParserOptions['onRows'] };

/** Returns why the text is none after all, if it is not. */
async function readRows(
  reading: Reading,
  { shape, chunks, onRows }: Body,
): Promise<string | undefined> {
  const check: { fault?: string } = {};
  let row = shape.headerRow;
  for await (const { records, fault } of readRecords(readable(chunks, check), shape.delimiter)) {
    for (const record of records) {
      row++;
      readRow(reading, row, record);
      if (reading.isStopped) return undefined;
    }
    if (fault !== undefined) {
      reading.filledRows++;
      addProblem(reading.problems, row + 1, '', fault);
    }
    await onRows(reading.rows.splice(0));
  }
  return check.fault;
}

/** The chunks up to the first that is no text. */
async function* readable(
  chunks: AsyncIterable<string>,
  check: { fault?: string },
): AsyncGenerator<string> {
  for await (const chunk of chunks) {
    const fault = findUnreadable(chunk);
    if (fault !== undefined) {
      check.fault = fault;
      return;
    }
    yield chunk;
  }
}
