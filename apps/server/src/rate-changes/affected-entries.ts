import { priceCents } from '@recoup/contract/call-fees/rules';
import { groupPricedEntries, sumPricedEntries } from '../entries/repricing.service.ts';
import type { FirmScope } from '../platform/core/actor.ts';
import { southAfricanDay } from '../platform/core/clock.ts';
import type { Db } from '../platform/database/connections.ts';
import { isChanged, type RaisedCell } from './raised-cells.ts';

/** Sums in cents; `exports` are the numbers of closed exports that hold the locked entries. */
export type AffectedEntries = {
  costBefore: bigint;
  costAfter: bigint;
  unlocked: number;
  locked: number;
  exports: number[];
};

/** What a change means for entries that call fees priced, counted by length and not one by one. */
export async function countAffectedEntries(
  db: Db,
  firm: FirmScope,
  of: { cells: readonly RaisedCell[]; validFrom: string; now: Date },
): Promise<AffectedEntries> {
  return { ...(await costOfThreeMonths(db, firm, of)), ...(await countOtherPrices(db, firm, of)) };
}

/** What the entries of the last three months cost, and would have cost. */
async function costOfThreeMonths(
  db: Db,
  firm: FirmScope,
  { cells, now }: { cells: readonly RaisedCell[]; now: Date },
): Promise<Pick<AffectedEntries, 'costBefore' | 'costAfter'>> {
  const to = southAfricanDay(now);
  const sums = await sumPricedEntries(db, firm, { cells, after: threeMonthsBefore(to), to });
  let [costBefore, costAfter] = [0n, 0n];
  for (const { cell, minutes, count, cents } of sums) {
    costBefore += BigInt(cents);
    costAfter += BigInt(priceCents(cells[cell]?.after ?? [], minutes)) * BigInt(count);
  }
  return { costBefore, costAfter };
}

/** Entries from the day of the change on whose price would be another one. */
async function countOtherPrices(
  db: Db,
  firm: FirmScope,
  of: { cells: readonly RaisedCell[]; validFrom: string },
): Promise<Pick<AffectedEntries, 'unlocked' | 'locked' | 'exports'>> {
  const cells = of.cells.filter(isChanged);
  const groups = await groupPricedEntries(db, firm, { cells, from: of.validFrom });
  const other = groups.filter(
    ({ cell, minutes, amountCents }) =>
      priceCents(cells[cell]?.after ?? [], minutes) !== amountCents,
  );
  const isLocked = ({ exportNumber }: (typeof other)[number]) => exportNumber !== null;
  const numbers = other.flatMap(({ exportNumber }) => exportNumber ?? []);
  return {
    unlocked: sumOf(other.filter((group) => !isLocked(group))),
    locked: sumOf(other.filter(isLocked)),
    exports: [...new Set(numbers)].toSorted((a, b) => a - b),
  };
}

function sumOf(groups: readonly { count: number }[]): number {
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
