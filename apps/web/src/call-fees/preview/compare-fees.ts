import type { FeeRow } from '@recoup/contract/call-fees/endpoints';
import { toCallFeeBand } from '@recoup/contract/call-fees/fee-rows';
import { isThereafter } from '@recoup/contract/call-fees/rules';
import { formatRand, toCents } from '@recoup/contract/core/money';
import { formatDate } from '../../ui/lib/format.ts';
import { feesText } from '@recoup/contract/call-fees/fee-text';

/** Another user's changes since the earlier preview: a sentence by cell, and removed cells. */
export type Differences = { byCell: ReadonlyMap<string, string>; gone: readonly string[] };

export const noDifferences: Differences = { byCell: new Map(), gone: [] };

type Fees = readonly FeeRow[];
type Rules<Cell> = {
  keyOf: (cell: Cell) => string;
  nameOf: (cell: Cell) => string;
  differenceOf: (earlier: Cell, now: Cell) => string | undefined;
};

/** Compares the cells of a preview with those of an earlier one. */
export function compareCells<Cell>(
  earlier: readonly Cell[],
  now: readonly Cell[],
  { keyOf, nameOf, differenceOf }: Rules<Cell>,
): Differences {
  const before = new Map(earlier.map((cell) => [keyOf(cell), cell]));
  const after = new Set(now.map(keyOf));
  const byCell = now.flatMap((cell): [string, string][] => {
    const same = before.get(keyOf(cell));
    const text = same ? differenceOf(same, cell) : 'New since the preview';
    return text === undefined ? [] : [[keyOf(cell), text]];
  });
  const gone = earlier.filter((cell) => !after.has(keyOf(cell))).map(nameOf);
  return { byCell: new Map(byCell), gone };
}

type Changed = { before: Fees; next: { validFrom: string } | null };

/** How the fees that a change starts from differ, or the later ones that end them. */
export function compareFees(earlier: Changed, now: Changed): string | undefined {
  const prices = pricesText(earlier.before, now.before);
  if (prices !== undefined) return prices;
  if (earlier.next?.validFrom === now.next?.validFrom) return undefined;
  return now.next === null
    ? 'The later change is gone'
    : `A later change from ${formatDate(now.next.validFrom)} was added`;
}

/** The prices that differ; the whole rows if their times differ. */
function pricesText(earlier: Fees, now: Fees): string | undefined {
  if (JSON.stringify(earlier) === JSON.stringify(now)) return undefined;
  if (!hasSameTimes(earlier, now)) return `Was ${rowsText(earlier)}; is now ${rowsText(now)}`;
  const changes = now.flatMap((row, index) => {
    const was = earlier[index];
    if (!was || was.charges === row.charges) return [];
    return [`${rowName(row)} was ${rand(was)}, is now ${rand(row)}`];
  });
  return changes.join('; ');
}

export function hasSameTimes(one: Fees, other: Fees): boolean {
  return JSON.stringify(one.map(rowTimes)) === JSON.stringify(other.map(rowTimes));
}

/** `To 5 min`, `Then each 5 min`. */
export function rowName(row: FeeRow): string {
  if (!isThereafter(toCallFeeBand(row))) return `To ${row.endTime}\u00A0min`;
  return row.additionalTime === 0 ? 'Thereafter' : `Then each ${row.additionalTime}\u00A0min`;
}

function rowTimes({ startTime, endTime, additionalTime }: FeeRow): readonly number[] {
  return [startTime, endTime, additionalTime];
}

function rowsText(rows: Fees): string {
  return rows.length === 0 ? 'no call fees' : feesText(rows.map(toCallFeeBand));
}

function rand({ charges }: FeeRow): string {
  return formatRand(toCents(charges));
}
