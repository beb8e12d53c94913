import { priceCents } from '@recoup/contract/call-fees/rules';
import { toCallFeeBand } from '@recoup/contract/call-fees/fee-rows';
import { toCents } from '@recoup/contract/core/money';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { feeSteps, toPriceStep } from './explain-price.ts';

const cents = fc.integer({ min: 0, max: 10_000_000 });
const rows = fc
  .record({
    ends: fc.uniqueArray(fc.integer({ min: 1, max: 500 }), { minLength: 1, maxLength: 4 }),
    cents,
    interval: fc.integer({ min: 0, max: 60 }),
    hasThereafter: fc.boolean(),
  })
  .map(({ ends, cents: charge, interval, hasThereafter }) => {
    const timed = ends
      .toSorted((a, b) => a - b)
      .map((endTime, index, all) => ({
        startTime: all[index - 1] ?? 0,
        endTime,
        additionalTime: 0,
        charges: (charge + index) / 100,
      }));
    const last = { startTime: -1, endTime: -1, additionalTime: interval, charges: charge / 100 };
    return hasThereafter ? [...timed, last] : timed;
  });

it('adds up to the price, and each step to its amount', () => {
  fc.assert(
    fc.property(rows, fc.integer({ min: 0, max: 2_000 }), (callFees, minutes) => {
      const steps = feeSteps(callFees, minutes);
      const sum = steps.reduce((all, { amount }) => all + toCents(amount), 0);
      expect(sum).toBe(priceCents(callFees.map(toCallFeeBand), minutes));
      for (const { times, each, amount } of steps)
        expect(times * toCents(each)).toBe(toCents(amount));
    }),
  );
});

it('names the rows', () => {
  const callFees = [
    { startTime: 0, endTime: 5, additionalTime: 0, charges: 33 },
    { startTime: -1, endTime: -1, additionalTime: 5, charges: 12.5 },
  ];
  expect(feeSteps(callFees, 11)).toEqual([
    { what: 'up to 5\u00A0min', times: 1, each: 33, amount: 33 },
    { what: 'thereafter, per 5\u00A0min or part thereof', times: 2, each: 12.5, amount: 25 },
  ]);
  expect(toPriceStep('Unit price', 3, 10)).toEqual({
    what: 'Unit price',
    times: 3,
    each: 0.1,
    amount: 0.3,
  });
});
