import { expect, it } from 'vitest';
import { rowStart, wrappedLines } from './xlsx-columns.ts';

it.each([
  [null, 20, 1],
  ['', 20, 1],
  ['short', 20, 1],
  ['one two three', 9, 2],
  ['one two three', 6, 3],
  ['first\nsecond', 20, 2],
  ['a'.repeat(45), 11, 5],
  ['i'.repeat(45), 11, 3],
  ['W'.repeat(45), 11, 6],
  [`a ${'b'.repeat(25)} c`, 11, 4],
  ['Revenue stamps, sheriff and messenger of the court fees', 20, 3],
])('wraps %j in a column of %i digits into %i lines', (text, width, lines) => {
  expect(wrappedLines(text, width)).toBe(lines);
});

it('gives a row of several lines a height, up to the highest', () => {
  expect([1, 2, 1_000].map((lines) => rowStart(7, lines))).toEqual([
    '<row r="7">',
    '<row r="7" ht="30">',
    '<row r="7" ht="409">',
  ]);
});
