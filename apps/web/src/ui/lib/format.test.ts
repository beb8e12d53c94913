import { afterEach, describe, expect, it } from 'vitest';
import {
  countOf,
  formatBytes,
  formatCount,
  formatDate,
  formatLongDate,
  formatMinutes,
  setDateForm,
  withDates,
} from './format.ts';

afterEach(() => setDateForm());

describe('formatting for the screen', () => {
  it('writes a day without a leading zero and with the name of its month', () => {
    expect(formatDate('2026-01-05')).toBe('5\u00A0Jan\u00A02026');
    expect(formatDate('2026-12-31')).toBe('31\u00A0Dec\u00A02026');
  });

  it.each([
    ['dd/mm/yyyy', '05/01/2026'],
    ['yyyy/mm/dd', '2026/01/05'],
    ['yyyy-mm-dd', '2026-01-05'],
  ] as const)('writes days and sentences in the form %s', (form, day) => {
    setDateForm(form);
    expect([formatDate('2026-01-05'), formatLongDate('2026-01-05')]).toEqual([day, day]);
    expect(withDates('Recorded on 5 January 2026, 12 days late.')).toBe(
      `Recorded on ${day}, 12 days late.`,
    );
  });

  it('writes days of sentences in words where the form has the name of the month', () => {
    expect(formatLongDate('2026-01-05')).toBe('5 January 2026');
    expect(withDates('Recorded on 5 January 2026.')).toBe('Recorded on 5 January 2026.');
  });

  it.each([
    [0, '0'],
    [999, '999'],
    [1000, '1\u00A0000'],
    [1234567, '1\u00A0234\u00A0567'],
  ])('groups %i by three', (count, text) => {
    expect(formatCount(count)).toBe(text);
  });

  it('writes the unit of minutes', () => {
    expect(formatMinutes(1200)).toBe('1\u00A0200\u00A0min');
  });

  it.each([
    [87, '87\u00A0bytes'],
    [1499, '1\u00A0KB'],
    [999_499, '999\u00A0KB'],
    [999_500, '1.0\u00A0MB'],
    [12_440_000, '12.4\u00A0MB'],
  ])('writes %i bytes as a size', (bytes, text) => {
    expect(formatBytes(bytes)).toBe(text);
  });
});

it('counts in the singular and in groups of three', () => {
  expect(countOf(1, 'entry', 'entries')).toBe('1 entry');
  expect(countOf(1234, 'entry', 'entries')).toBe('1\u00A0234 entries');
});
