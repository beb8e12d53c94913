import type { LayoutForm, PostingColumn } from '@recoup/contract/posting/layouts';
import type { AmountField } from '@recoup/contract/posting/rules';
import { type Fitted, fitText, quoted } from './encodings.ts';
import {
  amountCell,
  type AnyColumn,
  dateCell,
  type Field,
  fieldDefinitions,
  hasField,
} from './fields.ts';
import type { Report } from './findings.ts';
import type { PostingFile, PostingLine, PostingRecord } from './posting-line.ts';

/** Beyond the editor's form: a line before the header, the end of each record, VAT records. */
export type EngineLayout = Omit<LayoutForm, 'columns'> & {
  columns: readonly AnyColumn[];
  firstLine?: string;
  recordEnd?: string;
  hasVatRecord?: boolean;
  /** Credits the supplier that has a code for what was paid as agent of the client. */
  creditsSuppliers?: boolean;
  /** Lines of R 0.00 have no record. */
  omitsZero?: boolean;
  /** Lines show the totals of their matter, which need a pass of their own. */
  hasInvoices?: boolean;
  /** An error sentence for the number of an account. */
  accountFault?: (code: string) => string | undefined;
  /** Reports problems of a line that no column can find. */
  check?: (record: PostingRecord, findings: Report) => void;
};

export type LayoutWriter = {
  /** Before the lines. */
  head: string;
  /** The records of a line, or nothing of use if that has findings. */
  write: (line: PostingLine, number: number) => string;
  /** Finds what `write` finds, and tells about how many characters it writes. */
  check: (line: PostingLine, number: number) => number;
};

export function createLayoutWriter(
  layout: EngineLayout,
  { file, findings }: { file: PostingFile; findings: Report },
): LayoutWriter {
  const lineEnd = (layout.recordEnd ?? '') + (layout.lineEnd === 'crlf' ? '\r\n' : '\n');
  const between = layout.delimiter ?? '';
  const cells = joinConstants(
    layout.columns.map((column) => createCell(column, layout, findings)),
    between,
  );
  return {
    head: writeHead(layout, between, lineEnd),
    write: (line, number) => {
      let text = '';
      for (const record of toPostingRecords(line, { number, file, layout }))
        text += writeRow(cells, record) + lineEnd;
      return text;
    },
    check: (line, number) => {
      let characters = 0;
      for (const record of toPostingRecords(line, { number, file, layout })) {
        layout.check?.(record, findings);
        for (const cell of cells) characters += cell.check(record);
      }
      return characters;
    },
  };
}

/** Cells that are the same in each record are joined once. */
function joinConstants(cells: readonly Cell[], between: string): Cell[] {
  const joined: Cell[] = [];
  let known = '';
  for (const [index, cell] of cells.entries()) {
    const delimiter = index === 0 ? '' : between;
    if (cell.constant !== undefined) {
      known += delimiter + cell.constant;
      continue;
    }
    const before = known + delimiter;
    joined.push({
      write: (record) => before + cell.write(record),
      check: (record) => before.length + cell.check(record),
    });
    known = '';
  }
  const after = known;
  return after === '' ? joined : [...joined, { write: () => after, check: () => after.length }];
}

function writeRow(cells: readonly Cell[], record: PostingRecord): string {
  return cells.map((cell) => cell.write(record)).join('');
}

function writeHead(layout: EngineLayout, between: string, lineEnd: string): string {
  const first = layout.firstLine === undefined ? '' : layout.firstLine + lineEnd;
  if (!layout.header) return first;
  const form = { ...layout, columns: [] };
  const titles = layout.columns.map((column) => {
    const width = layout.delimiter === null ? column.width : undefined;
    const { text } = fitText(column.title, { width, fit: 'cut', origin: 'firm' }, form);
    return finish(text, { width, align: 'left' }, layout);
  });
  return first + titles.join(between) + lineEnd;
}

/** The supplier's code, where the layout credits it for what was paid as agent. */
function findCreditor(line: PostingLine, { creditsSuppliers }: EngineLayout): string | null {
  const isOwed = creditsSuppliers === true && line.isAgent === true;
  return isOwed ? (line.supplier?.code ?? null) : null;
}

/** The records of a line: one, its debit and its credit, or the VAT's credit beside them. */
function toPostingRecords(
  line: PostingLine,
  { number, file, layout }: { number: number; file: PostingFile; layout: EngineLayout },
): PostingRecord[] {
  const net = line.vat?.netCents ?? line.amountCents;
  const vat = line.vat?.vatCents ?? 0;
  const gross = net + vat;
  if (layout.omitsZero === true && gross === 0) return [];
  const creditor = findCreditor(line, layout);
  const record = (side: PostingRecord['side'], leg: number, legVat: number): PostingRecord => ({
    line,
    number,
    side,
    net,
    vat,
    gross,
    leg,
    legVat,
    creditor,
    file,
  });
  if (layout.records === 1) return [record('both', gross, vat)];
  const hasVat =
    layout.hasVatRecord === true && vat !== 0 && file.settings.vatAccount !== undefined;
  const legs = [record('debit', gross, 0), record('credit', -(hasVat ? net : gross), -vat)];
  return hasVat ? [...legs, record('vat', -vat, 0)] : legs;
}

