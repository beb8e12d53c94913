import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { published, thereafter, timed, timedRows, withCost } from '../../test/call-fee-rows.ts';
import {
  type CallFeeBand,
  explainPrice,
  findScheduleErrors,
  isThereafter,
  minutesFromSeconds,
  priceCents,
} from './rules.ts';

describe('minutesFromSeconds', () => {
  it.each([
    [0, 0],
    [1, 1],
    [60, 1],
    [61, 2],
    [300, 5],
    [300.5, 6],
  ])('counts %d seconds as %d minutes', (seconds, minutes) => {
    expect(minutesFromSeconds(seconds)).toBe(minutes);
  });

  it.each([-1, Number.NaN, Number.POSITIVE_INFINITY])('rejects %d seconds', (seconds) => {
    expect(() => minutesFromSeconds(seconds)).toThrow(RangeError);
  });
});

describe('priceCents', () => {
  it.each([
    [0, 3300],
    [1, 3300],
    [5, 3300],
    [6, 6600],
    [10, 6600],
    [11, 9900],
    [15, 9900],
    [16, 11_300],
    [20, 11_300],
    [21, 11_300],
    [90, 11_300],
  ])('prices %d minutes of the published shape at %d cents', (minutes, cents) => {
    expect(priceCents(published, minutes)).toBe(cents);
  });

  it.each([
    [10, 6600],
    [11, 7850],
    [13, 7850],
    [14, 9100],
    [16, 9100],
    [17, 10_350],
  ])('adds a begun thereafter interval whole: %d minutes are %d cents', (minutes, cents) => {
    expect(priceCents(withCost, minutes)).toBe(cents);
  });

  it('holds the last price without a thereafter row, and with an interval of 0', () => {
    expect([
      priceCents(timedRows, 500),
      priceCents([...timedRows, thereafter(0, 999)], 500),
    ]).toEqual([11_300, 11_300]);
  });

  it('does not depend on the order of the rows', () => {
    expect(published.toReversed().map((_, index, rows) => priceCents(rows, index * 6))).toEqual([
      3300, 6600, 9900, 11_300, 11_300,
    ]);
  });

  it.each([-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY])('rejects %d minutes', (minutes) => {
    expect(() => priceCents(published, minutes)).toThrow(RangeError);
  });

  it('does not price without a timed row', () => {
    expect(() => priceCents([], 1)).toThrow('Without a timed row');
    expect(() => priceCents([thereafter(5, 100)], 1)).toThrow('Without a timed row');
  });

  it('agrees with walking minute by minute, over 100,000 random schedules and lengths', {
    timeout: 30_000,
  }, () => {
    let compared = 0;
    expect(() =>
      fc.assert(
        fc.property(schedule(), fc.nat(300), (bands, minutes) => {
          compared += 1;
          return priceCents(bands, minutes) === walk(bands, minutes)[minutes];
        }),
        { numRuns: 100_000 },
      ),
    ).not.toThrow();
    expect(compared).toBe(100_000);
  });
});

describe('explainPrice', () => {
  it('names the band', () => {
    expect(explainPrice(published, 11)).toEqual({
      kind: 'band',
      cents: 9900,
      row: 2,
      startTime: 10,
      endTime: 15,
    });
  });

  it('names the intervals beyond the last band', () => {
    expect(explainPrice(withCost, 14)).toEqual({
      kind: 'thereafter',
      cents: 9100,
      row: 1,
      endTime: 10,
      baseCents: 6600,
      thereafterRow: 2,
      intervals: 2,
      intervalMinutes: 3,
      intervalCents: 1250,
    });
  });

  it('explains why a price is a cap', () => {
    const cap = { kind: 'cap', cents: 11_300, row: 3, endTime: 20 };
    expect(explainPrice(timedRows, 21)).toEqual({ ...cap, because: 'no_thereafter' });
    expect(explainPrice([...timedRows, thereafter(0, 5)], 21)).toEqual({
      ...cap,
      because: 'no_interval',
    });
  });
});

describe('findScheduleErrors', () => {
  it('accepts every schedule that is built by the rule, and none with a moved start', () => {
    expect(() =>
      fc.assert(
        fc.property(schedule(), (bands) => {
          const moved = bands.map((band, row) =>
            row === 0 ? { ...band, startTime: band.startTime + 1 } : band,
          );
          return findScheduleErrors(bands).length === 0 && findScheduleErrors(moved).length > 0;
        }),
      ),
    ).not.toThrow();
  });
});

/** Any schedule that can be saved: one to four timed rows, with or without a thereafter row. */
function schedule(): fc.Arbitrary<CallFeeBand[]> {
  const row = fc.tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 0, max: 1_000_000 }));
  const every = fc.option(
    fc.tuple(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 0, max: 1_000_000 })),
  );
  return fc.tuple(fc.array(row, { minLength: 1, maxLength: 4 }), every).map(([rows, repeat]) => {
    let start = 0;
    const bands = rows.map(([length, cents]) => {
      const band = timed(start, start + length, cents);
      start += length;
      return band;
    });
    return repeat ? [...bands, thereafter(...repeat)] : bands;
  });
}

/** The rule without arithmetic: a clock ticks by the minute and notes the price of each length. */
function walk(bands: CallFeeBand[], minutes: number): number[] {
  const rows = bands.filter((band) => !isThereafter(band));
  const every = bands.find(isThereafter);
  let current = rows.shift();
  let paid = current?.chargeCents ?? 0;
  let left = 0;
  const prices = [paid];
  for (let minute = 1; minute <= minutes; minute++) {
    if (current && minute > current.endTime) {
      current = rows.shift();
      if (current) paid = current.chargeCents;
    }
    if (!current && every && every.additionalTime > 0) {
      if (left === 0) {
        paid += every.chargeCents;
        left = every.additionalTime;
      }
      left--;
    }
    prices.push(paid);
  }
  return prices;
}
