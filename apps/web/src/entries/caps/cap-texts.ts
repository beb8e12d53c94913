import { formatRand, toCents, toCentsTotal } from '@recoup/contract/core/money';
import type { ReachedCap } from '@recoup/contract/matters/caps';
import { reachedCapLevel } from '@recoup/contract/matters/cap-levels';
import type { MatterChoice } from '../form/matter-choice.ts';

/**
 * 'Cap of R 1 000.00: R 850.00 recorded, R 912.00 with this entry.' Null without a cap and below
 * the first level; `cents` is null while the price is unknown.
 */
export function capSentence(matter: MatterChoice | null, cents: number | null): string | null {
  const { cap = null, recorded = null } = matter ?? {};
  if (cap === null || recorded === null) return null;
  const capCents = toCents(cap);
  const earlierCents = toCentsTotal(recorded);
  const recordedCents = earlierCents + BigInt(cents ?? 0);
  if (reachedCapLevel({ capCents, recordedCents }) === null) return null;
  const earlier = `Cap of ${formatRand(capCents)}: ${formatRand(earlierCents)} recorded`;
  return cents === null
    ? `${earlier}.`
    : `${earlier}, ${formatRand(recordedCents)} with this entry.`;
}

/** 'Matter NP001 has reached 80 % of its cap: R 850.00 of R 1 000.00 recorded.' */
export function reachedSentence(
  matterNumber: string,
  { level, cap, recorded }: ReachedCap,
): string {
  const sums = `${formatRand(toCentsTotal(recorded))} of ${formatRand(toCents(cap))} recorded`;
  return `Matter ${matterNumber} has reached ${level}\u00A0% of its cap: ${sums}.`;
}