/** Settings that all cells of a layout share. */
type CellForm = Pick<LayoutForm, 'delimiter' | 'quote' | 'encoding'> & {
  recordEnd?: string | undefined;
};
type RecordForm = CellForm & Parameters<typeof createLossFinder>[1];
type Columns = { columns: readonly unknown[] };

type Cell = {
  write: (record: PostingRecord) => string;
  /** Finds what `write` finds, and tells how many characters it writes, quotes apart. */
  check: (record: PostingRecord) => number;
  /** The text of every record, if it is always the same. */
  constant?: string;
};

/** Creates the cell of a column, which reports values that do not fit. */
function createCell(column: AnyColumn, layout: RecordForm & Columns, findings: Report): Cell {
  const name = columnName(column);
  const report: Problem = (problem) => findings.reject(name, problem);
  if (!('own' in column) && column.constant !== undefined) {
    const { constant } = column;
    let fits = true;
    const note = () => {
      fits = false;
    };
    const text = createFitter(column, { kind: 'code', layout, report: note })(constant);
    if (fits) return { write: () => text, check: () => text.length, constant: text };
    const fit = createFitter(column, { kind: 'code', layout, report });
    return { write: () => fit(constant), check: () => fit(constant).length };
  }
  const field = 'own' in column ? column.own : columnField(column);
  const write = createWriter(column, { field, layout, findings, report });
  if (!alwaysFits(column, { field, layout }))
    return { write, check: (record) => write(record).length };
  const { width = Infinity, pad } = column;
  const least = layout.delimiter === null || pad !== undefined ? width : 0;
  const check = (record: PostingRecord): number => {
    const value = field.read(record, findings);
    if (typeof value === 'number' || typeof value === 'bigint')
      return Math.max(least, numberLength);
    return Math.max(least, Math.min(value?.length ?? 0, width));
  };
  return { write, check };
}

/** About that of an amount. */
const numberLength = 10;

/** True if only reading the value of the column can fail. */
function alwaysFits(
  column: AnyColumn,
  { field: { kind }, layout }: { field: Field; layout: RecordForm },
): boolean {
  if (kind === 'text' || kind === 'code') return column.fit === 'cut';
  if (column.width !== undefined) return false;
  return kind !== 'amount' || !(mayBreak(column, layout) || createLossFinder(column, layout));
}

/** Layouts that were saved before this was refused may write cents as another cell. */
function mayBreak({ decimalMark }: AnyColumn, { delimiter, quote }: CellForm): boolean {
  return quote === 'never' && decimalMark === delimiter;
}

function createWriter(
  column: AnyColumn,
  of: { field: Field; layout: RecordForm & Columns; findings: Report; report: Problem },
): Cell['write'] {
  const { field, layout, findings, report } = of;
  const number = numberFitter(column, { layout, report });
  switch (field.kind) {
    case 'amount': {
      const findLoss = createLossFinder(column, layout);
      return (record) => {
        const cents = field.read(record, findings);
        const loss = findLoss?.(record, cents ?? 0);
        if (loss !== undefined) report(loss);
        return number(cents === null ? '' : amountCell(cents, column));
      };
    }
    case 'whole':
      return (record) => number(String(field.read(record, findings) ?? ''));
    case 'date': {
      const { date } = column;
      const cell = cached(layout, (day: string) => dateCell(day, date));
      return (record) => number(cell(field.read(record, findings) ?? ''));
    }
    case 'text':
    case 'code': {
      const write = createFitter(column, { kind: field.kind, layout, report });
      return (record) => write(field.read(record, findings) ?? '');
    }
  }
}

type Problem = (problem: string) => void;

function columnField({ field }: PostingColumn): Field {
  return field === undefined ? { kind: 'code', read: () => null } : fieldDefinitions[field];
}

function columnName(column: AnyColumn): string {
  if (column.title !== '') return column.title;
  return ('own' in column ? undefined : column.field) ?? 'constant';
}

/** Digits, signs and marks are in every encoding; cut they would be another number. */
function numberFitter(
  column: AnyColumn,
  { layout, report }: { layout: CellForm; report: Problem },
): (text: string) => string {
  const { width = Infinity } = column;
  const { delimiter, quote } = layout;
  const isPlain = isUnfilled(column, layout);
  return (text) => {
    if (text.length > width) report(`${quoted(text)} is longer than ${width} characters.`);
    const hasDelimiter = delimiter !== null && text.includes(delimiter);
    if (hasDelimiter && quote === 'never') report(`${quoted(text)} has the delimiter of the file.`);
    if (isPlain && !hasDelimiter) return text;
    return finish(text, { ...column, isNumber: true }, layout);
  };
}

