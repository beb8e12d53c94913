import type { MonthlyRecovery } from '@recoup/contract/entries/endpoints';
import { expect, it } from 'vitest';
import { compareMonths } from './compare-months.ts';

const of = { from: '2025-11-01', months: 13 };
const row = (month: string, amount: number | string, type = 'call'): MonthlyRecovery => ({
  month,
  disbursementType: { _id: type, name: type },
  count: 1,
  minutes: 0,
  amount,
});
const wordsOf = (...rows: MonthlyRecovery[]) =>
  compareMonths(rows, of).earlier.replaceAll('\u00A0', ' ');

it('sums this month over all types, to the cent beyond exact numbers', () => {
  const rows = [row('2026-11', '90000000000000.01'), row('2026-11', 0.02, 'copies')];
  expect(compareMonths(rows, of)).toMatchObject({ now: 9_000_000_000_000_003n, month: '2026-11' });
});

it('compares with the months since the first recovery, not with this one', () => {
  expect(
    wordsOf(row('2026-08', 10), row('2026-09', 0.01), row('2026-10', 20), row('2026-11', 99)),
  ).toBe('On average R 10.00 in the 3 months before; R 20.00 at most, in Oct 2026.');
});

it('rounds half a cent of the average up', () => {
  expect(wordsOf(row('2026-09', 0.01), row('2026-10', 0.02))).toMatch(/^On average R 0\.02 /);
});

it('names the only month before, or that there is none', () => {
  expect(wordsOf(row('2026-10', 20), row('2026-11', 1))).toBe('R 20.00 in Oct 2026.');
  expect(wordsOf(row('2026-11', 1))).toBe('Nothing was recorded in the twelve months before.');
});
