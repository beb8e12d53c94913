import { describe, expect, it } from 'vitest';
import { formatPhone, toE164 } from './phone-numbers.ts';

describe('toE164', () => {
  it.each([
    '082 555 0101',
    '(082) 555-0101',
    '27825550101',
    '0027 82 555 0101',
    '+27 (0)82 555 0101',
    'tel:+27-82-555-0101',
    '082.555.0101',
    '\u202A+27 82\u00A0555\u20110101\u202C',
  ])('reads %j', (written) => {
    expect(toE164(written)).toBe('+27825550101');
  });

  it.each(['+44 20 7946 0018', '0044 20 7946 0018'])('reads %j of another country', (written) => {
    expect(toE164(written)).toBe('+442079460018');
  });

  it.each(['', '102', '0825550', '+27 825 550', '+', 'anonymous', '1'.repeat(17)])(
    'takes %j for no telephone number',
    (written) => {
      expect(toE164(written)).toBeUndefined();
    },
  );
});

it('shows numbers as they are dialled in South Africa', () => {
  expect(formatPhone('+27825550101')).toBe('082 555 0101');
  expect(formatPhone('+442079460018')).toBe('+442079460018');
});
