import { expect, it } from 'vitest';
import { byNumber, onlyWithNumber } from './matter-numbers.ts';

const matters = ['NP0001', 'SA0002', 'sa', 'SA0001'].map((number) => ({ number }));
const numbers = (found: readonly { number: string }[]) => found.map(({ number }) => number);

it('puts the number itself first, then those that begin with the text, in their order', () => {
  expect(numbers(byNumber(matters, 'SA'))).toEqual(['sa', 'SA0002', 'SA0001', 'NP0001']);
  expect(numbers(byNumber([{ number: '1' }, { number: 'É–2' }], 'e-2'))).toEqual(['É–2', '1']);
  expect(numbers(byNumber(matters, ''))).toEqual(numbers(matters));
});

it('finds only the matter whose whole number was typed', () => {
  expect(onlyWithNumber(matters, 'np0001')).toEqual({ number: 'NP0001' });
  expect(['np000', 'dismissal', ''].map((text) => onlyWithNumber(matters, text))).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect(onlyWithNumber([...matters, { number: 'np0001' }], 'NP0001')).toBeUndefined();
});
