import type { MonthlyRecovery } from '@recoup/contract/entries/endpoints';
import { describe, expect, it } from 'vitest';
import { monthBars, monthName, otherKey, recoveredTypes } from './recoveries.data.ts';

const row = (month: string, type: string, amount: number | string): MonthlyRecovery => ({
  month,
  disbursementType: { _id: type, name: type.toUpperCase() },
  count: 1,
  minutes: 0,
  amount,
});

describe('the picture of the months', () => {
  it('sorts the types by their amounts', () => {
    expect(
      recoveredTypes([row('2026-01', 'a', 1), row('2026-01', 'b', 5), row('2026-02', 'a', 9)]),
    ).toEqual([
      { key: 'a', name: 'A' },
      { key: 'b', name: 'B' },
    ]);
  });

  it('makes one of the types beyond the five largest, and loses no cent of them', () => {
    const rows = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((type, index) =>
      row('2026-01', type, 70.1 - index),
    );
    const types = recoveredTypes(rows);
    expect(types.map(({ name }) => name)).toEqual(['A', 'B', 'C', 'D', 'E', 'Other']);
    const [bar] = monthBars(rows, { types, from: '2026-01-01', months: 1 });
    expect(bar?.cents[otherKey]).toBe(129_20n);
    expect(bar?.total).toBe(469_70n);
  });

  it('adds amounts that the wire carries as text to the cent', () => {
    const rows = [
      row('2026-01', 'a', '90000000000000.01'),
      row('2026-01', 'a', 0.02),
      row('2026-01', 'b', '90000000000000.02'),
    ];
    const types = recoveredTypes(rows);
    expect(types.map(({ key }) => key)).toEqual(['a', 'b']);
    expect(monthBars(rows, { types, from: '2026-01-01', months: 1 })[0]?.total).toBe(
      18_000_000_000_000_005n,
    );
  });

  it('has every month, over the turn of a year too', () => {
    const rows = [row('2026-01', 'a', 0.1), row('2026-01', 'a', 0.2)];
    const bars = monthBars(rows, { types: recoveredTypes(rows), from: '2025-11-01', months: 4 });
    expect(bars.map(({ month, total }) => [month, total])).toEqual([
      ['2025-11', 0n],
      ['2025-12', 0n],
      ['2026-01', 30n],
      ['2026-02', 0n],
    ]);
    expect(monthName('2026-02')).toBe('Feb\u00A02026');
  });
});
