import { expect, it } from 'vitest';
import { withPlainDays } from './audit-texts.ts';

it.each([
  ['Recorded an entry: M-1, 2026-10-30', 'Recorded an entry: M-1, 30 Oct 2026'],
  [
    'Marked the month 2026-10 of Thabo as complete',
    'Marked the month Oct 2026 of Thabo as complete',
  ],
  ['Sent export-2026-10-30.csv', 'Sent export-2026-10-30.csv'],
  ['Imported matters from 2026-10-30.csv', 'Imported matters from 2026-10-30.csv'],
  [
    'Marked the call of 2026-10-30 10:15 as private',
    'Marked the call of 30 Oct 2026 10:15 as private',
  ],
  ['{"from":"2026-10-30"}', '{"from":"30 Oct 2026"}'],
  ['M-2026-10-30, 12', 'M-2026-10-30, 12'],
])('writes days as people do: %s', (text, plain) => {
  expect(withPlainDays(text).replaceAll('\u00A0', ' ')).toBe(plain);
});

it('writes moments in South African time', () => {
  expect(withPlainDays('2026-10-30T22:15:00.000Z').replaceAll('\u00A0', ' ')).toMatch(
    /^31 Oct 2026, 00:15/,
  );
});
