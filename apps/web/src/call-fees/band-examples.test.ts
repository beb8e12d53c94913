import { thereafterTime } from '@recoup/contract/call-fees/rules';
import { describe, expect, it } from 'vitest';
import { bandExamples } from './band-examples.ts';

const rows = [
  { startTime: 0, endTime: 5, additionalTime: 0, chargeCents: 3300 },
  { startTime: 5, endTime: 10, additionalTime: 0, chargeCents: 6600 },
];
const every = {
  startTime: thereafterTime,
  endTime: thereafterTime,
  additionalTime: 5,
  chargeCents: 1250,
};
const plain = (bands: typeof rows) =>
  bandExamples(bands).map((text) => text.replaceAll('\u00A0', ' '));

describe('examples of bands', () => {
  it('are priced by the rows as they stand', () => {
    expect(plain([...rows, every])).toEqual([
      'A 5:00 call costs R 33.00 (row 1).',
      'A 5:20 call is billed as 6 minutes: R 66.00 (row 2).',
      'A 17:00 call costs R 91.00 ' +
        '(7 min beyond the last row are 2 × 5 min or part thereof: R 66.00 + 2 × R 12.50).',
    ]);
  });

  it('say that without a thereafter row the last price is the most', () => {
    expect(plain(rows.slice(0, 1))).toEqual([
      'A 5:00 call costs R 33.00 (row 1).',
      'A 5:20 call is billed as 6 minutes: R 33.00 (capped after 5 min).',
      'A 12:00 call costs R 33.00 (capped after 5 min).',
    ]);
  });
});
