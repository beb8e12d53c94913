import { exportColumns } from '@recoup/contract/exports/files';
import { toCents } from '@recoup/contract/core/money';
import { csvText, printable, unescapeFormula } from '@recoup/contract/core/formula-escaping';
import {
  type CellKind,
  type CellReader,
  type Extra,
  extraColumns,
  groupsIn,
  type LineExtras,
} from './extra-columns.repository.ts';

/** A line of an export, in the order of the file. */
export type ExportLine = LineExtras & {
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
/** Cached texts of matters, as many of attorneys, and as many of types. */
const maxKnown = 5_000;

const usualKinds = {
  Date: 'code',
  'Matter Number': 'text',
  Client: 'text',
  Matter: 'text',
  Attorney: 'text',
  Disbursement: 'text',
  Minutes: 'whole',
  Quantity: 'whole',
  Amount: 'cents',
  Narration: 'text',
} as const satisfies Record<(typeof exportColumns)[number], CellKind>;

export function csvHeader(some: readonly Extra[]): string {
  return [...exportColumns, ...extraColumns(some).map(({ name }) => name)].join(',') + lineEnd;
}

export function withoutHeader(csv: string): string {
  return csv.slice(csv.indexOf(lineEnd) + lineEnd.length);
}

/** Separators in a line of the database; texts cannot contain them. */
const betweenColumns = '\u001E';
const betweenCells = '\u001F';

export type WrittenLine = { csv: string; cents: bigint };

/**
 * Encodes lines of the CSV for systems, in which exports are stored: comma, point, ISO date, CRLF.
 * Input: date, matter, attorney, type, minutes, quantity, cents, narration, and the extras.
 */
export function csvLineEncoder(some: readonly Extra[]): (line: string) => WrittenLine {
  const shared = sharedCells((cells) => cells.map((cell) => csvText(cell)).join(','));
  const writers = extraColumns(some).map(({ kind }) => csvWriters[kind]);
  return (line) => {
    const [date, matter, attorney, type, minutes, quantity, cents = '', narration = '', ...rest] =
      line.split(betweenColumns);
    const names = `${shared.matter(matter)},${shared.attorney(attorney)},${shared.type(type)}`;
    const numbers = `${minutes},${quantity},${amount(cents)}`;
    const more = writers.map((write, at) => `,${write(rest[at] ?? '')}`).join('');
    const csv = `${date},${names},${numbers},${csvText(narration)}${more}${lineEnd}`;
    return { csv, cents: BigInt(cents) };
  };
}

/** A cell of the database as one of the CSV. */
const csvWriters: Readonly<Record<CellKind, (cell: string) => string>> = {
  text: (cell) => csvText(cell),
  code: (cell) => cell,
  whole: (cell) => cell,
  percent: (cell) => String(Number(cell) / 100),
  cents: amount,
};

/** Caches what is made of the cells that many lines share; matters displace no attorneys. */
function sharedCells<T>(make: (cells: string[]) => T) {
  return { matter: cached(make), attorney: cached(make), type: cached(make) };
}

function cached<T>(make: (cells: string[]) => T): (cells?: string) => T {
  const known = new Map<string, T>();
  return (cells = '') => {
    const found = known.get(cells);
    if (found !== undefined) return found;
    if (known.size >= maxKnown) known.clear();
    const made = make(cells.split(betweenCells));
    known.set(cells, made);
    return made;
  };
}

/**
 * Reads lines of the database, the input of `csvLineEncoder`, as `readLines` reads the CSV of them,
 * which no reader of open lines needs.
 */
export function databaseLineReader(some: readonly Extra[]): (line: string) => ExportLine {
  const shared = sharedCells((cells) => cells.map(printable));
  const withExtras = extrasReader(some, databaseFormat);
  return (line) => {
    const [date = '', matter, attorney, type, minutes, quantity, cents, narration, ...rest] =
      line.split(betweenColumns);
    const [matterNumber = '', client, matterDescription = ''] = shared.matter(matter);
    const read: ExportLine = {
      date,
      matterNumber,
      client: textOrNull(client),
      matterDescription,
      attorney: shared.attorney(attorney)[0] ?? '',
      disbursementType: shared.type(type)[0] ?? '',
      minutes: numberOrNull(minutes),
      quantity: numberOrNull(quantity),
      amountCents: Number(cents),
      narration: textOrNull(printable(narration ?? '')),
    };
    return withExtras(read, rest);
  };
}

type Format = {
  text: (cell: string) => string;
  percent: (cell: string) => number;
  cents: (cell: string) => number;
};
const databaseFormat: Format = {
  text: printable,
  percent: (cell) => Number(cell) / 100,
  cents: Number,
};
const csvFormat: Format = {
  text: unescapeFormula,
  percent: Number,
  cents: (cell) => toCents(Number(cell)),
};

/** Adds the extra cells to a line, from a place on. */
function extrasReader(some: readonly Extra[], format: Format) {
  const groups = groupsIn(some);
  let cells: readonly string[] = [];
  let at = 0;
  const next = (): string => cells[at++] ?? '';
  const reader: CellReader = {
    text: () => textOrNull(format.text(next())),
    code: () => textOrNull(next()),
    whole: () => numberOrNull(next()),
    percent: () => format.percent(next()),
    cents: () => format.cents(next()),
  };
  return (line: ExportLine, of: readonly string[], from = 0): ExportLine => {
    cells = of;
    at = from;
    for (const { read } of groups) Object.assign(line, read(reader));
    return line;
  };
}

function textOrNull(text: string | undefined): string | null {
  return text === undefined || text === '' ? null : text;
}

/** The lines of a part of the stored CSV, one after the other; parts hold whole lines. */
export function* readLines(csv: string, some: readonly Extra[]): Generator<ExportLine> {
  const withExtras = extrasReader(some, csvFormat);
  for (const cells of csvRecords(csv))
    yield withExtras(plainLine(cells), cells, exportColumns.length);
}

function plainLine(cells: readonly string[]): ExportLine {
  return {
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
  };
}

/**
 * The lines for spreadsheets: the firm's delimiter, and a decimal comma beside a semicolon. Cells
 * are escaped again, since stored lines may follow an earlier rule.
 */
export function* spreadsheetLines(
  csv: string,
  { delimiter, extras: some }: { delimiter: string; extras: readonly Extra[] },
): Generator<string> {
  const kinds: readonly CellKind[] = [
    ...exportColumns.map((name) => usualKinds[name]),
    ...extraColumns(some).map(({ kind }) => kind),
  ];
  const cell = (value: string, column: number): string => {
    const kind = kinds[column] ?? 'text';
    if (kind === 'text') return csvText(unescapeFormula(value));
    const isDecimal = kind === 'cents' || kind === 'percent';
    return isDecimal && delimiter === ';' ? value.replace('.', ',') : value;
  };
  for (const cells of csvRecords(csv)) yield cells.map(cell).join(delimiter) + lineEnd;
}

/** A record with an open quote goes on in the next line. */
function* csvRecords(csv: string): Generator<string[]> {
  let open = '';
  for (const line of csv.slice(0, -lineEnd.length).split(lineEnd)) {
    const record = open === '' ? line : `${open}${lineEnd}${line}`;
    const cells = record.includes('"') ? quotedCells(record) : record.split(',');
    if (cells) yield cells;
    open = cells ? '' : record;
  }
}

/** Undefined for a record whose last quote is open. */
function quotedCells(record: string): string[] | undefined {
  const cells: string[] = [];
  for (let at = 0; at <= record.length; at += 1) {
    const isQuoted = record[at] === '"';
    const end = isQuoted ? closingQuote(record, at) : record.indexOf(',', at);
    if (isQuoted && end === -1) return undefined;
    const cell = record.slice(isQuoted ? at + 1 : at, end === -1 ? undefined : end);
    cells.push(isQuoted && cell.includes('"') ? cell.replaceAll('""', '"') : cell);
    if (end === -1) break;
    at = isQuoted ? end + 1 : end;
  }
  return cells;
}

function closingQuote(record: string, opening: number): number {
  let end = record.indexOf('"', opening + 1);
  while (end !== -1 && record[end + 1] === '"') end = record.indexOf('"', end + 2);
  return end;
}

function amount(cents: string): string {
  const sign = cents.startsWith('-') ? '-' : '';
  const digits = cents.slice(sign.length).padStart(3, '0');
  return `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

function orNull(cell: string | undefined): string | null {
  return textOrNull(cell === undefined ? cell : unescapeFormula(cell));
}

function numberOrNull(cell: string | undefined): number | null {
  return cell === undefined || cell === '' ? null : Number(cell);
}
