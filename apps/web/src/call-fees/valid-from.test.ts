import { describe, expect, it } from 'vitest';
import { shownDayError, validFromError, validFromSentence } from './valid-from.ts';

const today = '2026-11-22';
const plain = (text: string) => text.replaceAll('\u00A0', ' ');
const sentence = (day: string, coming: readonly string[] = [], isEmpty = false) => {
  const schedules = coming.map((validFrom) => ({ validFrom }));
  return plain(validFromSentence({ day, today, schedules, isEmpty }));
};

describe('the day from which call fees are valid', () => {
  it('is explained', () => {
    expect(sentence(today)).toBe('Calls from today have these fees.');
    expect(sentence('2027-03-01')).toBe('Planned: calls from 1 March 2027 have these fees.');
    expect(sentence('2026-02-01')).toBe(
      'Calls from 1 February 2026 that are recorded from now on have these fees. ' +
        'Recorded entries keep their price.',
    );
  });

  it('is explained with the next change, the nearest of several', () => {
    expect(sentence(today, ['2000-01-01', '2028-03-01', '2027-03-01'])).toBe(
      'Calls from today have these fees. They end on 28 February 2027, before the next change.',
    );
    expect(sentence('2027-03-01', ['2027-03-01'])).not.toMatch(/end/);
  });

  it('is named by its error where a table shows another day', () => {
    expect(shownDayError('2027-03-01', today)).toBe(undefined);
    expect(plain(shownDayError('', today) ?? '')).toBe(
      'Please enter a day. The table shows 22 November 2026.',
    );
    expect(shownDayError('1999-12-31', today)).toMatch(/^Must be a day from .* The table shows /);
  });

  it('is explained where it has a planned change, and where that is removed', () => {
    expect(sentence('2027-03-01', ['2027-03-01'])).toBe(
      'Planned: calls from 1 March 2027 have these fees. ' +
        'They replace the fees planned from that day.',
    );
    const schedules = [{ validFrom: '2027-03-01' }, { validFrom: '2028-03-01' }];
    const removal = { day: '2027-03-01', today, schedules, isEmpty: false, isRemoval: true };
    expect(plain(validFromSentence(removal))).toBe(
      'Removes the change of 1 March 2027: the fees of the day before hold on. ' +
        'They end on 29 February 2028, before the next change.',
    );
  });

  it('is explained without rows', () => {
    expect(sentence(today, ['2028-03-01'], true)).toBe(
      'Calls from today have no call fees. This ends on 29 February 2028.',
    );
  });

  it('is a day within the bounds', () => {
    expect(validFromError('')).toBe('Please enter a day.');
    for (const day of ['1999-12-31', '2100-01-01', '2027-02-30'])
      expect([day, validFromError(day)]).toEqual([day, expect.any(String)]);
    for (const day of ['2000-01-01', '2099-12-31', today])
      expect([day, validFromError(day)]).toEqual([day, undefined]);
  });
});
