import { afterEach, expect, it, vi } from 'vitest';
import { setDateForm } from './format.ts';
import { formatMoment, zoneText } from './moment.ts';

afterEach(() => setDateForm());

it('writes a moment in South African time', () => {
  const moment = formatMoment('2026-01-04T22:39:59.000Z');
  expect(moment).toMatch(/^5\u00A0Jan\u00A02026, 00:39(?: South African time)?$/);
});

it('names the time for a browser of another zone', () => {
  expect(zoneText('Africa/Johannesburg')).toBe('');
  expect(zoneText('Europe/Berlin')).toBe(' South African time');
});

it('asks for the zone of the browser once', () => {
  const first = formatMoment('2026-01-05T07:07:00.000Z');
  const asked = vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions');
  expect(formatMoment('2026-01-05T07:07:00.000Z')).toBe(first);
  expect(asked).not.toHaveBeenCalled();
  asked.mockRestore();
});

it('writes the day of a moment in the form of the user', () => {
  setDateForm('yyyy-mm-dd');
  expect(formatMoment('2026-01-05T07:07:00.000Z')).toMatch(/^2026-01-05, 09:07/);
});
