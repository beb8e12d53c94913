import { toCallFeeBand } from '@recoup/contract/call-fees/fee-rows';
import { explainPrice } from '@recoup/contract/call-fees/rules';
import type { FeeRow } from '@recoup/contract/call-fees/endpoints';
import { toCents, toRand } from '@recoup/contract/core/money';
import { bandName } from '@recoup/contract/entries/rules';
import { z } from 'zod';

/** `times` × `each` = `amount` in Rand; the amounts of all steps add up to the price. */
export const priceStep = z.object({
  what: z.string(),
  times: z.int(),
  each: z.number(),
  amount: z.number(),
});
export type PriceStep = z.infer<typeof priceStep>;

/** How call fees price a call of whole minutes, row by row. */
export function feeSteps(callFees: readonly FeeRow[], minutes: number): PriceStep[] {
  const explained = explainPrice(callFees.map(toCallFeeBand), minutes);
  const step = (index: number, times: number): PriceStep[] => {
    const row = callFees[index];
    return row === undefined ? [] : [toPriceStep(bandName(row), times, toCents(row.charges))];
  };
  const first = step(explained.row, 1);
  return explained.kind === 'thereafter'
    ? [...first, ...step(explained.thereafterRow, explained.intervals)]
    : first;
}

/** `cents` for each. */
export function toPriceStep(what: string, times: number, cents: number): PriceStep {
  return { what, times, each: toRand(cents), amount: toRand(times * cents) };
}
