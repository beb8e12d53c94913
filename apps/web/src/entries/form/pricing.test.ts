import { describe, expect, it } from 'vitest';
import { unitPriceRows } from '../price/own-prices.tsx';
import { priceFieldFor, pricingOn, shownPrice } from './pricing.ts';

const fee = {
  disbursementType: 'a',
  startTime: 0,
  endTime: 5,
  additionalTime: 0,
  charges: 33,
};
const unitPrices = [
  { validFrom: '2026-01-01', unitPrice: 2 },
  { validFrom: '2026-03-01', unitPrice: 2.5 },
  { validFrom: '2026-06-01', unitPrice: null },
];
const copies = { callFees: [], unitPrices };

describe('what prices an entry', () => {
  it.each([
    ['2025-12-31', 200],
    ['2026-02-28', 200],
    ['2026-03-01', 250],
    ['2026-06-01', null],
  ])('is the unit price of its day, %s', (day, unitCents) => {
    expect(pricingOn(copies, day)).toEqual({ callFees: [], unitCents });
  });

  it('is the fee rows first, and without a type nothing', () => {
    expect(priceFieldFor(pricingOn({ callFees: [fee], unitPrices }, '2026-03-01'))).toBe('minutes');
    expect(priceFieldFor(pricingOn(copies, '2026-03-01'))).toBe('quantity');
    expect(priceFieldFor(pricingOn(copies, '2026-06-01'))).toBe('amount');
    expect(priceFieldFor(pricingOn(undefined, '2026-03-01'))).toBe('amount');
  });

  it('is the own price of a recorded entry until its day has another one', () => {
    const own = { ...copies, recorded: { date: '2026-03-05', unitCents: 777 } };
    expect(pricingOn(own, '2026-03-31').unitCents).toBe(777);
    expect(pricingOn(own, '2026-02-28').unitCents).toBe(200);
    const typed = { ...copies, recorded: { date: '2026-03-05', unitCents: null } };
    expect(priceFieldFor(pricingOn(typed, '2026-03-06'))).toBe('amount');
    const alone = { callFees: [], unitPrices: [], recorded: { date: '2026-03-05', unitCents: 7 } };
    expect(pricingOn(alone, '2026-09-01').unitCents).toBe(7);
  });
});

describe('what an entry names as its price', () => {
  const type = { _id: 'copies', title: 'Copies', callFeeSchedule: 'fees' };
  const withIds = unitPrices.map((price) => ({ ...price, _id: price.validFrom }));
  const named = { ...type, callFees: [], unitPrices: withIds };

  it('is the schedule of its fee rows, else the unit price of its day', () => {
    const byFees = { ...named, callFees: [fee] };
    expect(shownPrice(byFees, '2026-02-28')).toEqual({ callFeeSchedule: 'fees' });
    expect(shownPrice(named, '2026-02-28')).toEqual({ unitPriceId: '2026-01-01' });
    expect(shownPrice(named, '2026-06-01')).toEqual({});
  });

  it('is nothing for prices stored without ids, or kept by a recorded entry', () => {
    expect(shownPrice({ ...named, unitPrices }, '2026-02-28')).toEqual({});
    const stored = { ...named, recorded: { date: '2026-03-05', unitCents: 777 } };
    expect(shownPrice(stored, '2026-03-31')).toEqual({});
    expect(shownPrice(stored, '2026-02-28')).toEqual({ unitPriceId: '2026-01-01' });
  });
});

describe('the own prices', () => {
  it('name the price of an item today, and the coming one', () => {
    expect(unitPriceRows(unitPrices, '2026-02-28')).toEqual([
      { name: 'per item', price: 'R\u00A02.00' },
      { name: 'per item from 1 March 2026', price: 'R\u00A02.50' },
    ]);
    expect(unitPriceRows(unitPrices, '2026-03-01').at(-1)?.price).toBe('amount entered each time');
    expect(unitPriceRows(unitPrices, '2026-06-01')).toEqual([]);
    expect(unitPriceRows([], '2026-06-01')).toEqual([]);
  });
});
