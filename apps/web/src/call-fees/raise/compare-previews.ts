import type {
  ChangedRates,
  RateChangePreview,
} from '@recoup/contract/call-fees/rate-change-endpoints';
import { compareCells, compareFees, type Differences } from '../preview/compare-fees.ts';

type Cells = Pick<RateChangePreview, 'cells'>;

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
