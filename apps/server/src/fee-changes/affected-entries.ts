import {
  type AffectedEntry,
  maxListedEntries,
  type NewFeeChange,
} from '@recoup/contract/fee-changes/endpoints';
import { priceCents } from '@recoup/contract/call-fees/rules';
import { maxEntryCents, toRand } from '@recoup/contract/core/money';
import {
  groupPricedEntries,
  listLatestEntries,
  type PricedGroup,
  sumPricedEntries,
} from '../entries/repricing.service.ts';
import type { FirmScope } from '../platform/core/actor.ts';
import { southAfricanDay } from '../platform/core/clock.ts';
import { createPauses, mapWithPauses } from '../platform/core/pauses.ts';
import type { Db } from '../platform/database/connections.ts';
import { isChanged, cellName, cellReferences, fieldPath, type RaisedCell } from './raised-cells.ts';
import { invalidField } from '../platform/core/app-error.ts';

/** Sums in cents; `exports` are the numbers of closed exports that hold the locked entries. */
export type AffectedEntries = {
  costBefore: bigint;
  costAfter: bigint;
  unlocked: number;
  locked: number;
  exports: number[];
  /** The unlocked ones, of cells whose price changes. */
  open: PricedGroup[];
};

type Change = Pick<NewFeeChange, 'cells' | 'validFrom' | 'reprice'> & {
  raised: readonly RaisedCell[];
};

/** The effect on entries that call fees priced, counted by length and not one by one. */
export async function countAffectedEntries(
  db: Db,
  firm: FirmScope,
  of: Change & { now: Date },
): Promise<AffectedEntries> {
  return { ...(await costOfThreeMonths(db, firm, of)), ...(await countOtherPrices(db, firm, of)) };
}

/** The latest of the unlocked entries, for the preview. */
export async function listUnlockedEntries(
  db: Db,
  firm: FirmScope,
  of: { raised: readonly RaisedCell[]; validFrom: string; open: readonly PricedGroup[] },
): Promise<AffectedEntry[]> {
  if (of.open.length === 0) return [];
  const cells = of.raised.filter(isChanged);
  const [from, limit] = [of.validFrom, maxListedEntries];
  const entries = await listLatestEntries(db, firm, { cells, groups: of.open, from, limit });
  return entries.flatMap(({ id, date, cell: index, matter, minutes, amountCents }) => {
    const cell = cells[index];
    if (!cell) return [];
    const [before, after] = [toRand(amountCents), toRand(priceCents(cell.after, minutes))];
    return [{ _id: id, date, ...cellReferences(cell), matter, minutes, before, after }];
  });
}

/** The cost of the entries of the last three months, with the old and the new call fees. */
async function costOfThreeMonths(
  db: Db,
  firm: FirmScope,
  { raised: cells, now }: { raised: readonly RaisedCell[]; now: Date },
): Promise<Pick<AffectedEntries, 'costBefore' | 'costAfter'>> {
  const to = southAfricanDay(now);
  const sums = await sumPricedEntries(db, firm, { cells, after: threeMonthsBefore(to), to });
  let [costBefore, costAfter] = [0n, 0n];
  const pause = createPauses();
  for (const { cell, minutes, count, cents } of sums) {
    costBefore += BigInt(cents);
    costAfter += BigInt(priceCents(cells[cell]?.after ?? [], minutes)) * BigInt(count);
    await pause();
  }
  return { costBefore, costAfter };
}

/** Entries from the day of the change on whose price would be another one. */
async function countOtherPrices(db: Db, firm: FirmScope, of: Change) {
  const cells = of.raised.filter(isChanged);
  const groups = await groupPricedEntries(db, firm, { cells, from: of.validFrom });
  if (of.reprice) requireBound(of, { cells, groups });
  const prices = await mapWithPauses(groups, ({ cell, minutes }) =>
    priceCents(cells[cell]?.after ?? [], minutes),
  );
  const other = groups.filter(({ amountCents }, index) => prices[index] !== amountCents);
  const isLocked = ({ exportNumber }: (typeof other)[number]) => exportNumber !== null;
  const numbers = other.flatMap(({ exportNumber }) => exportNumber ?? []);
  const open = other.filter((group) => !isLocked(group));
  return {
    open,
    unlocked: sumCounts(open),
    locked: sumCounts(other.filter(isLocked)),
    exports: [...new Set(numbers)].toSorted((a, b) => a - b),
  };
}

/** Throws `invalid_input` with the cell of an entry that would cost more than an entry may. */
function requireBound(
  change: Change,
  { cells, groups }: { cells: readonly RaisedCell[]; groups: readonly PricedGroup[] },
): void {
  for (const { cell: index, minutes, exportNumber } of groups) {
    const cell = cells[index];
    if (!cell || exportNumber !== null || priceCents(cell.after, minutes) <= maxEntryCents)
      continue;
    const message =
      `An entry of ${minutes} minutes of ${cellName(cell)} ` +
      `would cost more than R 100 000 000.00.`;
    throw invalidField(fieldPath(change, change.raised.indexOf(cell)), message);
  }
}

function sumCounts(groups: readonly { count: number }[]): number {
  return groups.reduce((sum, { count }) => sum + count, 0);
}

/** The same day three months before, or the last one of that month. */
function threeMonthsBefore(day: string): string {
  const date = new Date(day);
  const dayOfMonth = date.getUTCDate();
  date.setUTCMonth(date.getUTCMonth() - 3);
  if (date.getUTCDate() !== dayOfMonth) date.setUTCDate(0);
  return date.toISOString().slice(0, 10);
}
