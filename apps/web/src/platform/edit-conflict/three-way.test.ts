import { describe, expect, it } from 'vitest';
import { listDifferences, keepTyped, type Line } from './three-way.ts';

type Values = { name: string; cell: string; tags: readonly string[] };
const base: Values = { name: 'Ann', cell: '1', tags: ['a'] };
const lines = ({ name, cell, tags }: Values): Line[] => [
  ['Name', name],
  ['Cell', cell],
  ['Tags', tags.join(', ')],
];

describe('a form and a record that another user has changed since', () => {
  it('keeps the user’s changes, and takes the rest from the other user', () => {
    const yours = { ...base, name: 'Anna' };
    const theirs = { ...base, cell: '2', tags: ['a', 'b'] };
    expect(keepTyped({ base, yours, theirs })).toEqual({
      name: 'Anna',
      cell: '2',
      tags: ['a', 'b'],
    });
    expect(listDifferences({ base, yours, theirs }, lines)).toEqual([
      { field: 'Name', theirs: 'Ann', yours: 'Anna' },
      { field: 'Cell', theirs: '2', yours: undefined },
      { field: 'Tags', theirs: 'a, b', yours: undefined },
    ]);
  });

  it('keeps the user’s value where both changed a field, and shows both', () => {
    const sides = { base, yours: { ...base, tags: ['x'] }, theirs: { ...base, tags: ['b'] } };
    expect(keepTyped(sides).tags).toEqual(['x']);
    expect(listDifferences(sides, lines)).toEqual([{ field: 'Tags', theirs: 'b', yours: 'x' }]);
  });

  it('finds no difference where both changed alike, and keeps an emptied field', () => {
    const sides = {
      base,
      yours: { ...base, name: 'Anna', cell: '' },
      theirs: { ...base, name: 'Anna' },
    };
    expect(keepTyped(sides)).toEqual({ ...base, name: 'Anna', cell: '' });
    expect(listDifferences(sides, lines)).toEqual([{ field: 'Cell', theirs: '1', yours: '' }]);
  });
});
