import type {
  ChangedRates,
  RateChangePreview,
} from '@recoup/contract/call-fees/rate-change-endpoints';
import { formatDate } from '../../ui/lib/format.ts';
import { compareCells, type Differences, pricesText } from '../preview/compare-fees.ts';

type Cells = Pick<RateChangePreview, 'cells'>;

export function comparePreviews(earlier: Cells, now: Cells): Differences {
  return compareCells(earlier.cells, now.cells, { keyOf: cellKey, nameOf, differenceOf });
}

export function cellKey({ attorney, disbursementType }: ChangedRates): string {
  return `${attorney._id} ${disbursementType._id}`;
}

function nameOf({ attorney, disbursementType }: ChangedRates): string {
  return `${attorney.name}, ${disbursementType.name}`;
}

function differenceOf(earlier: ChangedRates, now: ChangedRates): string | undefined {
  const prices = pricesText(earlier.before, now.before);
  if (prices !== undefined) return prices;
  if (earlier.next?.validFrom === now.next?.validFrom) return undefined;
  return now.next === null
    ? 'The later change is gone'
    : `A later change from ${formatDate(now.next.validFrom)} was added`;
}
