import {
  columnsWith,
  type Extra,
  exportColumns,
  extraColumns,
  extras,
} from '@recoup/contract/exports/files';
import type { EntryVatTreatment } from '@recoup/contract/vat/rules';
import { toCents } from '@recoup/contract/core/money';
import { csvText, printable, unescapeFormula } from '@recoup/contract/core/formula-escaping';

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
  /** With extra columns alone. */
  vat?: LineVat;
  voucher?: string | null;
  entryId?: string;
  reverses?: string | null;
  reversedExport?: number | null;
  supplier?: LineSupplier | null;
};

/** The supplier whose account a line is of, and the number of that. */
type LineSupplier = { name: string; code: string | null; invoice: string };

/** Percent, and cents. */
export type LineVat = {
  treatment: EntryVatTreatment;
  percent: number;
  netCents: number;
  vatCents: number;
  grossCents: number;
};

const lineEnd = '\r\n';
/** Cached texts of matters, as many of attorneys, and as many of types. */
const maxKnown = 5_000;

/** Numbers and days; those with decimals have a decimal comma beside a semicolon. */
const decimalColumns = new Set(['Amount', 'VAT Percent', 'Net', 'VAT', 'Gross']);
const plainColumns = new Set(['Date', 'Minutes', 'Quantity', 'Reversed Export']);

export function csvHeader(some: readonly Extra[]): string {
  return columnsWith(some).join(',') + lineEnd;
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
  return (line) => {
    const [date, matter, attorney, type, minutes, quantity, cents = '', narration = '', ...rest] =
      line.split(betweenColumns);
    const names = `${shared.matter(matter)},${shared.attorney(attorney)},${shared.type(type)}`;
    const numbers = `${minutes},${quantity},${amount(cents)}`;
    const more = rest.length === 0 ? '' : extraCells(rest, some);
    const csv = `${date},${names},${numbers},${csvText(narration)}${more}${lineEnd}`;
    return { csv, cents: BigInt(cents) };
  };
}

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
  const known = extras.filter((each) => some.includes(each));
  const shared = sharedCells((cells) => cells.map(printable));
  return (line) => {
    const [date = '', matter, attorney, type, minutes, quantity, cents, narration, ...rest] =
      line.split(betweenColumns);
    const [matterNumber = '', client, matterDescription = ''] = shared.matter(matter);
    let at = 0;
    const next = (): string => rest[at++] ?? '';
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
      narration: printableOrNull(narration),
    };
    for (const each of known) Object.assign(read, databaseReaders[each](next));
    return read;
  };
}

const databaseReaders: Readonly<Record<Extra, (next: () => string) => Partial<ExportLine>>> = {
  vat: (next) => {
    const treatment = next() as EntryVatTreatment; // a check of the table
    const [percent, netCents, vatCents] = [Number(next()) / 100, Number(next()), Number(next())];
    return { vat: { treatment, percent, netCents, vatCents, grossCents: netCents + vatCents } };
  },
  voucher: (next) => ({ voucher: printableOrNull(next()) }),
  reversals: (next) => ({
    entryId: next(),
    reverses: textOrNull(next()),
    reversedExport: numberOrNull(next()),
  }),
  suppliers: (next) => {
    const [name, code, invoice] = [printable(next()), printableOrNull(next()), printable(next())];
    return { supplier: name === '' ? null : { name, code, invoice } };
  },
};

function printableOrNull(text = ''): string | null {
  return textOrNull(printable(text));
}

function textOrNull(text: string | undefined): string | null {
  return text === undefined || text === '' ? null : text;
}

/** Each after a comma. Input: treatment, basis points, net, VAT; voucher; ids; supplier. */
function extraCells(cells: readonly string[], some: readonly Extra[]): string {
  let at = 0;
  const next = (): string => cells[at++] ?? '';
  let csv = '';
  if (some.includes('vat')) {
    const [treatment, basisPoints, net, vat] = [next(), next(), next(), next()];
    const gross = String(BigInt(net) + BigInt(vat));
    csv += `,${treatment},${Number(basisPoints) / 100}`;
    csv += `,${amount(net)},${amount(vat)},${amount(gross)}`;
  }
  if (some.includes('voucher')) csv += `,${csvText(next())}`;
  if (some.includes('reversals')) csv += `,${next()},${next()},${next()}`;
  if (some.includes('suppliers'))
    csv += `,${csvText(next())},${csvText(next())},${csvText(next())}`;
  return csv;
}

/** The lines of a part of the stored CSV, one after the other; parts hold whole lines. */
export function* readLines(csv: string, some: readonly Extra[]): Generator<ExportLine> {
  const known = extras.filter((each) => some.includes(each));
  for (const cells of csvRecords(csv))
    yield Object.assign(plainLine(cells), ...readExtras(cells, known));
}

function* readExtras(
  cells: readonly string[],
  known: readonly Extra[],
): Generator<Partial<ExportLine>> {
  let at: number = exportColumns.length;
  for (const each of known) {
    yield readers[each](cells.slice(at, at + extraColumns[each].length));
    at += extraColumns[each].length;
  }
}

const readers: Readonly<Record<Extra, (cells: readonly string[]) => Partial<ExportLine>>> = {
  vat: ([treatment, percent, ...amounts]) => {
    const [netCents = 0, vatCents = 0, grossCents = 0] = amounts.map((cell) =>
      toCents(Number(cell)),
    );
    const kind = treatment as EntryVatTreatment; // a check of the table
    return { vat: { treatment: kind, percent: Number(percent), netCents, vatCents, grossCents } };
  },
  voucher: ([voucher]) => ({ voucher: orNull(voucher) }),
  reversals: ([entryId = '', reverses, reversedExport]) => ({
    entryId,
    reverses: orNull(reverses),
    reversedExport: numberOrNull(reversedExport),
  }),
  suppliers: ([name, code, invoice]) => ({
    supplier: name
      ? { name: unescapeFormula(name), code: orNull(code), invoice: orNull(invoice) ?? '' }
      : null,
  }),
};

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
  const columns = columnsWith(some);
  const cell = (value: string, column: number): string => {
    const name = columns[column] ?? '';
    if (decimalColumns.has(name)) return delimiter === ';' ? value.replace('.', ',') : value;
    return plainColumns.has(name) ? value : csvText(unescapeFormula(value));
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
