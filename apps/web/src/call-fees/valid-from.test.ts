import { describe, expect, it } from 'vitest';
import {
  dayKind,
  periodText,
  shownDayError,
  validFromError,
  validFromSentence,
} from './valid-from.ts';

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

it.each([
  ['2000-01-01', null, 'Always'],
  ['2000-01-01', '2027-02-28', 'Until 28 February 2027'],
  ['2027-03-01', null, 'From 1 March 2027'],
  ['2026-03-01', '2027-02-28', '1 March 2026 – 28 February 2027'],
  ['2026-03-01', '2026-03-01', '1 March 2026'],
])('says from %s until %s in words', (validFrom, until, text) => {
  expect(plain(periodText({ validFrom, until }))).toBe(text);
});

it.each([
  ['2000-01-01', null, null, 'now'],
  ['2000-01-01', '2026-11-22', null, 'now'],
  ['2026-11-22', '2027-02-28', null, 'now'],
  ['2026-11-23', null, null, 'coming'],
  ['2000-01-01', '2026-11-21', null, undefined],
  ['2026-11-22', null, '2026-11-22T10:00:00Z', undefined],
] as const)('marks from %s until %s, replaced at %s', (validFrom, until, replacedAt, kind) => {
  expect(dayKind({ validFrom, until, replacedAt }, today)).toBe(kind);
});
