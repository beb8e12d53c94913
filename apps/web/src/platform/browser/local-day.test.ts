import { expect, it } from 'vitest';
import { isDay, localDay, localDayAt, recordServerTime, today } from './local-day.ts';

const dayMs = 86_400_000;

it('begins a day at midnight in South Africa', () => {
  expect(localDay(new Date('2026-01-05T21:59:00Z'))).toBe('2026-01-05');
  expect(localDay(new Date('2026-01-05T22:00:00Z'))).toBe('2026-01-06');
});

it('takes today from the last reply that states the time of the server', () => {
  const tomorrow = new Date(Date.now() + dayMs);
  recordServerTime(new Headers({ date: tomorrow.toUTCString() }));
  recordServerTime(new Headers({ date: 'soon' }));
  recordServerTime(new Headers());
  expect([today(), today(1)]).toEqual([localDay(tomorrow), localDay(new Date())]);
  expect(localDayAt(Date.now())).toBe(today());
});

it.each([
  ['2026-02-28', true],
  ['2024-02-29', true],
  ['2026-02-29', false],
  ['2026-13-01', false],
  ['2026-2-1', false],
  ['0000-01-01', false],
  ['2026-02-28T00:00', false],
  ['', false],
])('knows whether %j is a day', (text, expected) => {
  expect(isDay(text)).toBe(expected);
});
