import { expect, it } from 'vitest';
import { spelledDay } from './day-field.tsx';

it.each([
  ['2027-03-01', 'Monday, 1 March 2027'],
  ['2026-11-28', 'Saturday, 28 November 2026'],
  ['2026-11-29', 'Sunday, 29 November 2026'],
  ['', undefined],
  ['2027-13-01', undefined],
  ['20270301', undefined],
])('spells %s out below its field', (day, spelled) => {
  expect(spelledDay(day)).toBe(spelled);
});
