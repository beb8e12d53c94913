import { maxEntryCents } from '../core/money.ts';
import type { RoundingMode } from './endpoints.ts';
import { type CallFeeBand, isThereafter } from '../call-fees/rules.ts';

export type Raise = {
  /** Hundredths of a percent. */
  basisPoints: number;
  /** New prices are multiples of so many cents. */
  unitCents: number;
  mode: RoundingMode;
};

/**
 * The fee rows with each price changed by a percentage: the unit times `old * (1 + percent) / unit`
 * as a whole number, rounded half up or up. R 0 stays R 0. Throws RangeError for a price above the
 * bound of fee rows.
 */
export function raiseBands(bands: readonly CallFeeBand[], raise: Raise): CallFeeBand[] {
  return bands.map((band) => ({ ...band, chargeCents: raisedCents(band.chargeCents, raise) }));
}

/** In bigint, because the product exceeds what a double can hold. */
function raisedCents(cents: number, { basisPoints, unitCents, mode }: Raise): number {
  const dividend = BigInt(cents) * BigInt(10_000 + basisPoints);
  const divisor = BigInt(10_000 * unitCents);
  const added = mode === 'up' ? divisor - 1n : divisor / 2n;
  const raised = ((dividend + added) / divisor) * BigInt(unitCents);
  if (raised > BigInt(maxEntryCents)) throw new RangeError('A price is above R 100 000 000.00.');
  return Number(raised);
}

/**
 * Whether a longer call costs less than a shorter one after a change, and did not before. The
 * thereafter charge only adds to the last band, so the bands decide.
 */
export function hasNewFall(before: readonly CallFeeBand[], after: readonly CallFeeBand[]): boolean {
  const falls = (bands: readonly CallFeeBand[], index: number): boolean => {
    const timed = bands.filter((band) => !isThereafter(band));
    return (timed[index + 1]?.chargeCents ?? Infinity) < (timed[index]?.chargeCents ?? 0);
  };
  return after.some((_, index) => falls(after, index) && !falls(before, index));
}

/** How much the sum of the charges has changed, in percent with two decimals, half up. */
export function effectivePercent(
  before: readonly CallFeeBand[],
  after: readonly CallFeeBand[],
): number {
  const [old, raised] = [totalCharge(before), totalCharge(after)];
  if (old === 0n) return 0;
  // Half up also below zero: the division of bigint cuts towards zero, so only of positive numbers.
  const ratio = (raised * 20_000n + old) / (2n * old);
  return Number(ratio - 10_000n) / 100;
}

function totalCharge(bands: readonly CallFeeBand[]): bigint {
  return bands.reduce((sum, { chargeCents }) => sum + BigInt(chargeCents), 0n);
}
