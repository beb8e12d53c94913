import { afterEach, expect, it, vi } from 'vitest';
import { setDateForm } from './format.ts';
import { formatMoment } from './moment.ts';

afterEach(() => setDateForm());

it.each([
  ['Africa/Johannesburg', ''],
  ['Europe/Berlin', ' South African time'],
])('writes a moment in South African time, and says so in %s', (timeZone, zone) => {
  const options = Intl.DateTimeFormat().resolvedOptions();
  const resolved = vi
    .spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions')
    .mockReturnValue({ ...options, timeZone });
  expect(formatMoment('2026-01-04T22:39:59.000Z')).toBe(`5\u00A0Jan\u00A02026, 00:39${zone}`);
  resolved.mockRestore();
});

it('writes the day of a moment in the form of the user', () => {
  setDateForm('yyyy-mm-dd');
  expect(formatMoment('2026-01-05T07:07:00.000Z')).toMatch(/^2026-01-05, 09:07/);
});
