import type { LayoutForm } from '@recoup/contract/posting/layouts';
import { type Cell, createCell, finish } from './cells.ts';
import type { AnyColumn } from './fields.ts';
import type { Report } from './findings.ts';
import type { PostingFile, PostingLine, PostingRecord } from './posting-line.ts';
import { fitText } from './encodings.ts';

/** Beyond the editor's form: a line before the header, the end of each record, VAT records. */
export type EngineLayout = Omit<LayoutForm, 'columns'> & {
  columns: readonly AnyColumn[];
  firstLine?: string;
  recordEnd?: string;
  hasVatRecord?: boolean;
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

/** The records of a line: one, its debit and its credit, or the VAT's credit beside them. */
function toPostingRecords(
  line: PostingLine,
  { number, file, layout }: { number: number; file: PostingFile; layout: EngineLayout },
): PostingRecord[] {
  const net = line.vat?.netCents ?? line.amountCents;
  const vat = line.vat?.vatCents ?? 0;
  const gross = net + vat;
  if (layout.omitsZero === true && gross === 0) return [];
  const record = (side: PostingRecord['side'], leg: number, legVat: number): PostingRecord => ({
    line,
    number,
    side,
    net,
    vat,
    gross,
    leg,
    legVat,
    file,
  });
  if (layout.records === 1) return [record('both', gross, vat)];
  const hasVat =
    layout.hasVatRecord === true && vat !== 0 && file.settings.vatAccount !== undefined;
  const legs = [record('debit', gross, 0), record('credit', -(hasVat ? net : gross), -vat)];
  return hasVat ? [...legs, record('vat', -vat, 0)] : legs;
}
