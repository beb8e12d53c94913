import { parse } from 'csv-parse/sync';
import { normalizeLine } from './clean-text.ts';
import { type Rejection, reject } from './problems.ts';
import { hasBlanksBeforeQuotes } from './records.ts';

const delimiters = [';', ',', '\t', '|'] as const;
export type Delimiter = (typeof delimiters)[number];

/**
 * `headerRow` counts as in a spreadsheet, and is not 1 below the title of a report; `bodyStart` is
 * the offset after the header line. A line `sep=;` is no row, as in Excel.
 */
export type FileShape = {
  ok: true;
  delimiter: Delimiter;
  columns: string[];
  headerRow: number;
  /** Lines above the header that are not empty. */
  linesAbove: number;
  bodyStart: number;
};

/** Lines among which the header is looked for. */
const maxLinesAbove = 20;
/** So many known names make a header of a line below others. */
const leastKnown = 2;
/** Characters from the first that is not blank. */
export const maxHeaderLength = 20_000;
const maxColumns = 200;
export const noHeader = 'The first line must be the header, which names the columns.';
const noHeaderFound =
  `The names of the columns were not found in the first ${maxLinesAbove} lines. ` +
  'Remove the lines above them, and choose the file again.';
const separatorLine = /^"?sep=(.)"?[ \t;,|]*(?:\r\n|[\r\n]|$)/i;

/** Delimiter and headers of the text of a file; `countKnown` counts headers that it may have. */
export function readShape(
  text: string,
  countKnown: (headers: readonly string[]) => number,
): FileShape | Rejection {
  const start = skipMarks(text);
  const named = separatorLine.exec(text.slice(start, start + 40));
  const separator = named?.[1];
  const mark = delimiters.find((each) => each === separator);
  if (separator !== undefined && !mark)
    return reject(`The line "sep=${separator}" names a separator that is not one of , ; tab |.`);
  const first = skipEmptyLines(text, { at: start + (named?.[0].length ?? 0), row: 1 });
  if (first.at === text.length) return reject('The file is empty.');
  const line = readHeader(text, first, { mark, countKnown });
  if (!line) {
    return reject(
      `The first line is longer than ${maxHeaderLength} characters, ` +
        'or a quotation mark (") in it is never closed. It must name the columns.',
    );
  }
  const found = headerBelow(text, line, { mark, countKnown }) ?? line;
  const { delimiter, columns, row, end } = found;
  const error = hasColumnsBelow(text, found, mark)
    ? noHeaderFound
    : headerError(columns, countKnown);
  if (error !== undefined) return reject(error);
  const { linesAbove = 0 } = found;
  const bodyStart = afterLine(text, end);
  return { ok: true, delimiter, columns, headerRow: row, linesAbove, bodyStart };
}

/** Says where the columns are named, if anything stands above them. */
export function headerNotices({
  headerRow,
  linesAbove,
}: Pick<FileShape, 'headerRow' | 'linesAbove'>): string[] {
  if (linesAbove === 0) return [];
  return [`The columns are named in row ${headerRow}. What stands above it is left out.`];
}

type Place = { at: number; row: number };
type HeaderLine = Place & {
  end: number;
  delimiter: Delimiter;
  columns: string[];
  linesAbove?: number;
};
type HeaderOptions = {
  /** The delimiter of a line `sep=`. */
  mark: Delimiter | undefined;
  countKnown: (headers: readonly string[]) => number;
};

/** The line at a place as names of columns; undefined if it does not end. */
function readHeader(
  text: string,
  { at, row }: Place,
  options: HeaderOptions,
): HeaderLine | undefined {
  const end = findHeaderEnd(text, at);
  if (end === undefined) return undefined;
  const line = text.slice(at, end);
  const delimiter = options.mark ?? chooseDelimiter(line, options.countKnown);
  return { at, row, end, delimiter, columns: splitHeader(line, delimiter) };
}

