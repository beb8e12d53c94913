import { parse } from 'csv-parse/sync';
import { normalizeLine } from './clean-text.ts';
import { type Rejection, reject } from './problems.ts';

const delimiters = [';', ',', '\t', '|'] as const;
export type Delimiter = (typeof delimiters)[number];

/**
 * `headerRow` counts as in a spreadsheet; `bodyStart` is the offset after the header line. A line
 * `sep=;` is no row, as in Excel.
 */
export type FileShape = {
  ok: true;
  delimiter: Delimiter;
  columns: string[];
  headerRow: number;
  bodyStart: number;
};

/** Characters from the first that is not blank. */
export const maxHeaderLength = 20_000;
const maxColumns = 200;
export const noHeader = 'The first line must be the header, which names the columns.';
const separatorLine = /^"?sep=(.)"?[ \t;,|]*(?:\r\n|[\r\n]|$)/i;

/** Delimiter and headers of the text of a file; `countKnown` counts headers that it may have. */
export function readShape(
  text: string,
  countKnown: (headers: readonly string[]) => number,
): FileShape | Rejection {
  const start = skipMarks(text);
  const named = separatorLine.exec(text.slice(start, start + 40));
  const separator = named?.[1];
  const { at, row } = skipEmptyLines(text, start + (named?.[0].length ?? 0));
  if (at === text.length) return reject('The file is empty.');
  const end = findHeaderEnd(text, at);
  if (end === undefined) {
    return reject(
      `The first line is longer than ${maxHeaderLength} characters, ` +
        'or a quotation mark (") in it is never closed. It must name the columns.',
    );
  }
  const line = text.slice(at, end);
  const delimiter =
    separator === undefined
      ? chooseDelimiter(line, countKnown)
      : delimiters.find((mark) => mark === separator);
  if (!delimiter)
    return reject(`The line "sep=${separator}" names a separator that is not one of , ; tab |.`);
  const columns = splitHeader(line, delimiter);
  const error = headerError(columns, countKnown(columns) > 0);
  if (error !== undefined) return reject(error);
  const lineBreak = text.startsWith('\r\n', end) ? 2 : 1;
  return {
    ok: true,
    delimiter,
    columns,
    headerRow: row,
    bodyStart: Math.min(end + lineBreak, text.length),
  };
}

function headerError(columns: string[], isHeader: boolean): string | undefined {
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
    if (header !== '' && earlier !== undefined) {
      if (!isHeader) return noHeader;
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

function skipEmptyLines(text: string, start: number): { at: number; row: number } {
  let row = 1;
  let at = start;
  for (let look = start; look < text.length; look++) {
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
  const [record = []] = parse(line, { delimiter, relax_quotes: true, relax_column_count: true });
  return record.map(normalizeLine);
}
