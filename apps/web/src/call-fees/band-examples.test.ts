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

describe('examples of what bands mean', () => {
  it('are priced by the rows as they stand', () => {
    expect(plain([...rows, every])).toEqual([
      'A call of 5:00 costs R 33.00: it ends in row 1, 0 to 5 min.',
      'A call of 5:20 counts as 6 minutes, and costs R 66.00: it ends in row 2, 5 to 10 min.',
      'A call of 17:00 costs R 91.00: 7 min beyond the last row are 2 × 5 min begun, R 66.00 + 2 × R 12.50.',
    ]);
  });

  it('say that without a thereafter row the last price is the most', () => {
    expect(plain(rows.slice(0, 1))).toEqual([
      'A call of 5:00 costs R 33.00: it ends in row 1, 0 to 5 min.',
      'A call of 5:20 counts as 6 minutes, and costs R 33.00: longer than 5 min costs no more.',
      'A call of 12:00 costs R 33.00: longer than 5 min costs no more.',
    ]);
  });
});
