import { describe, expect, it } from 'vitest';
import { maxEntryCents } from '../core/money.ts';
import { capAmount } from './caps.ts';
import { reachedCapLevel } from './cap-levels.ts';
import { changedMatter } from './endpoints.ts';

describe('the level of a cap', () => {
  it.each([
    [0n, null],
    [79_999n, null],
    [80_000n, 80],
    [99_999n, 80],
    [100_000n, 100],
    [250_000n, 100],
  ])('of R 1 000.00 with %s cents recorded is %s', (recordedCents, level) => {
    expect(reachedCapLevel({ capCents: 100_000, recordedCents })).toBe(level);
  });

  it('is exact where 80 %% are no whole cents', () => {
    expect(reachedCapLevel({ capCents: 33, recordedCents: 26n })).toBeNull();
    expect(reachedCapLevel({ capCents: 33, recordedCents: 27n })).toBe(80);
  });

  it('is exact beyond the safe integers', () => {
    const recordedCents = BigInt(Number.MAX_SAFE_INTEGER) * 8n;
    expect(reachedCapLevel({ capCents: maxEntryCents, recordedCents })).toBe(100);
  });
});

describe('the cap of a matter', () => {
  it.each([
    [0.01, undefined],
    [maxEntryCents / 100, undefined],
    [0, 'Must be above R 0.00.'],
    [-1, 'Must not be below R 0.00.'],
    [maxEntryCents / 100 + 0.01, 'Must not be more than R 100 000 000.00.'],
    [1.005, 'Must have at most two decimals.'],
    ['5', 'Must be an amount in Rand.'],
  ])('may be %s: %s', (value, message) => {
    expect(capAmount.safeParse(value).error?.issues[0]?.message).toBe(message);
  });

  it('is set or removed by a change, which has at least one field and no others', () => {
    const isGood = (body: unknown) => changedMatter.safeParse(body).success;
    expect([{ cap: 10 }, { cap: null }].map(isGood)).toEqual([true, true]);
    expect([{}, { cap: undefined }, { cap: 10, client: 'Botha' }].map(isGood)).toEqual([
      false,
      false,
      false,
    ]);
  });
});
