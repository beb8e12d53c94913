import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { type Parser, parse } from 'csv-parse';

/**
 * The records of a chunk. An error ends the file, after these records. `isCut`: the file ends
 * within the line of the last one.
 */
type RecordBatch = { records: string[][]; error?: string; isCut?: boolean };

/** A row needs under a thousand; the limit stops a quotation mark that is never closed. */
const maxRowLength = 100_000;
/** csv-parse builds all cells of a row, and empty cells do not count towards its row limit. */
const maxSeparators = 10_000;
const unread = (message: string) => `${message} Rows after this one could not be read.`;
const tooManyCells = unread(`The row has more than ${maxSeparators} separators. Remove them.`);
/** csv-parse makes an error for each empty line, which costs ten times as much as a row. */
const maxEmptyLines = 20_000;
const tooManyEmptyLines = unread(
  `The file has more than ${maxEmptyLines} empty lines. Remove them.`,
);
const strayQuote = unread(
  'A quotation mark (") does not end its cell. Close the cell, or write the mark twice ("").',
);
const openQuote = unread(
  'A quotation mark (") opens a cell and is never closed. Close it, or remove it.',
);
const rowTooLong = unread(
  `The row is longer than ${maxRowLength} characters: ` +
    `probably a quotation mark (") is never closed.`,
);

/**
 * Reads the rows of a CSV text, and yields to other requests between batches. The three kinds of
 * line ends may mix. Empty lines are records of one empty cell, since spreadsheets count them.
 */
export async function* readRecords(
  chunks: AsyncIterable<string>,
  delimiter: string,
  { keepsBlanks }: { keepsBlanks: boolean },
): AsyncGenerator<RecordBatch> {
  const outcome: { failure?: Error & { code?: string } } = {};
  let parser: Parser | undefined;
  const strayQuotes = createStrayQuoteTest();
  const separators = createSeparatorCount(delimiter);
  let emptyLines = 0;
  let endsLine = true;
  try {
    for await (const chunk of chunks) {
      if (separators.add(chunk) > maxSeparators) {
        yield { records: [], error: tooManyCells };
        return;
      }
      strayQuotes.add(chunk);
      if (chunk !== '') endsLine = /[\r\n]$/.test(chunk);
      parser ??= createParser(chunk, delimiter, { keepsBlanks, outcome });
      parser.write(Buffer.from(chunk, 'utf8'));
      const batch = await nextBatch(parser, outcome, strayQuotes);
      emptyLines += batch.records.filter(isEmptyLine).length;
      const isTooEmpty = emptyLines > maxEmptyLines;
      yield isTooEmpty ? { ...batch, error: tooManyEmptyLines } : batch;
      if (isTooEmpty || batch.error !== undefined) return;
    }
    if (!parser) return;
    parser.end();
    yield { ...(await nextBatch(parser, outcome, strayQuotes)), isCut: !endsLine };
  } finally {
    parser?.destroy();
  }
}

function createParser(
  first: string,
  delimiter: string,
  of: { keepsBlanks: boolean; outcome: { failure?: Error & { code?: string } } },
): Parser {
  const parser = parse({
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_quotes: true,
    relax_column_count: true,
    max_record_size: maxRowLength,
    ltrim: !of.keepsBlanks && hasBlanksBeforeQuotes(first, delimiter),
  });
  parser.on('error', (error) => {
    of.outcome.failure = error;
  });
  return parser;
}

/** Such a quotation mark opens a cell. */
export function hasBlanksBeforeQuotes(text: string, delimiter: string): boolean {
  return delimiter !== '\t' && /[,;|\n] +"/.test(text);
}

async function nextBatch(
  parser: Parser,
  outcome: { failure?: Error & { code?: string } },
  strayQuotes: { isStray(record: string[]): boolean },
): Promise<RecordBatch> {
  const early = drain(parser);
  await yieldToEventLoop();
  const records = [...early, ...drain(parser)];
  const stray = records.findIndex((record) => strayQuotes.isStray(record));
  if (stray >= 0) return { records: records.slice(0, stray), error: strayQuote };
  return outcome.failure === undefined
    ? { records }
    : { records, error: describe(outcome.failure) };
}

function isEmptyLine(record: string[]): boolean {
  return record.length === 1 && record[0] === '';
}

function drain(parser: Parser): string[][] {
  const records: string[][] = [];
  for (let record: string[] | null = parser.read(); record !== null; record = parser.read())
    records.push(record);
  return records;
}

/** Counts the separators since the last line break. */
function createSeparatorCount(delimiter: string): { add(chunk: string): number } {
  let count = 0;
  return {
    add(chunk) {
      const lineEnd = Math.max(chunk.lastIndexOf('\n'), chunk.lastIndexOf('\r'));
      if (lineEnd >= 0) count = 0;
      for (
        let at = chunk.indexOf(delimiter, lineEnd + 1);
        at >= 0;
        at = chunk.indexOf(delimiter, at + 1)
      )
        count++;
      return count;
    },
  };
}

/**
 * csv-parse accepts a quotation mark within a cell, as in "Smit" & Co. With a line break, such a
 * cell has swallowed rows, since the mark was never closed. Legitimate multi-line cells appear in
 * the text with doubled quotes.
 */
function createStrayQuoteTest(): { add(chunk: string): void; isStray(record: string[]): boolean } {
  let text = '';
  let from = 0;
  const isLegitimate = (cell: string) => {
    const at = text.indexOf(`"${cell.replaceAll('"', '""')}"`, from);
    // Records are in the order of the text, so that all searches together scan it once.
    if (at >= 0) from = at + 1;
    return at >= 0;
  };
  return {
    add(chunk) {
      // An incomplete row is at the end; two rows of the greatest length are enough.
      const excess = text.length - 4 * maxRowLength;
      if (excess > maxRowLength) {
        text = text.slice(excess);
        from = Math.max(0, from - excess);
      }
      text += chunk;
    },
    isStray: (record) =>
      record.some(
        (cell) => cell.charCodeAt(0) === 34 && /[\r\n]/.test(cell) && !isLegitimate(cell),
      ),
  };
}

function describe(failure: Error & { code?: string }): string {
  if (failure.code === 'CSV_MAX_RECORD_SIZE') return rowTooLong;
  if (failure.code === 'CSV_QUOTE_NOT_CLOSED') return openQuote;
  throw failure;
}
