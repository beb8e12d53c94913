import { notAPhone } from '@recoup/contract/matters/phones';
import { expect, it } from 'vitest';
import { phoneLines, phonesError } from './phone-lines.ts';

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
