import { describe, expect, it } from 'vitest';
import type { CallFeeBand } from '@recoup/contract/call-fees/rules';
import { shortFees, shortRand } from './short-fees.ts';

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
const bands = [band(0, 5, 3300), band(5, 10, 6600), band(10, 20, 11_300)];
const plain = (text: string) => text.replaceAll('\u00A0', ' ');

describe('call fees in a table', () => {
  it.each([
    ['capped without a thereafter row', bands, 'R 33 / 5 min, max R 113'],
    ['capped by 0 minutes', [...bands, every(0, 100)], 'R 33 / 5 min, max R 113'],
    ['capped by R 0', [...bands, every(5, 0)], 'R 33 / 5 min, max R 113'],
    ['going on', [...bands, every(5, 1250)], 'R 33 / 5 min, R 113 / 20 min, then R 12.50 / 5 min'],
    ['cheaper when longer', [band(0, 5, 9900), band(5, 10, 6600)], 'R 99 / 5 min, max R 99'],
    ['of one row', [band(0, 5, 3300)], 'R 33 / 5 min, max R 33'],
    [
      'of one row going on',
      [band(0, 5, 3350), every(1, 5)],
      'R 33.50 / 5 min, then R 0.05 / 1 min',
    ],
    ['in any order', bands.toReversed(), 'R 33 / 5 min, max R 113'],
    ['that are none', [], ''],
  ] as const)('are short when %s', (_, rows, text) => {
    expect(plain(shortFees(rows))).toBe(text);
  });

  it('leave the cents of whole amounts out, and no digit of others', () => {
    expect([100_000, 1205, 0].map((cents) => plain(shortRand(cents)))).toEqual([
      'R 1 000',
      'R 12.05',
      'R 0',
    ]);
  });
});