/** Texts that every encoding has, that no spreadsheet runs, and that need no quotes. */
const harmless = /^[A-Za-z0-9][\w .:()/&#-]*$/;

function createFitter(
  column: AnyColumn,
  { kind, layout, report }: { kind: 'text' | 'code'; layout: CellForm & Columns; report: Problem },
): (value: string) => string {
  const origin = kind === 'text' ? 'entry' : 'firm';
  const limits = { width: column.width, fit: column.fit, origin } as const;
  const { width = Infinity } = column;
  const isPlain = isUnfilled(column, layout);
  const fitted = cached(layout, (value: string): Fitted => {
    const { text, ...rest } = fitText(value, limits, layout);
    return { text: finish(text, column, layout), ...rest };
  });
  return (value) => {
    if (isPlain && harmless.test(value) && !value.includes('  ') && !value.endsWith(' ')) {
      if (value.length <= width) return value;
      if (column.fit === 'cut') return value.slice(0, width).trimEnd();
    }
    const { text, problem } = fitted(value);
    if (problem !== undefined) report(problem);
    return text;
  };
}

/** Characters that the columns of a layout cache together. */
const maxCached = 2_000_000;

/** Caches results that many lines share. */
function cached<T>({ columns }: Columns, make: (value: string) => T): (value: string) => T {
  const known = new Map<string, T>();
  let size = 0;
  return (value) => {
    const found = known.get(value);
    if (found !== undefined) return found;
    const made = make(value);
    // A result is about as long as its text; a short one has an overhead too.
    size += value.length + 50;
    if (size > maxCached / columns.length) {
      known.clear();
      size = 0;
    }
    known.set(value, made);
    return made;
  };
}

function isUnfilled({ pad }: AnyColumn, { delimiter, quote }: CellForm): boolean {
  return delimiter !== null && quote !== 'always' && pad === undefined;
}

/** Filled up to the width, and quoted. */
function finish(
  text: string,
  column: Pick<PostingColumn, 'width' | 'align' | 'pad'> & { isNumber?: boolean },
  { delimiter, quote }: CellForm,
): string {
  const filled = delimiter === null || column.pad !== undefined ? fill(text, column) : text;
  if (delimiter === null || quote === 'never') return filled;
  // A text is quoted for programs that assume another delimiter; a number has a decimal comma.
  const isSafe = column.isNumber === true || /^(?! )[^",;|\t]*(?<! )$/.test(filled);
  const isBare = isSafe && !filled.includes(delimiter);
  return quote === 'always' || !isBare ? `"${filled.replaceAll('"', '""')}"` : filled;
}

function fill(
  text: string,
  { width = 0, align, pad = ' ' }: Pick<PostingColumn, 'width' | 'align' | 'pad'>,
): string {
  const filling = pad.repeat(Math.max(0, width - [...text].length));
  // Zeros behind a number would make it larger; the sign or the bracket stands before them.
  const [sign = ''] = /^-|^\((?=[\d.,]+\)$)/.exec(text) ?? [];
  if (pad === '0') return sign + filling + text.slice(sign.length);
  return align === 'left' ? text + filling : filling + text;
}

type Layout = Pick<LayoutForm, 'records'> & { columns: readonly AnyColumn[] };

/** Finds an amount that the file would show as its opposite, or not at all. */
type FindLoss = (record: PostingRecord, cents: number | bigint) => string | undefined;

/** Undefined for a column that loses no amount. */
function createLossFinder(column: AnyColumn, layout: Layout): FindLoss | undefined {
  if (losesSign(column, layout))
    return (_, cents) => (cents < 0 ? 'A negative amount would lose its sign.' : undefined);
  const side = findOnlySide(layout);
  if (side === null || !('field' in column) || column.field !== side) return undefined;
  const isLost = (gross: number) =>
    side === 'credit' && layout.records === 1 ? gross > 0 : gross < 0;
  const other = side === 'debit' ? 'credit' : 'debit';
  return ({ gross }) => (isLost(gross) ? `The layout has no ${other} for its amount.` : undefined);
}

/** Neither sides that swap nor columns of debits and credits say which way an amount goes. */
function losesSign(column: AnyColumn, { records, columns }: Layout): boolean {
  if (column.sign !== 'none') return false;
  if (hasField(columns, 'debit') && hasField(columns, 'credit')) return false;
  const isLeg = 'field' in column && (column.field === 'legAmount' || column.field === 'legVat');
  // The two records of an entry have the same sides, but opposite amounts.
  if (isLeg && records === 2) return true;
  return !sides.some(([debit, credit]) => hasField(columns, debit) && hasField(columns, credit));
}

const sides = [
  ['debitSide', 'creditSide'],
  ['debitMatter', 'creditMatter'],
  ['debitAccount', 'creditAccount'],
] as const;

/** The side of a layout that shows only debits or only credits, and no amount of both. */
function findOnlySide({ columns }: Layout): 'debit' | 'credit' | null {
  const has = (field: AmountField) => hasField(columns, field);
  if (has('debit') === has('credit') || amountsOfBoth.some((field) => has(field))) return null;
  return has('debit') ? 'debit' : 'credit';
}

const amountsOfBoth = ['gross', 'legAmount', 'amount', 'net'] as const;
