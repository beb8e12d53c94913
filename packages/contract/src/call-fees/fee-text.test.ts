import { describe, expect, it } from 'vitest';
import { feesText } from './fee-text.ts';
import type { CallFeeBand } from './rules.ts';

const band = (startTime: number, endTime: number, chargeCents: number): CallFeeBand => ({
  startTime,
  endTime,
  additionalTime: 0,
  chargeCents,
});
const every = (additionalTime: number, chargeCents: number): CallFeeBand => ({
  startTime: -1,
  endTime: -1,
  additionalTime,
  chargeCents,
});
const bands = [band(0, 5, 7100), band(5, 10, 14_200), band(10, 15, 21_300)];
const timed = 'to 5 min R 71.00 · to 10 min R 142.00 · to 15 min R 213.00';

describe('call fees in one line', () => {
  it.each([
    ['without a thereafter row', bands, `${timed} · longer: R 213.00`],
    [
      'with a thereafter row of 0 minutes',
      [...bands, every(0, 100)],
      `${timed} · longer: R 213.00`,
    ],
    ['with a thereafter row of R 0', [...bands, every(5, 0)], `${timed} · longer: R 213.00`],
    ['that go on', [...bands, every(5, 3550)], `${timed} · then R 35.50 each 5 min`],
    [
      'that get cheaper',
      [band(0, 5, 9900), band(5, 10, 6600)],
      'to 5 min R 99.00 · to 10 min R 66.00 · longer: R 66.00',
    ],
    ['of one row', [band(0, 5, 3300)], 'to 5 min R 33.00 · longer: R 33.00'],
    ['in any order', [every(5, 3550), ...bands.toReversed()], `${timed} · then R 35.50 each 5 min`],
    ['without a row', [], 'No call fees; amount entered each time'],
  ] as const)('%s', (_, rows, text) => {
    expect(feesText(rows).replaceAll('\u00A0', ' ')).toBe(text);
  });
});
