import { bandOf, type FeeRow } from '@recoup/contract/call-fees/endpoints';
import type {
  ChangedRates,
  RateChangePreview,
} from '@recoup/contract/call-fees/rate-change-endpoints';
import { isThereafter } from '@recoup/contract/call-fees/rules';
import { toCents } from '@recoup/contract/core/money';
import { scheduleText } from '../fee-text.ts';
import { shortRand } from '../short-fees.ts';
import { formatDate } from '../../ui/lib/format.ts';

/** What another user has changed since the earlier preview: a sentence by cell, and cells gone. */
export type Differences = { byCell: ReadonlyMap<string, string>; gone: readonly string[] };

export const noDifferences: Differences = { byCell: new Map(), gone: [] };

type Cells = Pick<RateChangePreview, 'cells'>;

export function comparePreviews(earlier: Cells, now: Cells): Differences {
  const before = new Map(earlier.cells.map((cell) => [cellKey(cell), cell]));
  const after = new Set(now.cells.map(cellKey));
  const byCell = now.cells.flatMap((cell): [string, string][] => {
    const text = differenceOf(before.get(cellKey(cell)), cell);
    return text === undefined ? [] : [[cellKey(cell), text]];
  });
  const gone = earlier.cells.filter((cell) => !after.has(cellKey(cell))).map(cellName);
  return { byCell: new Map(byCell), gone };
}

export function cellKey({ attorney, disbursementType }: ChangedRates): string {
  return `${attorney._id} ${disbursementType._id}`;
}

function cellName({ attorney, disbursementType }: ChangedRates): string {
  return `${attorney.name}, ${disbursementType.name}`;
}

function differenceOf(earlier: ChangedRates | undefined, now: ChangedRates): string | undefined {
  if (!earlier) return 'New since the preview';
  const prices = pricesText(earlier.before, now.before);
  if (prices !== undefined) return prices;
  if (earlier.next?.validFrom === now.next?.validFrom) return undefined;
  return now.next === null
    ? 'The later change is gone'
    : `A later change from ${formatDate(now.next.validFrom)} was added`;
}

/** The prices that differ; the whole rows if their times differ. */
function pricesText(earlier: readonly FeeRow[], now: readonly FeeRow[]): string | undefined {
  if (JSON.stringify(earlier) === JSON.stringify(now)) return undefined;
  if (JSON.stringify(earlier.map(timesOf)) !== JSON.stringify(now.map(timesOf)))
    return `Was ${rowsText(earlier)}; is now ${rowsText(now)}`;
  const changes = now.flatMap((row, index) => {
    const was = earlier[index];
    if (!was || was.charges === row.charges) return [];
    return [`${rowName(row)} was ${rand(was)}, is now ${rand(row)}`];
  });
  return changes.join('; ');
}

/** `Up to 5 min`, `Then per 5 min`. */
export function rowName(row: FeeRow): string {
  if (!isThereafter(bandOf(row))) return `Up to ${row.endTime}\u00A0min`;
  return row.additionalTime === 0 ? 'Thereafter' : `Then per ${row.additionalTime}\u00A0min`;
}

function timesOf({ startTime, endTime, additionalTime }: FeeRow): readonly number[] {
  return [startTime, endTime, additionalTime];
}

function rowsText(rows: readonly FeeRow[]): string {
  return scheduleText(rows.map(bandOf));
}

function rand({ charges }: FeeRow): string {
  return shortRand(toCents(charges));
}
