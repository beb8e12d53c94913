import type { FeeRow } from '@recoup/contract/call-fees/endpoints';
import { toCents } from '@recoup/contract/core/money';

/** Equal for fees with the same rows in any order. */
export function feesKey(callFees: readonly FeeRow[]): string {
  const rows = callFees.map((fee) => [
    fee.startTime,
    fee.endTime,
    fee.additionalTime,
    toCents(fee.charges),
  ]);
  return rows
    .map((row) => row.join(' '))
    .toSorted()
    .join();
}

export function isSameFees(one: readonly FeeRow[], other: readonly FeeRow[]): boolean {
  return feesKey(one) === feesKey(other);
}
