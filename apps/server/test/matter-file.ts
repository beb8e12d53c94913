import {
  type RequestedMapping,
  type MatterFile,
  readMatterFile,
  type UnrecognizedFile,
} from '../src/matters/csv/parse-matters.ts';
import { chunksOf } from '../src/matters/csv/text-chunks.ts';
import type { Attorney, MatterRow } from '../src/matters/csv/parser-types.ts';

/**
 * A whole text with all its rows, their dates read in the order that the file turned out to have.
 */
export async function readMatterText(
  text: string,
  options: { attorneys: readonly Attorney[]; mapping?: RequestedMapping | undefined },
): Promise<(MatterFile & { rows: MatterRow[] }) | UnrecognizedFile> {
  const read: MatterRow[] = [];
  const file = await readMatterFile(chunksOf(text), {
    ...options,
    onRows: async (rows) => {
      read.push(...rows);
    },
  });
  if (!file.ok) return file;
  const rows = read
    .filter(
      (row) =>
        (row.opened === null) === (row.openedMonthFirst === null) ||
        (file.isMonthFirst ? row.openedMonthFirst : row.opened) !== null,
    )
    .map((row) => (file.isMonthFirst ? { ...row, opened: row.openedMonthFirst } : row));
  return { ...file, rows };
}
