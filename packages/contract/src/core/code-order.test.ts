import { expect, it } from 'vitest';
import { compareCodes } from './code-order.ts';

it('sorts days and moments', () => {
  const days = ['2026-11-02', '2025-12-31', '2026-11-01', '2026-11-02'];
  expect(days.toSorted(compareCodes)).toEqual([
    '2025-12-31',
    '2026-11-01',
    '2026-11-02',
    '2026-11-02',
  ]);
});
