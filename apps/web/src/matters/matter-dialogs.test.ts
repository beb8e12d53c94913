import { notAPhone } from '@recoup/contract/matters/phones';
import { describe, expect, it } from 'vitest';
import { usedPercent } from './caps/cap-use.tsx';
import { capError, parseCap, phoneLines, phonesError } from './matter-dialogs.tsx';

describe('a typed cap', () => {
  it.each([
    ['1000', 1000],
    ['R 1 234,50', 1234.5],
    ['1,234.50', 1234.5],
  ])('%s is %s Rand', (text, cap) => {
    expect([capError(text), parseCap(text)]).toEqual([null, cap]);
  });

  it.each([
    ['', 'Enter the cap.'],
    [' ', 'Enter the cap.'],
    ['0', 'Must be above R 0.00.'],
    ['1,500', 'A comma before three digits is unclear: write 1500 or 1,50.'],
    ['much', 'Must be an amount in Rand.'],
    ['1.005', 'Must have at most two decimals.'],
    ['100000000.01', 'Must not be more than R 100 000 000.00.'],
  ])('%s is rejected: %s', (text, message) => {
    expect(capError(text)).toBe(message);
  });
});

it.each([
  [79.99, 79],
  [80, 80],
  [99.99, 99],
  [100, 100],
  [250.5, 250],
  ['30000000000000.00', 30_000_000_000_000],
])('R %s of R 100.00 is %s %%', (recorded, percent) => {
  expect(usedPercent({ cap: 100, recorded })).toBe(percent);
});

it('reads one number a line, and also what was pasted as a list', () => {
  expect(phoneLines('082 555 0101\n\n 011 555 0142; 011 555 0143,')).toEqual([
    '082 555 0101',
    '011 555 0142',
    '011 555 0143',
  ]);
});

it.each([
  ['', null],
  ['082 555 0101\n011 555 0142', null],
  ['082 555 0101\n102', `“102”: ${notAPhone}`],
  ['082 555 0101\n'.repeat(21), 'At most 20 numbers are kept.'],
])('says of %j: %s', (text, error) => {
  expect(phonesError(text)).toBe(error);
});
