import { readRecords } from './records.ts';

/** Excel pads the rows of a CSV with empty cells to the longest of their block. */
const blockSize = 16;

/**
 * A record of a file. `row` counts as in a spreadsheet. `isOfShortBlock`: as Excel writes a block
 * whose last cells are all empty; `isCut`: the file ends within the row.
 */
export type NumberedRow = {
  row: number;
  cells: readonly string[];
  isOfShortBlock: boolean;
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
  const batches = readRecords(chunks, delimiter, { keepsBlanks });
  for await (const { records, error, isCut = false } of batches) {
    const rows: NumberedRow[] = [];
    for (const [at, cells] of records.entries()) {
      row += 1;
      const isLast = isCut && at === records.length - 1;
      block.push({ row, cells, isOfShortBlock: false, isCut: isLast });
      if (row % blockSize !== 0) continue;
      rows.push(...wholeBlock(block, headerRow));
      block = [];
    }
    if (error !== undefined) rows.push(...block.splice(0));
    yield error === undefined ? { rows } : { rows, error };
  }
  yield { rows: wholeBlock(block, headerRow) };
}

/** Rows of one length, without the header, which is longer. */
function wholeBlock(block: readonly NumberedRow[], headerRow: number): NumberedRow[] {
  const filled = block.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  const hasHeader = blockOf(block[0]?.row ?? 0) === blockOf(headerRow);
  const isEven = filled.every(({ cells }) => cells.length === filled[0]?.cells.length);
  return block.map((row) => ({ ...row, isOfShortBlock: isEven && !hasHeader }));
}

function blockOf(row: number): number {
  return Math.ceil(row / blockSize);
}
