import { expect, it } from 'vitest';
import { type HandOverDay, lastExportedDay, nextTime } from './days.ts';

const time = '16:00';
const next = (on: HandOverDay, day: number | null, after: string): string =>
  nextTime({ on, day, time }, new Date(after)).toISOString();

it.each([
  ['daily', null, '2026-03-18T13:59:59Z', '2026-03-18T14:00:00.000Z'],
  ['daily', null, '2026-03-18T14:00:00Z', '2026-03-19T14:00:00.000Z'],
  // The last day is a Tuesday.
  ['last_working_day', null, '2026-03-18T08:00:00Z', '2026-03-31T14:00:00.000Z'],
  // Good Friday is on 3 April, and Family Day on the 6th.
  ['last_working_day', null, '2026-03-31T14:00:00Z', '2026-04-30T14:00:00.000Z'],
  ['working_days_before', 3, '2026-12-01T08:00:00Z', '2026-12-28T14:00:00.000Z'],
  // 1 January is a holiday, and the 2nd a Friday.
  ['first_working_day', null, '2026-12-18T08:00:00Z', '2027-01-04T14:00:00.000Z'],
  ['first_working_day', null, '2026-03-31T23:00:00Z', '2026-04-01T14:00:00.000Z'],
  ['day_of_month', 25, '2026-12-25T15:00:00Z', '2027-01-25T14:00:00.000Z'],
  ['day_of_month', 31, '2027-01-31T15:00:00Z', '2027-02-28T14:00:00.000Z'],
  // In South Africa the new month has begun.
  ['day_of_month', 31, '2026-03-31T22:30:00Z', '2026-04-30T14:00:00.000Z'],
] as const)('knows the next time: %s %s after %s', (on, day, after, expected) => {
  expect(next(on, day, after)).toBe(expected);
});

it.each([
  ['daily', '2026-03-18T14:00:00Z', '2026-03-18'],
  ['daily', '2026-03-18T22:00:00Z', '2026-03-19'],
  ['last_working_day', '2026-03-31T14:00:00Z', '2026-03-31'],
  ['first_working_day', '2026-03-02T06:00:00Z', '2026-02-28'],
  ['first_working_day', '2027-01-04T06:00:00Z', '2026-12-31'],
] as const)('exports up to a day: %s at %s', (on, at, expected) => {
  expect(lastExportedDay(on, new Date(at))).toBe(expected);
});
