import { describe, expect, it } from 'vitest';
import { published, thereafter, timed, timedRows, withCost } from '../../test/call-fee-rows.ts';
import { findScheduleErrors, findScheduleWarnings } from './rules.ts';

describe('findScheduleErrors', () => {
  it.each([
    ['the published shape', published],
    ['one row', [timed(0, 1, 0)]],
    ['a thereafter row before the timed ones', [thereafter(5, 100), timed(0, 5, 3300)]],
  ])('accepts %s', (_, bands) => {
    expect(findScheduleErrors(bands)).toEqual([]);
  });

  it.each([
    ['no rows', [], [{ code: 'no_timed_row' }]],
    ['a thereafter row alone', [thereafter(5, 100)], [{ code: 'no_timed_row' }]],
    [
      'a fifth timed row',
      [...timedRows, timed(20, 25, 12_000)],
      [{ code: 'too_many_timed_rows', row: 4, max: 4 }],
    ],
    [
      'a second thereafter row',
      [...withCost, thereafter(5, 0)],
      [{ code: 'second_thereafter', row: 3 }],
    ],
    ['a first row from 1', [timed(1, 5, 0)], [{ code: 'start_not_zero', row: 0 }]],
    ['a first row to 0', [timed(0, 0, 0)], [{ code: 'end_too_early', row: 0, earliest: 1 }]],
    [
      'a gap',
      [timed(0, 5, 1), timed(6, 10, 2)],
      [{ code: 'start_not_previous_end', row: 1, expected: 5 }],
    ],
    [
      'an overlap',
      [timed(0, 5, 1), timed(4, 10, 2)],
      [{ code: 'start_not_previous_end', row: 1, expected: 5 }],
    ],
    [
      'a row without length',
      [timed(0, 5, 1), timed(5, 5, 2)],
      [{ code: 'end_too_early', row: 1, earliest: 6 }],
    ],
    [
      'a negative charge',
      [timed(0, 5, -1)],
      [{ code: 'below_zero', row: 0, field: 'chargeCents' }],
    ],
    ['half a cent', [timed(0, 5, 0.5)], [{ code: 'not_whole', row: 0, field: 'chargeCents' }]],
    ['half a minute', [timed(0, 5.5, 1)], [{ code: 'not_whole', row: 0, field: 'endTime' }]],
    ['no number', [timed(0, Number.NaN, 1)], [{ code: 'not_whole', row: 0, field: 'endTime' }]],
    [
      'a negative interval',
      [timed(0, 5, 1), thereafter(-1, 1)],
      [{ code: 'below_zero', row: 1, field: 'additionalTime' }],
    ],
    [
      'part of a thereafter interval',
      [timed(0, 5, 1), thereafter(1.5, 1)],
      [{ code: 'not_whole', row: 1, field: 'additionalTime' }],
    ],
    [
      'half a thereafter row',
      [timed(0, 5, 1), timed(-1, 10, 1)],
      [{ code: 'below_zero', row: 1, field: 'startTime' }],
    ],
  ])('rejects %s', (_, bands, faults) => {
    expect(findScheduleErrors(bands)).toEqual(faults);
  });

  it('finds every error, in the order of the rows', () => {
    const faults = findScheduleErrors([thereafter(-5, 0), timed(2, 1, -1), timed(9, 3, 0)]);
    expect(
      faults.map((fault) => ('row' in fault ? `${fault.row} ${fault.code}` : fault.code)),
    ).toEqual(['0 below_zero', '1 below_zero', '1 start_not_zero', '2 start_not_previous_end']);
  });
});

describe('findScheduleWarnings', () => {
  it('has nothing to say of the published shape', () => {
    expect(findScheduleWarnings(published)).toEqual([]);
  });

  it('warns of a price that falls with length', () => {
    expect(
      findScheduleWarnings([
        timed(0, 5, 200),
        timed(5, 9, 200),
        timed(9, 10, 100),
        thereafter(1, 0),
      ]),
    ).toEqual([{ code: 'price_falls', row: 2, fromCents: 200, toCents: 100 }]);
  });

  it('warns of a band that costs nothing', () => {
    expect(findScheduleWarnings([timed(0, 5, 0), thereafter(1, 1)])).toEqual([
      { code: 'free_band', row: 0, startTime: 0, endTime: 5 },
    ]);
  });

  it('reports where a price without thereafter is capped', () => {
    const cap = { afterMinutes: 20, capCents: 11_300 };
    expect(findScheduleWarnings(timedRows)).toEqual([
      { code: 'capped_without_thereafter', row: 3, ...cap },
    ]);
    expect(findScheduleWarnings([...timedRows, thereafter(0, 50)])).toEqual([
      { code: 'capped_without_interval', row: 4, ...cap },
    ]);
  });

  it('reports nothing for missing rows', () => {
    expect(findScheduleWarnings([])).toEqual([]);
  });
});
