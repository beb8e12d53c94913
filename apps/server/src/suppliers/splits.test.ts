import { expect, it } from 'vitest';
import { deepIt } from '../../test/deep.ts';
import { compareSplits } from '../../test/split-oracle.ts';

it('splits as by hand, 20,000 times', () => {
  expect(compareSplits(20_000)).toBeUndefined();
});

deepIt('splits as by hand, a million times', () => {
  expect(compareSplits(1_000_000)).toBeUndefined();
});
