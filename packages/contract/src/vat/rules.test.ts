import fc from 'fast-check';
import { expect, it } from 'vitest';
import { treatmentBasisPoints, knownVatRates, splitVat, standardRateOn } from './rules.ts';

it.each([
  [100_00, false, { netCents: 100_00, vatCents: 15_00, grossCents: 115_00 }],
  [115_00, true, { netCents: 100_00, vatCents: 15_00, grossCents: 115_00 }],
  // 0.495 and 3.135 cents of a Rand: half up.
  [3_30, false, { netCents: 3_30, vatCents: 50, grossCents: 3_80 }],
  [20_90, false, { netCents: 20_90, vatCents: 3_14, grossCents: 24_04 }],
  [10, false, { netCents: 10, vatCents: 2, grossCents: 12 }],
  [-10, false, { netCents: -10, vatCents: -2, grossCents: -12 }],
  [0, true, { netCents: 0, vatCents: 0, grossCents: 0 }],
  [1, true, { netCents: 1, vatCents: 0, grossCents: 1 }],
])('splits %i cents, VAT included %s', (cents, isIncluded, expected) => {
  expect(splitVat(cents, { basisPoints: 1500, isIncluded })).toEqual(expected);
});

it('takes back by a negative amount exactly what was charged', () => {
  fc.assert(
    fc.property(fc.maxSafeNat(), fc.nat(10_000), fc.boolean(), (cents, basisPoints, isIncluded) => {
      const charged = splitVat(cents, { basisPoints, isIncluded });
      const reversed = splitVat(-cents, { basisPoints, isIncluded });
      expect(charged.vatCents + reversed.vatCents).toBe(0);
      expect(charged.grossCents + reversed.grossCents).toBe(0);
    }),
  );
});

it('taxes costs alone, by the rate of the day', () => {
  const days = ['1993-04-06', '1993-04-07', '2018-03-31', '2018-04-01', '2099-12-31'];
  const rates = days.map((day) => standardRateOn(knownVatRates, day));
  expect(rates).toEqual([0, 1400, 1400, 1500, 1500]);
  const treatments = ['none', 'cost', 'agent', 'zero', 'exempt'] as const;
  expect(treatments.map((treatment) => treatmentBasisPoints(treatment, 1500))).toEqual([
    0, 1500, 0, 0, 0,
  ]);
});
