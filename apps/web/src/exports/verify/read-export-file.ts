import { unescapeFormula } from '@recoup/contract/core/formula-escaping';
import { exportColumns, vatColumns } from '@recoup/contract/exports/files';

/** A record of a file: its cells, without what spreadsheets need, and decimals with a point. */
export type FileRecord = { line: number; cells: readonly string[] };
export type ExportCsv = { columns: readonly string[]; records: readonly FileRecord[] };

const decimals: ReadonlySet<string> = new Set(['Amount', ...vatColumns.slice(1)]);

/** A page stays usable while a long file is read. */
const recordsAtOnce = 2_000;

/** Lets the page draw and answer between two parts of long work. */
export async function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

/**
 * The records of a CSV as exports write it, for systems or for people. Undefined for another file.
 */
export async function readExportCsv(text: string): Promise<ExportCsv | undefined> {
  const content = text.startsWith('\uFEFF') ? text.slice(1) : text;
  const delimiter = content.startsWith(exportColumns.join(';')) ? ';' : ',';
  if (!content.startsWith(exportColumns.join(delimiter))) return undefined;
  const records: FileRecord[] = [];
  let columns: readonly string[] = [];
  for (const record of recordsOf(content, delimiter)) {
    if (record.line === 1) columns = record.cells;
    else records.push(withPlainCells(record, { columns, delimiter }));
    if (records.length % recordsAtOnce === 0) await pause();
  }
  return { columns, records };
}

function withPlainCells(
  { line, cells }: FileRecord,
  { columns, delimiter }: { columns: readonly string[]; delimiter: string },
): FileRecord {
  const plain = cells.map((cell, index) => {
    if (!decimals.has(columns[index] ?? '')) return unescapeFormula(cell);
    return delimiter === ';' ? cell.replace(',', '.') : cell;
  });
  return { line, cells: plain };
}

/** `line` counts records; the header is 1, as in a spreadsheet. */
function* recordsOf(text: string, delimiter: string): Generator<FileRecord> {
  let at = 0;
  for (let line = 1; at < text.length; line += 1) {
    const cells: string[] = [];
    let isOpen = true;
    while (isOpen) {
      const cell = cellAt(text, at, delimiter);
      cells.push(cell.text);
      isOpen = text[cell.end] === delimiter;
      at = cell.end + 1;
      if (text[cell.end] === '\r' && text[at] === '\n') at += 1;
    }
    yield { line, cells };
  }
}

function cellAt(text: string, start: number, delimiter: string): { text: string; end: number } {
  if (text[start] !== '"') {
    let end = start;
    while (end < text.length && !isEnd(text[end], delimiter)) end += 1;
    return { text: text.slice(start, end), end };
  }
  let end = text.indexOf('"', start + 1);
  while (end !== -1 && text[end + 1] === '"') end = text.indexOf('"', end + 2);
  const close = end === -1 ? text.length : end;
  const quoted = text.slice(start + 1, close).replaceAll('""', '"');
  let next = close + 1;
  while (next < text.length && !isEnd(text[next], delimiter)) next += 1;
  return { text: quoted + text.slice(close + 1, next), end: next };
}

function isEnd(letter: string | undefined, delimiter: string): boolean {
  return letter === delimiter || letter === '\r' || letter === '\n';
}
