import { expect, it } from 'vitest';
import { contextWords, passwordFault, passwordTexts } from './password-rules.ts';

const words = contextWords({
  name: 'Grace Ndlovu',
  email: 'g.ndlovu@ndlovulaw.co.za',
  firmName: 'Mokoena & Partners',
});

it('knows the words of a person', () => {
  expect(words).toEqual(['recoup', 'grace', 'ndlovu', 'ndlovulaw', 'mokoena', 'partners']);
});

it.each([
  ['eleven chars', 'abtrvdkqwpz', passwordTexts.tooShort],
  ['eleven code points in twenty-two units', '😀😁😂😃😄😅😆😇😈😉😊', passwordTexts.tooShort],
  ['129 characters', 'lantern harbour '.repeat(8) + 'x', passwordTexts.tooLong],
  ['four different characters', 'aaaabbbbccccdd', passwordTexts.monotonous],
  ['one piece over and over', 'tr4wk9tr4wk9tr4wk9', passwordTexts.monotonous],
  ['a run of digits and letters', '1234567890abcdef', passwordTexts.monotonous],
  ['a walk over the keyboard', 'qwertyuiopasdf', passwordTexts.monotonous],
  ['the own name and a year', 'GraceNdlovu2026!', passwordTexts.fromContext],
  ['the product and the firm', 'Recoup@Mokoena#1', passwordTexts.fromContext],
])('refuses %s', (_, password, fault) => {
  expect(passwordFault(password, words)).toBe(fault);
});

it.each([
  'lantern-harbour-quiet-7',
  'grace before the morning tide',
  '😀😁😂😃😄😅😆😇😈😉😊😋',
  'lantern harbour '.repeat(8),
  'bvnmtrwqplkz',
])('takes %s', (password) => {
  expect(passwordFault(password, words)).toBeUndefined();
});
