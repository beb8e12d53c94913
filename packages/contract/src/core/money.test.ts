import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatRand, toCents, toCentsTotal, toRand, toRandTotal } from './money.ts';

describe('toCents', () => {
  it.each([
    [0, 0],
    [33, 3300],
    [1.1, 110],
    [0.07, 7],
    [1.005e2, 10050],
    [19.99, 1999],
    [4.35, 435],
    [1234567.89, 123456789],
    [-12.34, -1234],
  ])('reads %d Rand as %d cents', (rand, cents) => {
    expect(toCents(rand)).toBe(cents);
  });

  it('never returns a negative zero', () => {
    expect(Object.is(toCents(-0), 0)).toBe(true);
  });

  it.each([
    0.001,
    1.005,
    33.333,
    0.1 + 0.2,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    1e14,
  ])('rejects %d', (rand) => {
    expect(() => toCents(rand)).toThrow(RangeError);
  });

  it('converts every amount with two decimals back to its cents', () => {
    const cents = fc.integer({ min: -2_000_000_000_000_000, max: 2_000_000_000_000_000 });
    expect(() =>
      fc.assert(
        fc.property(cents, (value) => toCents(toRand(value)) === value),
        { numRuns: 5000 },
      ),
    ).not.toThrow();
  });

  it('reads the decimal text that the wire carries exactly', () => {
    const parts = fc.tuple(fc.nat(9_999_999_999), fc.nat(99));
    expect(() =>
      fc.assert(
        fc.property(
          parts,
          ([rand, cents]) =>
            toCents(Number(`${rand}.${String(cents).padStart(2, '0')}`)) === rand * 100 + cents,
        ),
        { numRuns: 5000 },
      ),
    ).not.toThrow();
  });
});

describe('toRand', () => {
  it('writes cents as Rand', () => {
    expect([toRand(3300), toRand(7), toRand(-1), Object.is(toRand(-0), 0)]).toEqual([
      33,
      0.07,
      -0.01,
      true,
    ]);
  });

  it.each([0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])('rejects %d cents', (cents) => {
    expect(() => toRand(cents)).toThrow(RangeError);
  });
});

describe('sums', () => {
  it.each([
    [0n, 0],
    [2_000_000_000_000_000n, 20_000_000_000_000],
    [2_000_000_000_000_001n, '20000000000000.01'],
    [-2_000_000_000_000_001n, '-20000000000000.01'],
    [9_223_372_036_854_775_808n, '92233720368547758.08'],
  ])('carries %d cents as %j', (cents, total) => {
    expect(toRandTotal(cents)).toBe(total);
  });

  it('reads back every sum exactly, as a number or as text', () => {
    const cents = fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n });
    const near = fc.bigInt({ min: 1_999_999_999_999_000n, max: 2_000_000_000_001_000n });
    expect(() =>
      fc.assert(
        fc.property(fc.oneof(cents, near), (value) => toCentsTotal(toRandTotal(value)) === value),
        { numRuns: 2000 },
      ),
    ).not.toThrow();
  });

  it.each(['', '1', '1.5', '1e9', '1.234', 'R 1.00'])('rejects the text %j', (text) => {
    expect(() => toCentsTotal(text)).toThrow(RangeError);
  });
});

describe('formatRand', () => {
  it('writes a sum beyond the numbers', () => {
    expect(formatRand(-9_223_372_036_854_775_808n)).toBe(
      '\u2212R\u00A092\u00A0233\u00A0720\u00A0368\u00A0547\u00A0758.08',
    );
  });

  it.each([
    [0, 'R\u00A00.00'],
    [5, 'R\u00A00.05'],
    [50, 'R\u00A00.50'],
    [3300, 'R\u00A033.00'],
    [99_999, 'R\u00A0999.99'],
    [123_450, 'R\u00A01\u00A0234.50'],
    [123_456_789_00, 'R\u00A0123\u00A0456\u00A0789.00'],
    [-123_450, '\u2212R\u00A01\u00A0234.50'],
    [-0, 'R\u00A00.00'],
  ])('writes %d cents as %s', (cents, shown) => {
    expect(formatRand(cents)).toBe(shown);
  });

  it('never lets an amount wrap', () => {
    expect(formatRand(-123_456_789)).not.toMatch(/[ -]/);
  });

  it('rejects amounts that are no whole number of cents', () => {
    expect(() => formatRand(33.5)).toThrow(RangeError);
  });
});
