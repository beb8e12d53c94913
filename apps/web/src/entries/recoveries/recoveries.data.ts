import type { MonthlyRecovery } from '@recoup/contract/entries/endpoints';
import { toCentsTotal } from '@recoup/contract/core/money';
import { today } from '../../platform/browser/local-day.ts';
import { firstDayIn, monthBefore, toMonth } from '../../platform/browser/months.ts';
import { monthNames } from '../../ui/lib/format.ts';

/** A type of the picture; those beyond the five largest are one. */
export type Recovered = { key: string; name: string };

/** A month (`YYYY-MM`) with the cents of each type by its key. */
export type MonthBar = {
  month: string;
  cents: Readonly<Record<string, bigint>>;
  total: bigint;
  vat: bigint;
  gross: bigint;
};

const maxTypes = 5;
export const otherKey = 'other';

/** The first day of the month so many months before this one, `YYYY-MM-DD`. */
export function monthsBefore(count: number): string {
  return firstDayIn(monthBefore(toMonth(today()), count));
}

/** The types by what they brought, the largest first. */
export function recoveredTypes(rows: readonly MonthlyRecovery[]): Recovered[] {
  const sums = new Map<string, { name: string; cents: bigint }>();
  for (const { disbursementType, amount } of rows) {
    const { cents } = sums.get(disbursementType._id) ?? { cents: 0n };
    sums.set(disbursementType._id, {
      name: disbursementType.name,
      cents: cents + toCentsTotal(amount),
    });
  }
  const types = [...sums]
    .toSorted(([, a], [, b]) => Number(b.cents - a.cents))
    .map(([key, { name }]) => ({ key, name }));
  return types.length <= maxTypes + 1
    ? types
    : [...types.slice(0, maxTypes), { key: otherKey, name: 'Other' }];
}

/** Every month since `from`, including months without recoveries. */
export function monthBars(
  rows: readonly MonthlyRecovery[],
  { types, from, months }: { types: readonly Recovered[]; from: string; months: number },
): MonthBar[] {
  const keys = new Set(types.map(({ key }) => key));
  const [year = 0, first = 1] = from.split('-').map(Number);
  return Array.from({ length: months }, (_, index) => {
    const month = new Date(Date.UTC(year, first - 1 + index, 1)).toISOString().slice(0, 7);
    const cents: Record<string, bigint> = {};
    const ofMonth = rows.filter((each) => each.month === month);
    for (const row of ofMonth) {
      const key = keys.has(row.disbursementType._id) ? row.disbursementType._id : otherKey;
      cents[key] = (cents[key] ?? 0n) + toCentsTotal(row.amount);
    }
    return {
      month,
      cents,
      total: sumCents(Object.values(cents)),
      vat: sumCents(ofMonth.map(({ vat }) => toCentsTotal(vat?.vat ?? 0))),
      gross: sumCents(ofMonth.map(({ vat, amount }) => toCentsTotal(vat?.gross ?? amount))),
    };
  });
}

function sumCents(amounts: readonly bigint[]): bigint {
  return amounts.reduce((sum, amount) => sum + amount, 0n);
}

/** `2026-03` as `Mar 2026`. */
export function monthName(month: string): string {
  return `${monthNames[Number(month.slice(5)) - 1] ?? '?'}\u00A0${month.slice(0, 4)}`;
}
