import { expect, it } from 'vitest';
import { folded } from '../core/folded.ts';
import { accountNumberKey, splitCents } from './split.ts';

it.each([
  [10_000, [1, 1, 1], [3_334, 3_333, 3_333]],
  [10_001, [1, 1, 1], [3_334, 3_334, 3_333]],
  [100, [1, 2, 1], [25, 50, 25]],
  // The remainders are 5/8, 3/8, 7/8 and 1/8 of a cent.
  [101, [5, 3, 7, 1], [32, 19, 44, 6]],
  [-10_000, [1, 1, 1], [-3_334, -3_333, -3_333]],
  [1, [1, 1], [1, 0]],
  [10_000_000_000, [1_000_000, 1], [9_999_990_000, 10_000]],
])('splits %i cents by the weights %j', (total, weights, shares) => {
  expect(splitCents(total, weights)).toEqual(shares);
});

it.each([
  ['INV 00123', 'inv00123'],
  ['000123', '123'],
  ['00 0', '0'],
  [' 0a1 ', 'a1'],
  ['ÉTÉ–7', 'ete-7'],
])('takes %j for %j', (number, key) => {
  expect(accountNumberKey(number, folded)).toBe(key);
});
