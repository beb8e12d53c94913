import { expect, it } from 'vitest';
import { monthChoiceFor, isEarly, lastDays } from './chosen-month.ts';

it.each([
  ['2026-12-03', '2026-12-31', '2026-11-30'],
  ['2027-01-31', '2027-01-31', '2026-12-31'],
  ['2028-03-01', '2028-03-31', '2028-02-29'],
])('on %s this month ends on %s and the last one on %s', (today, ofThis, ofLast) => {
  expect(lastDays(today)).toEqual({ this: ofThis, last: ofLast });
});

it.each([
  ['2026-12-01', true],
  ['2026-12-10', true],
  ['2026-12-11', false],
  ['2026-12-31', false],
])('on %s it is early enough for the last month: %s', (today, early) => {
  expect(isEarly(today)).toBe(early);
});

it.each([
  ['2026-12-31', 'this'],
  ['2026-11-30', 'last'],
  ['2026-12-15', 'day'],
  ['2026-10-31', 'day'],
] as const)('%s is the choice %s on 3 December 2026', (to, choice) => {
  expect(monthChoiceFor(to, '2026-12-03')).toBe(choice);
});
