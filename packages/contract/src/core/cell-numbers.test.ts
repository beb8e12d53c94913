import { expect, it } from 'vitest';
import { normalizePhoneNumber, smsWarning } from './cell-numbers.ts';

it.each([
  ['+27 82 555-0111', '0825550111'],
  ['0027 (82) 555 0111', '0825550111'],
  ['\u202a082\u00a0555\u200b0111\u202c', '0825550111'],
])('reads %j as %s', (typed, cell) => {
  expect(normalizePhoneNumber(typed)).toBe(cell);
});

it.each(['', '011 555', '082 555 0111', '+27 61 555 0111', '0851234567', 'no number'])(
  'has no hint for %j',
  (typed) => {
    expect(smsWarning(typed)).toBeUndefined();
  },
);

it.each([
  '011 555 1234',
  '+27 11 555 1234',
  '0801234567',
  '0861234567',
  '0871234567',
  '0912345678',
  '1234567890',
])('warns that %s receives no SMS', (typed) => {
  expect(smsWarning(typed)).toContain('cannot receive SMS');
});
