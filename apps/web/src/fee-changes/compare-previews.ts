import type { ChangedRates, FeeChangePreview } from '@recoup/contract/fee-changes/endpoints';
import { compareCells, compareFees, type Differences } from '../call-fees/preview/compare-fees.ts';

type Cells = Pick<FeeChangePreview, 'cells'>;

export function comparePreviews(earlier: Cells, now: Cells): Differences {
  return compareCells(earlier.cells, now.cells, {
    keyOf: cellKey,
    nameOf: cellName,
    differenceOf: compareFees,
  });
}

export function cellKey({ attorney, disbursementType }: ChangedRates): string {
  return `${attorney._id} ${disbursementType._id}`;
}

function cellName({ attorney, disbursementType }: ChangedRates): string {
  return `${attorney.name}, ${disbursementType.name}`;
}
