import type { LayoutForm, PostingColumn } from '@recoup/contract/posting/layouts';
import type { PostingField } from '@recoup/contract/posting/rules';
import { type Field, fieldsOf } from './fields.ts';
import type { Findings } from './findings.ts';
import { amountCell, dateCell } from './numbers.ts';
import type { PostingFile, PostingLine, PostingRecord } from './posting-line.ts';
import { type Fitted, fitText } from './texts.ts';

/** A column whose value no field of the contract has. */
export type OwnColumn = Omit<PostingColumn, 'field' | 'constant'> & { own: Field };
/** What the editor cannot say: a line before the header, the end of each record, VAT records. */
export type EngineLayout = Omit<LayoutForm, 'columns'> & {
  columns: readonly (PostingColumn | OwnColumn)[];
  firstLine?: string;
  recordEnd?: string;
  hasVatRecord?: boolean;
  /** Says what of a line no column can say. */
  check?: (record: PostingRecord, findings: Findings) => void;
};

export type LayoutWriter = {
  /** Before the lines. */
  head: string;
  /** The records of a line, or nothing of use if that has findings. */
  write: (line: PostingLine, number: number) => string;
};

export function createLayoutWriter(
  layout: EngineLayout,
  { file, findings }: { file: PostingFile; findings: Findings },
): LayoutWriter {
  const lineEnd = (layout.recordEnd ?? '') + (layout.lineEnd === 'crlf' ? '\r\n' : '\n');
  const between = layout.delimiter ?? '';
  const cells = layout.columns.map((column) => createCell(column, layout, findings));
  return {
    head: headOf(layout, between, lineEnd),
    write: (line, number) => {
      let text = '';
      for (const record of recordsOf(line, { number, file, layout })) {
        layout.check?.(record, findings);
        let row = '';
        for (const [index, cell] of cells.entries())
          row += index === 0 ? cell(record) : between + cell(record);
        text += row + lineEnd;
      }
      return text;
    },
  };
}

function headOf(layout: EngineLayout, between: string, lineEnd: string): string {
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

/** The records of a line: one, its debit and its credit, or the VAT's credit beside them. */
function* recordsOf(
  line: PostingLine,
  of: { number: number; file: PostingFile; layout: EngineLayout },
): Generator<PostingRecord> {
  const { number, file, layout } = of;
  const { net, vat } = amountsOf(line);
  const gross = net + vat;
  const shared = { line, number, net, vat, gross, file };
  if (layout.records === 1) {
    yield { ...shared, side: 'both', leg: gross, legVat: vat };
    return;
  }
  yield { ...shared, side: 'debit', leg: gross, legVat: 0 };
  const hasVat =
    layout.hasVatRecord === true && vat !== 0 && file.settings.vatAccount !== undefined;
  yield { ...shared, side: 'credit', leg: -(hasVat ? net : gross), legVat: -vat };
  if (hasVat) yield { ...shared, side: 'vat', leg: -vat, legVat: 0 };
}

function amountsOf({ vat, amountCents }: PostingLine): { net: number; vat: number } {
  return { net: vat?.netCents ?? amountCents, vat: vat?.vatCents ?? 0 };
}

type Cell = (record: PostingRecord) => string;

function createCell(
  column: PostingColumn | OwnColumn,
  layout: EngineLayout,
  findings: Findings,
): Cell {
  const field = fieldOf(column);
  const name = column.title === '' ? nameOf(column) : column.title;
  const fitted = createFitter(column, field, layout);
  const placed = (value: string): string => {
    const { text, problem } = fitted(value);
    if (problem !== undefined) findings.reject(name, problem);
    return text;
  };
  switch (field.kind) {
    case 'amount':
      return (record) => {
        const cents = field.read(record, findings);
        return placed(cents === null ? '' : amountCell(cents, column));
      };
    case 'whole':
      return (record) => placed(String(field.read(record, findings) ?? ''));
    case 'date':
      return (record) => placed(dateCell(field.read(record, findings) ?? '', column.date));
    case 'text':
    case 'code':
      return (record) => placed(field.read(record, findings) ?? '');
  }
}

function fieldOf(column: PostingColumn | OwnColumn): Field {
  if ('own' in column) return column.own;
  if (column.field !== undefined) return fieldsOf[column.field];
  const constant = column.constant ?? '';
  return { kind: 'code', read: () => constant };
}

function nameOf(column: PostingColumn | OwnColumn): PostingField | 'constant' {
  return ('own' in column ? undefined : column.field) ?? 'constant';
}

/** Cells that many lines share are cached. */
const maxKnown = 5_000;

function createFitter(
  column: PostingColumn | OwnColumn,
  { kind }: Field,
  layout: EngineLayout,
): (value: string) => Fitted {
  const form = { ...layout, columns: [] };
  const origin = kind === 'text' ? 'entry' : 'firm';
  // A number that is cut is another number.
  const isNumber = kind === 'amount' || kind === 'whole';
  const fit = isNumber || kind === 'date' ? 'reject' : column.fit;
  const limits = { width: column.width, fit, origin } as const;
  const known = new Map<string, Fitted>();
  return (value) => {
    const found = known.get(value);
    if (found) return found;
    const { text, ...rest } = fitText(value, limits, form);
    const fitted = { text: finish(text, { ...column, isNumber }, layout), ...rest };
    if (known.size >= maxKnown) known.clear();
    known.set(value, fitted);
    return fitted;
  };
}

/** Filled up to the width, and quoted. */
function finish(
  text: string,
  column: Pick<PostingColumn, 'width' | 'align' | 'pad'> & { isNumber?: boolean },
  { delimiter, quote }: EngineLayout,
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
  // Zeros behind a number would make it larger; the sign stands before them.
  if (pad === '0') return text.startsWith('-') ? `-${filling}${text.slice(1)}` : filling + text;
  return align === 'left' ? text + filling : filling + text;
}
