import { describe, expect, it } from 'vitest';
import { memoryStorage } from '../outbox/memory-storage.ts';
import { chosenAttorney, keepChoice, readChoice } from './chosen-attorney.ts';

const [anna, ben] = [
  { _id: 'a', name: 'Anna' },
  { _id: 'b', name: 'Ben' },
] as const;

describe('for whom a user records', () => {
  it.each([
    ['the user, without others', [], null, true, undefined],
    ['the user, who has own types', [anna], null, true, undefined],
    ['the first, without own types', [anna, ben], null, false, anna],
    ['the last choice', [anna, ben], 'b', true, ben],
    ['the user, whose last choice that was', [anna, ben], '', true, undefined],
    ['the user again, once the right has ended', [anna], 'b', true, undefined],
  ] as const)('is %s', (_, others, stored, hasOwn, expected) => {
    expect(chosenAttorney(others, { stored, hasOwn, call: null })).toEqual(expected);
  });

  it.each([
    ['the attorney of the call', [anna, ben], { attorney: ben }, 'a', true, ben],
    ['the user, of an own call', [anna], {}, 'a', true, undefined],
    [
      'another, once the right to that of the call ended',
      [anna],
      { attorney: ben },
      null,
      false,
      anna,
    ],
    ['the user, once the only right ended', [], { attorney: ben }, 'b', true, undefined],
    ['another, without own types any more', [anna], {}, null, false, anna],
  ] as const)('is %s', (_, others, call, stored, hasOwn, expected) => {
    expect(chosenAttorney(others, { stored, hasOwn, call })).toEqual(expected);
  });

  it('is remembered for each user', () => {
    const storage = memoryStorage();
    keepChoice(storage, 'me', 'a');
    expect([readChoice(storage, 'me'), readChoice(storage, 'you')]).toEqual(['a', null]);
    keepChoice(storage, 'me', undefined);
    expect(readChoice(storage, 'me')).toBe('');
  });
});
