import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Parser, parse } from 'csv-parse';

/** The records of one piece of the text. A fault is about the record after them, and nothing follows it. */
type RecordBatch = { records: string[][]; fault?: string };

/** About 250 rows: small enough that other requests are answered between two pieces, large enough that the turns cost nothing. */
const pieceCharacters = 1 << 14;
/** A row of ours needs under a thousand; the limit stops a quotation mark that is never closed before it swallows the file. */
const longestRow = 250_000;
const strayQuote =
  'A quotation mark (") does not end its cell. Close the cell, or write the mark twice (""). Nothing behind this row could be read.';
const openQuote = 'A quotation mark (") opens a cell and is never closed. Close it, or remove it. Nothing behind this row could be read.';
const rowTooLong = `The row is longer than ${longestRow} characters: probably a quotation mark (") is never closed. Nothing behind this row could be read.`;

/**
 * Reads the rows of a CSV text from an offset on, giving other requests their turn between two batches. Line ends of all three kinds may mix;
 * a quoted line break stays in its cell; empty lines are records of one empty cell, since a spreadsheet counts them.
 */
export async function* readRecords(text: string, start: number, delimiter: string): AsyncGenerator<RecordBatch> {
  const parser = parse({
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_quotes: true,
    relax_column_count: true,
    max_record_size: longestRow,
  });
  let failure: (Error & { code?: string }) | undefined;
  parser.on('error', (error) => {
    failure = error;
  });
  const isStray = createStrayQuoteTest(text, start);
  try {
    for (let at = start; at < text.length; ) {
      const end = endOfPiece(text, at);
      parser.write(Buffer.from(text.slice(at, end), 'utf8'));
      if (end === text.length) parser.end();
      at = end;
      const early = drain(parser);
      await nextTurn();
      const records = [...early, ...drain(parser)];
      const stray = records.findIndex(isStray);
      if (stray >= 0) {
        yield { records: records.slice(0, stray), fault: strayQuote };
        return;
      }
      if (failure) {
        yield { records, fault: describe(failure) };
        return;
      }
      yield { records };
    }
  } finally {
    parser.destroy();
  }
}

/** Never between the halves of a surrogate pair: they would become two unknown characters. */
function endOfPiece(text: string, at: number): number {
  const end = Math.min(at + pieceCharacters, text.length);
  const last = text.charCodeAt(end - 1);
  return last >= 0xd800 && last <= 0xdbff ? Math.min(end + 1, text.length) : end;
}

function drain(parser: Parser): string[][] {
  const records: string[][] = [];
  for (let record: string[] | null = parser.read(); record !== null; record = parser.read()) records.push(record);
  return records;
}

/**
 * The parser forgives a quotation mark in the middle of a cell, as in "Smit" & Co. When such a cell holds a line break, it has swallowed
 * rows because the mark was never closed. It looks like a rare honest cell, which then stands in the text with all its marks doubled.
 */
function createStrayQuoteTest(text: string, start: number): (record: string[]) => boolean {
  let from = start;
  const isHonest = (cell: string) => {
    const at = text.indexOf(`"${cell.replaceAll('"', '""')}"`, from);
    // The records come in the order of the text, so that all the searching together passes it once.
    if (at >= 0) from = at + 1;
    return at >= 0;
  };
  return (record) => record.some((cell) => cell.charCodeAt(0) === 34 && /[\r\n]/.test(cell) && !isHonest(cell));
}

function describe(failure: Error & { code?: string }): string {
  if (failure.code === 'CSV_MAX_RECORD_SIZE') return rowTooLong;
  if (failure.code === 'CSV_QUOTE_NOT_CLOSED') return openQuote;
  throw failure;
}
