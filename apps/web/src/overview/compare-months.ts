import type { MonthlyRecovery } from '@recoup/contract/entries/endpoints';
import { formatRand } from '@recoup/contract/core/money';
import {
  monthBars,
  type MonthBar,
  monthName,
  recoveredTypes,
} from '../entries/recoveries/recoveries.data.ts';

type Comparison = { now: bigint; month: string; earlier: string };

/** The last of the months beside those before it, counted from the first with entries. */
export function compareMonths(
  rows: readonly MonthlyRecovery[],
  { from, months }: { from: string; months: number },
): Comparison {
  const bars = monthBars(rows, { types: recoveredTypes(rows), from, months });
  const before = bars.slice(0, -1);
  const first = before.findIndex(({ total }) => total > 0n);
  const { total: now = 0n, month = '' } = bars.at(-1) ?? {};
  return { now, month, earlier: first < 0 ? none : earlierText(before.slice(first)) };
}

const none = 'Nothing was recorded in the twelve months before.';

function earlierText(bars: readonly MonthBar[]): string {
  const [only] = bars;
  if (only && bars.length === 1) return `${formatRand(only.total)} in ${monthName(only.month)}.`;
  const best = bars.reduce((top, bar) => (bar.total > top.total ? bar : top));
  const most = `${formatRand(best.total)} at most, in ${monthName(best.month)}`;
  const average = formatRand(averageTotal(bars));
  return `On average ${average} in the ${bars.length} months before; ${most}.`;
}

/** Half a cent is rounded up. */
function averageTotal(bars: readonly MonthBar[]): bigint {
  const count = BigInt(bars.length);
  const sum = bars.reduce((all, { total }) => all + total, 0n);
  return (2n * sum + count) / (2n * count);
}
