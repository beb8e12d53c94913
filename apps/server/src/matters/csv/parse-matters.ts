import { countKnownHeaders, type MappedColumns, mapColumns } from './columns.ts';
import { decideOrder } from '../../platform/csv/dates.ts';
import {
  findUnreadable,
  inSmallChunks,
  readable,
  splitHead,
  type TextChunks,
} from '../../platform/csv/text-chunks.ts';
import { misreadNotices } from '../../platform/csv/clean-text.ts';
import { addProblem, mergeProblems, reject } from '../../platform/csv/problems.ts';
import { readNumberedRows } from '../../platform/csv/numbered-rows.ts';
import { wordNotices } from './import-words.ts';
import type { Attorney } from './parser-types.ts';
import { type Reading, startReading } from './reading.ts';
import { readRow } from './rows.ts';
import { type FileShape, headerNotices, readShape } from '../../platform/csv/header.ts';
import type { MatterFile, ParserOptions, UnrecognizedFile } from './matter-file.ts';

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