/** The header below the title of a report and empty rows; undefined if `first` may be it. */
function headerBelow(
  text: string,
  first: HeaderLine,
  options: HeaderOptions,
): HeaderLine | undefined {
  if (options.countKnown(first.columns) >= leastKnown) return undefined;
  let line = first;
  for (let count = 1; count < maxLinesAbove; count += 1) {
    const rows = line.row + text.slice(line.at, line.end).split(/\r\n|[\r\n]/).length;
    const next = skipEmptyLines(text, { at: afterLine(text, line.end), row: rows });
    const below = next.at < text.length ? readHeader(text, next, options) : undefined;
    if (!below) return undefined;
    if (options.countKnown(below.columns) >= leastKnown) return { ...below, linesAbove: count };
    line = below;
  }
  return undefined;
}

/** Whether lines below one of a single column have several, by the mark of a line `sep=` if any. */
function hasColumnsBelow(
  text: string,
  { columns, end }: HeaderLine,
  mark: Delimiter | undefined,
): boolean {
  if (columns.length > 1) return false;
  const lines = text.slice(end).split(/[\r\n]+/, 10 * maxLinesAbove);
  const marks = mark === undefined ? delimiters : [mark];
  return lines.some((line) => marks.some((each) => line.includes(each)));
}

function afterLine(text: string, end: number): number {
  return Math.min(end + (text.startsWith('\r\n', end) ? 2 : 1), text.length);
}

function headerError(
  columns: string[],
  countKnown: (headers: readonly string[]) => number,
): string | undefined {
  const filled = columns.filter((header) => header !== '');
  if (filled.length === 0) return 'The first line is blank. It must name the columns.';
  if (filled.length === 1) {
    return (
      `The file has only one column, "${filled[0]?.slice(0, 60)}". ` +
      'Save it as CSV with commas or semicolons between the columns.'
    );
  }
  if (columns.length > maxColumns)
    return (
      `The file has ${columns.length} columns; at most ${maxColumns} are read. ` +
      'Remove those that are not needed.'
    );
  const positions = new Map<string, number>();
  for (const [at, header] of columns.entries()) {
    const earlier = positions.get(header.toLowerCase());
    // One that is read for nothing may stand there twice.
    if (header !== '' && earlier !== undefined) {
      if (countKnown(columns) === 0) return noHeader;
      if (countKnown([header]) === 0) continue;
      return (
        `The column "${header.slice(0, 60)}" appears twice ` +
        `(columns ${earlier + 1} and ${at + 1}). Rename or remove one of them.`
      );
    }
    positions.set(header.toLowerCase(), at);
  }
  return undefined;
}

function skipMarks(text: string): number {
  let at = 0;
  while (text.charCodeAt(at) === 0xfeff) at++;
  return at;
}

function skipEmptyLines(text: string, start: Place): Place {
  let { row, at } = start;
  for (let look = at; look < text.length; look++) {
    const code = text.charCodeAt(look);
    if (code === 13 || code === 10) {
      if (code === 13 && text.charCodeAt(look + 1) === 10) look++;
      row++;
      at = look + 1;
    } else if (code !== 32) {
      return { at, row };
    }
  }
  return { at: text.length, row };
}

function findHeaderEnd(text: string, start: number): number | undefined {
  let isQuoted = false;
  const limit = Math.min(text.length, start + maxHeaderLength);
  for (let at = start; at < limit; at++) {
    const code = text.charCodeAt(at);
    if (code === 34) isQuoted = !isQuoted;
    else if (!isQuoted && (code === 13 || code === 10)) return at;
  }
  return limit === text.length && !isQuoted ? limit : undefined;
}

/** The delimiter with the most known headers; of equal ones, the one with the most columns. */
function chooseDelimiter(
  line: string,
  countKnown: (headers: readonly string[]) => number,
): Delimiter {
  let best: { mark: Delimiter; known: number; count: number } = { mark: ',', known: -1, count: 0 };
  for (const mark of delimiters) {
    const columns = splitHeader(line, mark);
    const known = countKnown(columns);
    if (known > best.known || (known === best.known && columns.length > best.count))
      best = { mark, known, count: columns.length };
  }
  return best.mark;
}

function splitHeader(line: string, delimiter: Delimiter): string[] {
  const [record = []] = parse(line, {
    delimiter,
    relax_quotes: true,
    relax_column_count: true,
    ltrim: hasBlanksBeforeQuotes(line, delimiter),
  });
  return record.map(normalizeLine);
}
