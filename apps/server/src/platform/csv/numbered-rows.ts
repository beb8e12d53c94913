import { readRecords } from './records.ts';

/** Excel pads the rows of a CSV with empty cells to the longest of their block. */
const blockSize = 16;

/**
 * A record of a file. `row` counts as in a spreadsheet. `isOfShortBlock`: as Excel writes a block
 * whose last cells are all empty; `isUsual`: as long as most rows around it; `isCut`: the file ends
 * within the row.
 */
export type NumberedRow = {
  row: number;
  cells: readonly string[];
  isOfShortBlock: boolean;
  isUsual: boolean;
  isCut: boolean;
};

type Rows = { rows: NumberedRow[]; error?: string };

/** The records below `headerRow`. An error ends the file, after the rows that come with it. */
export async function* readNumberedRows(
  chunks: AsyncIterable<string>,
  {
    delimiter,
    headerRow,
    keepsBlanks = false,
  }: { delimiter: string; headerRow: number; keepsBlanks?: boolean },
): AsyncGenerator<Rows> {
  let row = headerRow;
  let block: NumberedRow[] = [];
  const endBlock = createBlockEnd(headerRow);
  const batches = readRecords(chunks, delimiter, { keepsBlanks });
  for await (const { records, error, isCut = false } of batches) {
    const rows: NumberedRow[] = [];
    for (const [at, cells] of records.entries()) {
      row += 1;
      const isLast = isCut && at === records.length - 1;
      block.push({ row, cells, isOfShortBlock: false, isUsual: false, isCut: isLast });
      if (row % blockSize !== 0) continue;
      rows.push(...endBlock(block));
      block = [];
    }
    if (error !== undefined)
      rows.push(...endBlock(block.splice(0)).map((each) => ({ ...each, isOfShortBlock: false })));
    yield error === undefined ? { rows } : { rows, error };
  }
  yield { rows: endBlock(block) };
}

/**
 * Whether nothing stands behind the named columns but what a program adds to all rows alike. A row
 * that alone has more blank cells has a separator too many: read on, it would be shifted.
 */
export function isWithin(
  { cells, isUsual }: NumberedRow,
  { columns, named }: { columns: number; named: number },
): boolean {
  const isFilled = cells.length > named && cells.slice(named).some((cell) => cell.trim() !== '');
  return !isFilled && (cells.length <= columns || isUsual);
}

/** Columns up to the last one with a name. */
export function namedColumns(headers: readonly string[]): number {
  return headers.findLastIndex((header) => header.trim() !== '') + 1;
}

function createBlockEnd(headerRow: number): (block: readonly NumberedRow[]) => NumberedRow[] {
  let usual: number | undefined;
  return (block) => {
    const filled = block.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
    const lengths = filled.map(({ cells }) => cells.length);
    // The header is longer than its block.
    const hasHeader = blockNumber(block[0]?.row ?? 0) === blockNumber(headerRow);
    const isEven = lengths.every((length) => length === lengths[0]);
    usual = mostFrequent(lengths) ?? usual;
    return block.map((row) => ({
      ...row,
      isOfShortBlock: isEven && !hasHeader,
      isUsual: row.cells.length === usual,
    }));
  };
}

/** The shortest of those that are equally frequent; undefined where none is there twice. */
function mostFrequent(lengths: readonly number[]): number | undefined {
  const counts = new Map<number, number>();
  for (const length of lengths) counts.set(length, (counts.get(length) ?? 0) + 1);
  const [first] = [...counts]
    .filter(([, count]) => count > 1)
    .toSorted(([one, a], [other, b]) => b - a || one - other);
  return first?.[0];
}

function blockNumber(row: number): number {
  return Math.ceil(row / blockSize);
}
