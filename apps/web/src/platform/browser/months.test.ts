import { expect, it } from 'vitest';
import { firstDayIn, lastDayIn, monthBefore, toMonth, monthText } from './months.ts';

it.each([
  ['2026-12-03', '2026-12-01', '2026-12-31', '2026-11'],
  ['2027-01-31', '2027-01-01', '2027-01-31', '2026-12'],
  ['2028-02-01', '2028-02-01', '2028-02-29', '2028-01'],
])('finds the month of %s from %s to %s, after %s', (day, first, last, before) => {
  const month = toMonth(day);
  expect([firstDayIn(month), lastDayIn(month), monthBefore(month)]).toEqual([first, last, before]);
});

it('counts months back over a year, and names one', () => {
  expect(monthBefore('2026-03', 12)).toBe('2025-03');
  expect(monthText('2026-11')).toBe('November 2026');
});
