import { toCents, toCentsTotal } from '@recoup/contract/core/money';
import type { UsedCap } from '@recoup/contract/matters/caps';

/** Whole percent of the cap; 99 until all of it is reached. */
export function usedPercent({ cap, recorded }: UsedCap): number {
  return Number((toCentsTotal(recorded) * 100n) / BigInt(toCents(cap)));
}
