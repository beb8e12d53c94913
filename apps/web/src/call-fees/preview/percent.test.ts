import { describe, expect, it } from 'vitest';
import {
  changeInPercent,
  formatChange,
  formatPercent,
  oppositePercent,
  parsePercent,
} from './percent.ts';

describe('a typed percentage', () => {
  it.each([
    ['6', 6],
    [' 5.5 ', 5.5],
    ['5,25', 5.25],
    ['+6 %', 6],
    [' - 6', -6],
    ['-3', -3],
    ['\u22123,50%', -3.5],
    ['\u2013100', -100],
    ['-0', 0],
    ['100', 100],
    ['007.1', 7.1],
  ])('reads %j as %d', (text, percent) => {
    expect(parsePercent(text)).toEqual({ percent });
  });

  it.each([
    ['', 'Please enter a percentage.'],
    [' % ', 'Please enter a percentage.'],
    ['6 5', 'Must be a percentage, such as 6 or 5.5.'],
    ['six', 'Must be a percentage, such as 6 or 5.5.'],
    ['1e1', 'Must be a percentage, such as 6 or 5.5.'],
    ['6.', 'Must be a percentage, such as 6 or 5.5.'],
    ['--3', 'Must be a percentage, such as 6 or 5.5.'],
    ['1 000,5', 'Must be from -100 to 100.'],
    ['5.125', 'Must have at most two decimals.'],
    ['1,000', 'Must have at most two decimals.'],
    ['100.01', 'Must be from -100 to 100.'],
    ['-101', 'Must be from -100 to 100.'],
  ])('rejects %j: %s', (text, error) => {
    expect(parsePercent(text)).toEqual({ error });
  });
});

it('writes percentages with a sign and without zeros at the end', () => {
  expect([6, -2.5, 0, 10.25].map(formatChange)).toEqual([
    '+6\u00A0%',
    '\u22122.5\u00A0%',
    '0\u00A0%',
    '+10.25\u00A0%',
  ]);
  expect(formatPercent(6)).toBe('6\u00A0%');
});

it('computes the change of an amount, rounded half away from zero', () => {
  expect(changeInPercent(3300n, 3500n)).toBe(6.06);
  expect(changeInPercent(3500n, 3300n)).toBe(-5.71);
  expect(changeInPercent(20_000n, 20_001n)).toBe(0.01);
  expect(changeInPercent(20_000n, 19_999n)).toBe(-0.01);
  expect(changeInPercent(0n, 0n)).toBe(0);
  expect(changeInPercent(0n, 100n)).toBeUndefined();
});

it('knows the change that takes another one back', () => {
  expect([6, -3, 100, -50].map(oppositePercent)).toEqual([-5.66, 3.09, -50, 100]);
  expect([0, -100, -51].map(oppositePercent)).toEqual([undefined, undefined, undefined]);
});
