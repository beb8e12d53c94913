import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { type Parser, parse } from 'csv-parse';

/** The records of one chunk of the text. A fault is about the record after them, and nothing follows it. */
type RecordBatch = { records: string[][]; fault?: string };

/** A row of ours needs under a thousand; the limit stops a quotation mark that is never closed before it swallows the file. */
const maxRowLength = 100_000;
/** The parser builds each cell before it can be asked how many there are, and empty ones do not count towards its longest row. */
const maxSeparators = 10_000;
const tooManyCells = `The row has more than ${maxSeparators} separators. Remove them. Nothing behind this row could be read.`;
/** The parser makes an error with its stack for each, which costs ten times a row, and a file has room for a hundred million. */
const maxEmptyLines = 20_000;
const tooManyEmptyLines = `The file has more than ${maxEmptyLines} empty lines. Remove them. Nothing behind this row could be read.`;
const strayQuote =
  'A quotation mark (") does not end its cell. Close the cell, or write the mark twice (""). Nothing behind this row could be read.';
const openQuote =
  'A quotation mark (") opens a cell and is never closed. Close it, or remove it. Nothing behind this row could be read.';
const rowTooLong = `The row is longer than ${maxRowLength} characters: probably a quotation mark (") is never closed. Nothing behind this row could be read.`;

/**
 * Reads the rows of a CSV text, giving other requests their turn between two batches. Line ends of all three kinds may mix;
 * a quoted line break stays in its cell; empty lines are records of one empty cell, since a spreadsheet counts them.
 */
export async function* readRecords(
  chunks: AsyncIterable<string>,
  delimiter: string,
): AsyncGenerator<RecordBatch> {
  const parser = parse({
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_quotes: true,
    relax_column_count: true,
    max_record_size: maxRowLength,
  });
  const outcome: { failure?: Error & { code?: string } } = {};
  parser.on('error', (error) => {
    outcome.failure = error;
  });
  const strayQuotes = createStrayQuoteTest();
  const separators = createSeparatorCount(delimiter);
  let emptyLines = 0;
  try {
    for await (const chunk of chunks) {
      if (separators.add(chunk) > maxSeparators) {
        yield { records: [], fault: tooManyCells };
        return;
      }
      strayQuotes.add(chunk);
      parser.write(Buffer.from(chunk, 'utf8'));
      const batch = await nextBatch(parser, outcome, strayQuotes);
      emptyLines += batch.records.filter(isEmptyLine).length;
      const isTooEmpty = emptyLines > maxEmptyLines;
      yield isTooEmpty ? { ...batch, fault: tooManyEmptyLines } : batch;
      if (isTooEmpty || batch.fault !== undefined) return;
    }
    parser.end();
    yield await nextBatch(parser, outcome, strayQuotes);
  } finally {
    parser.destroy();
  }
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
  if (stray >= 0) return { records: records.slice(0, stray), fault: strayQuote };
  return outcome.failure === undefined
    ? { records }
    : { records, fault: describe(outcome.failure) };
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

/** How many separators the last line of the text has so far, give or take those in a chunk before its last line break. */
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
 * The parser forgives a quotation mark in the middle of a cell, as in "Smit" & Co. When such a cell holds a line break, it has swallowed
 * rows because the mark was never closed. It looks like a rare honest cell, which then stands in the text with all its marks doubled.
 */
function createStrayQuoteTest(): { add(chunk: string): void; isStray(record: string[]): boolean } {
  let seen = '';
  let from = 0;
  const isHonest = (cell: string) => {
    const at = seen.indexOf(`"${cell.replaceAll('"', '""')}"`, from);
    // The records come in the order of the text, so that all the searching together passes it once.
    if (at >= 0) from = at + 1;
    return at >= 0;
  };
  return {
    add(chunk) {
      // A row that is not whole yet is within the last of the text; two rows of the greatest length are more than enough.
      const excess = seen.length - 4 * maxRowLength;
      if (excess > maxRowLength) {
        seen = seen.slice(excess);
        from = Math.max(0, from - excess);
      }
      seen += chunk;
    },
    isStray: (record) =>
      record.some((cell) => cell.charCodeAt(0) === 34 && /[\r\n]/.test(cell) && !isHonest(cell)),
  };
}

function describe(failure: Error & { code?: string }): string {
  if (failure.code === 'CSV_MAX_RECORD_SIZE') return rowTooLong;
  if (failure.code === 'CSV_QUOTE_NOT_CLOSED') return openQuote;
  throw failure;
}
