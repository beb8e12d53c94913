import { expect, it } from 'vitest';
import { contextWords, validatePassword, passwordMessages } from './password-rules.ts';

const words = contextWords({
  name: 'Grace Ndlovu',
  email: 'g.ndlovu@ndlovulaw.co.za',
  firmName: 'Mokoena & Partners',
});

it('knows the words of a user', () => {
  expect(words).toEqual(['recoup', 'grace', 'ndlovu', 'ndlovulaw', 'mokoena', 'partners']);
});

it.each([
  ['eleven chars', 'abtrvdkqwpz', passwordMessages.tooShort],
  ['eleven code points in twenty-two units', '😀😁😂😃😄😅😆😇😈😉😊', passwordMessages.tooShort],
  ['129 characters', 'lantern harbour '.repeat(8) + 'x', passwordMessages.tooLong],
  ['four different characters', 'aaaabbbbccccdd', passwordMessages.monotonous],
  ['one piece over and over', 'tr4wk9tr4wk9tr4wk9', passwordMessages.monotonous],
  ['a run of digits and letters', '1234567890abcdef', passwordMessages.monotonous],
  ['a walk over the keyboard', 'qwertyuiopasdf', passwordMessages.monotonous],
  ['the own name and a year', 'GraceNdlovu2026!', passwordMessages.fromContext],
  ['the product and the firm', 'Recoup@Mokoena#1', passwordMessages.fromContext],
])('rejects %s', (_, password, fault) => {
  expect(validatePassword(password, words)).toBe(fault);
});

it.each([
  'lantern-harbour-quiet-7',
  'grace before the morning tide',
  '😀😁😂😃😄😅😆😇😈😉😊😋',
  'lantern harbour '.repeat(8),
  'bvnmtrwqplkz',
])('accepts %s', (password) => {
  expect(validatePassword(password, words)).toBeUndefined();
});
