import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toCents } from '../core/money.ts';
import { roundingModes, roundingSteps } from './endpoints.ts';
import { effectivePercent, hasNewFall, type Raise, raiseBands } from './raise.ts';
import { type CallFeeBand, priceCents } from '../call-fees/rules.ts';

const row = (startTime: number, endTime: number, chargeCents: number, additionalTime = 0) => ({
  startTime,
  endTime,
  additionalTime,
  chargeCents,
});
const bandsOf = (charges: readonly number[], thereafter?: number): CallFeeBand[] => [
  ...charges.map((cents, index) => row(5 * index, 5 * index + 5, cents)),
  ...(thereafter === undefined ? [] : [row(-1, -1, thereafter, 5)]),
];
const centsOf = (bands: readonly CallFeeBand[]) => bands.map(({ chargeCents }) => chargeCents);
const agreed = bandsOf([3300, 6600, 9900, 11_300]);

/** Written with decimal digits, and not with a division. */
function oracle(cents: number, { basisPoints, unitCents, mode }: Raise): number {
  const exact = BigInt(cents) * BigInt(10_000 + basisPoints); // in ten thousandths of a cent
  const step = BigInt(unitCents) * 10_000n;
  const rest = exact % step;
  const isUp = mode === 'up' ? rest > 0n : 2n * rest >= step;
  return Number((exact - rest + (isUp ? step : 0n)).toString().slice(0, -4) || '0');
}

const raises = fc.record({
  basisPoints: fc.integer({ min: -10_000, max: 10_000 }),
  unitCents: fc.constantFrom(...roundingSteps.map(toCents)),
  mode: fc.constantFrom(...roundingModes),
});
const charge = fc.oneof(fc.integer({ min: 0, max: 20_000 }), fc.nat(4_000_000_000));

describe('raiseBands', () => {
  it('raises 33, 66, 99 and 113 by 10 % to 50 c', () => {
    const after = raiseBands(agreed, { basisPoints: 1000, unitCents: 50, mode: 'nearest' });
    expect(centsOf(after)).toEqual([3650, 7250, 10_900, 12_450]);
    const each = agreed.map((band, index) =>
      effectivePercent([band], after.slice(index, index + 1)),
    );
    expect(each).toEqual([10.61, 9.85, 10.1, 10.18]);
    expect(effectivePercent(agreed, after)).toBe(10.13);
  });

  it.each([
    [3300, 600, 100, 'nearest', 3500],
    [3300, 600, 100, 'up', 3500],
    [3302, 600, 100, 'up', 3600],
    [25, 0, 50, 'nearest', 50],
    [24, 0, 50, 'nearest', 0],
    [1, 0, 500, 'up', 500],
    [0, 10_000, 500, 'up', 0],
    [9900, -10_000, 1, 'up', 0],
    [1, 5000, 1, 'nearest', 2],
    [105, -333, 1, 'nearest', 102],
  ] as const)('changes %i c by %i basis points to %i c, %s, into %i c', (...input) => {
    const [cents, basisPoints, unitCents, mode, expected] = input;
    expect(centsOf(raiseBands(bandsOf([cents]), { basisPoints, unitCents, mode }))).toEqual([
      expected,
    ]);
  });

  it('changes the thereafter charge too, and no time', () => {
    const after = raiseBands(bandsOf([3300], 1250), {
      basisPoints: 1000,
      unitCents: 1,
      mode: 'nearest',
    });
    expect(after).toEqual(bandsOf([3630], 1375));
  });

  it('rejects a price above R 100 million', () => {
    const raise = { basisPoints: 1, unitCents: 1, mode: 'nearest' } as const;
    expect(() => raiseBands(bandsOf([10_000_000_000]), raise)).toThrow(RangeError);
    const same = { ...raise, basisPoints: 0 };
    expect(centsOf(raiseBands(bandsOf([10_000_000_000]), same))).toEqual([10_000_000_000]);
  });

  it('agrees with an oracle to the cent', () => {
    fc.assert(
      fc.property(charge, raises, (cents, raise) => {
        expect(centsOf(raiseBands(bandsOf([cents]), raise))).toEqual([oracle(cents, raise)]);
      }),
      { numRuns: 5000 },
    );
  });

  it('makes no longer call cheaper than a shorter one that was not so before', () => {
    const curve = (bands: readonly CallFeeBand[]) =>
      Array.from({ length: 60 }, (_, minutes) => priceCents(bands, minutes));
    const charges = fc.array(charge, { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(charges, fc.option(charge, { nil: undefined }), raises, (all, last, raise) => {
        const before = bandsOf(all, last);
        const after = raiseBands(before, raise);
        expect(hasNewFall(before, after)).toBe(false);
        const [old, raised] = [curve(before), curve(after)];
        const falls = (prices: readonly number[]) =>
          prices.map((cents, index) => cents < (prices[index - 1] ?? 0));
        const fellBefore = falls(old);
        expect(falls(raised).filter((isFall, index) => isFall && !fellBefore[index])).toEqual([]);
      }),
    );
  });
});

describe('hasNewFall', () => {
  it.each([
    [[33, 66], [33, 30], true],
    [[66, 33], [66, 30], false],
    [[33, 33], [33, 33], false],
    [[33, 66, 50], [66, 33, 20], true],
    [[33], [20], false],
  ])('compares %j with %j', (before, after, expected) => {
    expect(hasNewFall(bandsOf(before, 1), bandsOf(after, 0))).toBe(expected);
  });
});

describe('effectivePercent', () => {
  it.each([
    [[0, 0], [0, 0], 0],
    [[100, 200], [0, 0], -100],
    [[300], [301], 0.33],
    [[10_000], [9999], -0.01],
    [[3, 3], [4, 3], 16.67],
    [[20_000], [19_999], 0],
    [[20_000], [20_001], 0.01],
  ])('compares the sums of %j and %j', (before, after, expected) => {
    expect(effectivePercent(bandsOf(before), bandsOf(after))).toBe(expected);
  });
});
