import type { ExportRecord } from '@recoup/contract/exports/endpoints';
import { toCentsTotal } from '@recoup/contract/core/money';
import type { ExportCsv, FileRecord } from './read-export-file.ts';

/** A cell that differs; null where one side has no such line. */
export type Difference = {
  line: number;
  column: string;
  expected: string | null;
  found: string | null;
};

type Facts = Pick<ExportRecord, 'number' | 'rows' | 'sum'>;

/** The export that a file most probably was: by its name, then by rows and total. */
export function nearestExport<Record extends Facts>(
  exports: readonly Record[],
  file: { name: string; rows: number; cents: bigint },
): Record | undefined {
  const number = numberIn(file.name);
  const named = exports.find((each) => each.number === number);
  const distance = ({ rows, sum }: Facts): [number, bigint] => {
    const difference = toCentsTotal(sum) - file.cents;
    return [Math.abs(rows - file.rows), difference < 0n ? -difference : difference];
  };
  if (named) return named;
  return exports.toSorted((one, other) => {
    const [[rows, sum], [otherRows, otherSum]] = [distance(one), distance(other)];
    return rows - otherRows || Number(sum - otherSum);
  })[0];
}

/** A kind without lines to compare. The server makes such a file again with the same bytes. */
export function madeAgainKind(name: string): 'xlsx' | 'pdf' | undefined {
  const end = name.toLowerCase().split('.').at(-1);
  return end === 'xlsx' || end === 'pdf' ? end : undefined;
}

/** `recoup-export-12.csv`, `recoup-export-12 (1).csv`. */
export function numberIn(name: string): number | undefined {
  const [, digits] = /export[- ](\d{1,9})/i.exec(name) ?? [];
  return digits === undefined ? undefined : Number(digits);
}

/**
 * The cells in which a file differs from what went out, at most `max`; lines are those of the file.
 * Equal lines at both ends are left out first, so that an added or missing line is one difference.
 */
export function differencesBetween(
  sent: ExportCsv,
  file: ExportCsv,
  max: number,
): { differences: readonly Difference[]; lines: number } {
  const headers = sent.columns.join('\n') === file.columns.join('\n');
  if (!headers) return { differences: [headerDifference(sent, file)], lines: 1 };
  const [expected, found] = withoutEqualEnds(sent.records, file.records);
  const count = Math.max(expected.length, found.length);
  const differences: Difference[] = [];
  let lines = 0;
  for (let index = 0; index < count; index += 1) {
    const [one, other] = [expected[index], found[index]];
    const cells = differingCells(sent.columns, one, other);
    if (cells.length === 0) continue;
    lines += 1;
    if (differences.length < max) differences.push(...cells);
  }
  return { differences, lines };
}

function headerDifference(sent: ExportCsv, file: ExportCsv): Difference {
  const text = ({ columns }: ExportCsv) => columns.join(', ');
  return { line: 1, column: 'Header', expected: text(sent), found: text(file) };
}

function withoutEqualEnds(
  sent: readonly FileRecord[],
  file: readonly FileRecord[],
): [readonly FileRecord[], readonly FileRecord[]] {
  const shorter = Math.min(sent.length, file.length);
  let start = 0;
  while (start < shorter && isEqual(sent[start], file[start])) start += 1;
  let end = 0;
  while (end < shorter - start && isEqual(sent.at(-1 - end), file.at(-1 - end))) end += 1;
  return [sent.slice(start, sent.length - end), file.slice(start, file.length - end)];
}

function isEqual(one: FileRecord | undefined, other: FileRecord | undefined): boolean {
  return one?.cells.join('\n') === other?.cells.join('\n');
}

function differingCells(
  columns: readonly string[],
  expected: FileRecord | undefined,
  found: FileRecord | undefined,
): Difference[] {
  if (!expected || !found) {
    const text = (record: FileRecord | undefined) => record?.cells.join(', ') ?? null;
    const line = found?.line ?? expected?.line ?? 0;
    return [{ line, column: 'Line', expected: text(expected), found: text(found) }];
  }
  return columns.flatMap((column, index) => {
    const [one = '', other = ''] = [expected.cells[index], found.cells[index]];
    return one === other ? [] : [{ line: found.line, column, expected: one, found: other }];
  });
}
