import { expect, it } from 'vitest';
import { happenedText, linkSentence, linkWord } from './link-texts.ts';

const link = { _id: 'x', amount: 12.5, date: '2026-03-05', export: null, reason: null };

it.each([
  [
    { ...link, is: 'reversal' as const, amount: -12.5, reason: 'Not ours' },
    '−R 12.50 of 5 Mar 2026, not exported yet. Reason: Not ours',
    'Reversed by',
  ],
  [
    { ...link, is: 'reversed' as const, export: 3, reason: 'Not ours' },
    'R 12.50 of 5 Mar 2026, in export 3. Reason: Not ours',
    'Takes back',
  ],
  [
    { ...link, is: 'replacement' as const },
    'R 12.50 of 5 Mar 2026, not exported yet.',
    'Replaced by',
  ],
  [
    { ...link, is: 'replaced' as const, export: 3, reason: 'Not ours' },
    'R 12.50 of 5 Mar 2026, in export 3.',
    'Takes the place of',
  ],
])('says of %o', (input, rest, opening) => {
  expect(linkSentence(input).replaceAll('\u00A0', ' ')).toBe(`${opening} ${rest}`);
});

it('says on which day it happened, where that is not the day of its line', () => {
  expect(happenedText({ happenedOn: '2026-03-05' })?.replaceAll('\u00A0', ' ')).toBe(
    'happened on 5 Mar 2026',
  );
  expect(happenedText({})).toBeUndefined();
});

it('names what an entry is in a list', () => {
  const words = [{ reverses: 'x' }, { reversedBy: 'x', replaces: 'y' }, { replaces: 'y' }, {}];
  expect(words.map(linkWord)).toEqual(['reversal', 'reversed', 'replacement', undefined]);
});
