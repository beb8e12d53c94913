import { exportColumns } from '@recoup/contract/exports/files';
import { toCents } from '@recoup/contract/core/money';
import { csvText, unescapeFormula } from '@recoup/contract/core/formula-escaping';

/** A line of an export, in the order of the file. */
export type ExportLine = {
  date: string;
  matterNumber: string;
  client: string | null;
  matterDescription: string;
  attorney: string;
  disbursementType: string;
  minutes: number | null;
  quantity: number | null;
  amountCents: number;
  narration: string | null;
};

const lineEnd = '\r\n';
/** Matters, attorneys and types that many lines share are written once, as far as this many are remembered. */
const maxKnown = 5_000;

const amountColumn = exportColumns.indexOf('Amount');
const numberColumns = new Set([
  ...(['Date', 'Minutes', 'Quantity'] as const).map((name) => exportColumns.indexOf(name)),
  amountColumn,
]);
export const csvHeader = exportColumns.join(',') + lineEnd;

/** In a line as the database gives it; no text has them, because no file could hold them. */
const betweenColumns = '\u001E';
const betweenCells = '\u001F';

/** What comes of a line: its text in the file, and its amount. */
export type WrittenLine = { csv: string; cents: bigint };

/**
 * Writes lines of the CSV for systems: comma, point, ISO date, CRLF. This is also how the rows of an export are kept.
 * A line comes as the database puts it together: date, matter, attorney, type, minutes, quantity, cents, narration.
 */
export function csvLineEncoder(): (line: string) => WrittenLine {
  const known = new Map<string, string>();
  const shared = (cells = ''): string => {
    const found = known.get(cells);
    if (found !== undefined) return found;
    if (known.size >= maxKnown) known.clear();
    const written = cells.split(betweenCells).map(csvText).join(',');
    known.set(cells, written);
    return written;
  };
  return (line) => {
    const [date, matter, attorney, type, minutes, quantity, cents = '', narration = ''] =
      line.split(betweenColumns);
    const csv = `${date},${shared(matter)},${shared(attorney)},${shared(type)},${minutes},${quantity},${amount(cents)},${csvText(narration)}${lineEnd}`;
    return { csv, cents: BigInt(cents) };
  };
}

/** The lines of a part of the kept CSV, which begins and ends with whole lines. */
export function readLines(csv: string): ExportLine[] {
  return csvRecords(csv).map((cells) => ({
    date: cells[0] ?? '',
    matterNumber: unescapeFormula(cells[1] ?? ''),
    client: orNull(cells[2]),
    matterDescription: unescapeFormula(cells[3] ?? ''),
    attorney: unescapeFormula(cells[4] ?? ''),
    disbursementType: unescapeFormula(cells[5] ?? ''),
    minutes: numberOrNull(cells[6]),
    quantity: numberOrNull(cells[7]),
    amountCents: toCents(Number(cells[8])),
    narration: orNull(cells[9]),
  }));
}

/**
 * The same lines for people: the firm's delimiter, and a decimal comma where the delimiter is a semicolon, as such a spreadsheet reads numbers.
 * Lines that were kept under an earlier rule are disarmed by today's.
 */
export function spreadsheetCsv(csv: string, delimiter: string): string {
  const cell = (value: string, column: number): string => {
    if (!numberColumns.has(column)) return csvText(unescapeFormula(value));
    return delimiter === ';' && column === amountColumn ? value.replace('.', ',') : value;
  };
  return csvRecords(csv)
    .map((cells) => cells.map(cell).join(delimiter) + lineEnd)
    .join('');
}

const cellPattern = /(?:"((?:[^"]|"")*)"|([^,]*))(?:,|$)/gy;

/** Most lines have no quote and are split; a record with one ends where its quotes are even. */
function csvRecords(csv: string): string[][] {
  const records: string[][] = [];
  let open = '';
  for (const line of csv.slice(0, -lineEnd.length).split(lineEnd)) {
    const record = open === '' ? line : `${open}${lineEnd}${line}`;
    if (!record.includes('"')) records.push(record.split(','));
    else if (record.split('"').length % 2 === 1) records.push(quotedCells(record));
    open = record.includes('"') && record.split('"').length % 2 === 0 ? record : '';
  }
  return records;
}

function quotedCells(record: string): string[] {
  const cells = [...record.matchAll(cellPattern)].map(
    ([, inQuotes, plain]) => inQuotes?.replaceAll('""', '"') ?? plain ?? '',
  );
  return cells.slice(0, exportColumns.length);
}

function amount(cents: string): string {
  const sign = cents.startsWith('-') ? '-' : '';
  const digits = cents.slice(sign.length).padStart(3, '0');
  return `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

function orNull(cell: string | undefined): string | null {
  return cell === undefined || cell === '' ? null : unescapeFormula(cell);
}

function numberOrNull(cell: string | undefined): number | null {
  return cell === undefined || cell === '' ? null : Number(cell);
}
