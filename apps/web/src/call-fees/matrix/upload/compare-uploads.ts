import type { ChangedMatrixCell } from '@recoup/contract/call-fees/rate-matrix-endpoints';
import { compareCells, compareFees, type Differences } from '../../preview/compare-fees.ts';

type Preview = { changed: readonly ChangedMatrixCell[] };

/** Two previews of the same file. */
export function compareUploads(earlier: Preview, now: Preview): Differences {
  return compareCells(earlier.changed, now.changed, {
    keyOf: cellKey,
    nameOf: ({ attorney, disbursementType }) => `${attorney.name}, ${disbursementType.name}`,
    differenceOf: compareFees,
  });
}

/** A file has a row for each day of a cell. */
export function cellKey({ row }: ChangedMatrixCell): string {
  return `${row}`;
}
